import type { How } from "../../skin/types";

export const how: How = {
  en: {
    sections: [
      {
        title: "The aim",
        blocks: [
          {
            kind: "text",
            text: "Get rid of your cards first: whoever has none left has won at once. There are two table cards, and all hands lie open – but for one secret card.",
          },
        ],
      },
      {
        title: "Privileges",
        blocks: [
          {
            kind: "text",
            text: "A pack with one joker is dealt: seven cards each, six with five players, five with six. Chance makes an order of priority; the first four in it take one each (with three players the starter is drawn).",
          },
          {
            kind: "table",
            rows: [
              ["Secret card", "keep one card face down; change it, or open it, at most once in each turn of anybody"],
              ["Wild card", "get the second joker"],
              ["Pass", "be spared the rest of your turn, once, also after drawing"],
              ["Starter", "begin (not with three players)"],
            ],
          },
        ],
      },
      {
        title: "Your turn",
        blocks: [
          {
            kind: "list",
            items: [
              "Play a card that matches one of the tables in suit or rank. A joker always matches.",
              "Several cards go together if all have the table’s rank; the last one you choose lies on top.",
              "Who can play must. Who can’t draws until a card matches, and plays it. The secret card may be played but never has to be.",
            ],
          },
          {
            kind: "example",
            cards: ["7H", "7D", "9H"],
            text: "On a 7♠ you may play 7♥ and 7♦ together. On a 4♥ you may play 9♥, or 7♥ alone.",
          },
        ],
      },
      {
        title: "Special cards",
        blocks: [
          {
            kind: "table",
            rows: [
              ["5: skip", "the next player is skipped (n fives: n players)"],
              ["7: draw", "all the others draw a card (n sevens: n cards)"],
              ["9: reverse", "the direction turns (n nines: n times)"],
              [
                "K: change the world",
                "the top of the stock is turned onto this table, and its effect happens; a 7 so turned makes you draw too (n kings: n times, and the last card acts)",
              ],
              ["A: dominate", "the other table counts as of this suit until it is covered"],
              ["Joker: wild", "name a suit; the table has no rank then"],
            ],
          },
          {
            kind: "example",
            cards: ["4D", "AS"],
            text: "The left shows 9♠, the right 4♦. You play A♠ on the left: the right now counts as the 4 of spades. On either only a spade fits, or an A on the left, a 4 on the right.",
          },
        ],
      },
      {
        title: "Last one!",
        blocks: [
          {
            kind: "text",
            text: "A play that leaves you one card must come with “Last one!”: switch it on before you play. If you forgot, say it later – before somebody calls you out, for then you are disqualified. So you are if you play your last card and never said it. There is a button “Call out” for each other player with one card, forgotten or not: it is up to you to notice.",
          },
          { kind: "example", cards: ["4H", "KC"], text: "Two cards left. Tick “Last one!”, then play the 4♥." },
        ],
      },
      {
        title: "Points",
        blocks: [
          {
            kind: "text",
            text: "With several games the winner of each scores 1 for every card in the opponents’ hands. In teams the first to go out wins for the team.",
          },
        ],
      },
    ],
    rulings: [
      ["R1", "Who is left a single privilege gets it without choosing."],
      ["R2", "A joker turned for a table at the start goes under the stock; no card turned then has an effect."],
      ["R3", "If there is no card to draw anywhere the turn ends."],
      ["R4", "Whoever empties the hand wins at once; the card’s effect no longer happens."],
      ["R5", "A table’s new top always shows its own suit."],
      ["R6", "Cards that the secret’s holder draws by a 7 come face down; then one card, or none, stays hidden."],
      [
        "R7",
        "Who plays the last card with no declaration at all is out, whether anybody notices or not; in the text, who is found out.",
      ],
      ["R8", "When a hand grows again, the matter starts afresh."],
      ["R9", "Playing the whole hand at once needs no declaration."],
      ["R10", "After 500 turns the fewest cards win; nobody scores."],
      [
        "R11",
        "The text lets the hidden card change as often as its holder likes; here at most once in each turn of anybody.",
      ],
      [
        "R12",
        "In the text a joker’s suit binds the next player; here it is that table’s alone, as an A’s is the other table’s, and both last until covered. The wild card’s joker is always taken, though the text says “can”. The first to go out ends the game; how to count points, or play in teams, the text leaves open.",
      ],
      ["R13", "A joker that nobody can name a suit for gets that of the K which turned it up."],
      ["R14", "While a suit is to be named one may still hide, declare and challenge."],
      ["R15", "Two jokers, one hidden, can’t be told apart: the hidden one can’t be hidden again."],
    ],
  },
  ja: {
    sections: [
      {
        title: "目標",
        blocks: [
          {
            kind: "text",
            text: "手札を先に全部出した人の勝ち。台札は二つ、手札は全員公開。ただしシークレットカードの1枚だけは別です。",
          },
        ],
      },
      {
        title: "優先権",
        blocks: [
          {
            kind: "text",
            text: "52枚とジョーカー1枚から、7枚ずつ配ります(5人なら6枚、6人なら5枚)。優先権は、遊ぶ前に1つもらえる特典です。抽選で決めた順に、上位4人まで一つずつ選びます(3人のときスターターは抽選)。",
          },
          {
            kind: "table",
            rows: [
              ["シークレットカード", "1枚を裏向きにしておける。変更や公開は、だれの番でも、1ターンに1回まで"],
              ["ワイルドカード", "ジョーカー1枚を手札に加える"],
              ["パス権", "一度だけ、引いたあとでも「パス」して、自分の番の残りを免除される"],
              ["スターター", "最初に始める(3人のときはなし)"],
            ],
          },
        ],
      },
      {
        title: "進行",
        blocks: [
          {
            kind: "list",
            items: [
              "2枚の台札のどちらかと、マークか数字が合うカードを出します。ジョーカーはいつでも出せます。",
              "台札と同じ数字なら、何枚でも一度に出せます。最後に選んだカードが新しい台札です。",
              "出せるなら必ず出し、なければ合うカードが来るまで山札から引いて出します。シークレットカードは出しても出さなくても自由。",
              "山札がなくなれば、台札の下のカードを切って新しい山札にします。",
            ],
          },
          {
            kind: "example",
            cards: ["7H", "7D", "9H"],
            text: "台札が7♠なら、7♥と7♦を一緒に。台札が4♥なら、9♥か、7♥を1枚。",
          },
        ],
      },
      {
        title: "特殊カード",
        blocks: [
          {
            kind: "table",
            rows: [
              ["5:スキップ", "次の人は1回休み(n枚ならn人)"],
              ["7:ドロー", "ほかの全員が1枚引く(n枚ならn枚)"],
              ["9:リバース", "順番が逆になる(n枚ならn回)"],
              [
                "K:Change the World(チェンジ・ザ・ワールド)",
                "山札の1枚をこの台札にする(n枚ならn回)。最後の札の効能(特別なはたらき)も起き、7なら自分も引く",
              ],
              ["A:ドミネート", "もう一方の台札も、次の札が重なるまでAのマークになる"],
              ["ジョーカー:ワイルドカード", "マークを指定する。数字はなくなる"],
            ],
          },
          {
            kind: "example",
            cards: ["4D", "AS"],
            text: "左の台札が9♠、右が4♦。左にA♠を出すと、右の台札もスペードになります(4♠と同じ)。合うのは、どちらもスペード、ほかに左はA、右は4だけ。",
          },
        ],
      },
      {
        title: "ラストワン!",
        blocks: [
          {
            kind: "text",
            text: "残り1枚になるカードを出すときは「ラストワン!」を付けます。忘れても、指摘される前なら、あとからでも宣言できます。指摘されたら失格。宣言のないまま最後の1枚を出しても失格です。残り1枚の人には、いつも「(名前)を指摘」のボタンが出ます。言い忘れたかどうかは、自分で気付いてください。",
          },
          { kind: "example", cards: ["4H", "KC"], text: "残り2枚。「ラストワン!」に印を付けてから4♥を出します。" },
        ],
      },
      {
        title: "得点",
        blocks: [
          {
            kind: "text",
            text: "連続でゲームをするなら、勝者は相手の手札1枚につき1点。チーム戦では、最初に上がった人のチームの勝ちです。",
          },
        ],
      },
    ],
    rulings: [
      ["R1", "残り一つの優先権は、選ばずに決まります。"],
      ["R2", "最初にめくられたジョーカーは山札の底へ。このとき特殊カードの効能は起きません。"],
      ["R3", "引くカードがどこにもなければ、ターン終了。"],
      ["R4", "手札がなくなれば、その場で勝ち。そのカードの効能は起きません。"],
      ["R5", "新しい台札は、必ず自分のマークです。"],
      ["R6", "シークレットカードの持ち主が7で引くカードは裏向き。そのあと1枚だけ、またはなしに決めます。"],
      [
        "R7",
        "一度も宣言せずに最後の1枚を出すと、だれも気付かなくても失格。本家では、宣言しなかったことが判明した場合です。",
      ],
      ["R8", "手札がまた増えたら、ラストワンは最初から。"],
      ["R9", "残り全部を一度に出すなら、宣言は不要。"],
      ["R10", "500ターンで終了。手札の少ない側の勝ち、得点なし。"],
      ["R11", "シークレットカードの変更は、本家では何度でも。ここでは、だれの番でも、1ターンに1回まで。"],
      [
        "R12",
        "ジョーカーのマークは、本家では「次のプレーヤーが出すマーク」。ここではその台札だけのもので、Aのマーク(もう一方の台札)と同じく、次の札が重なるまで続きます。ワイルドカードは、本家では「加えることができる」、ここでは必ず加えます。一人が上がればゲーム終了。得点とチーム戦のやり方は、本家にはありません。",
      ],
      ["R13", "マークを指定する人がいなくなったジョーカーは、それをめくったKのマーク。"],
      ["R14", "マーク指定を待つあいだも、伏せる・宣言する・指摘することはできます。"],
      ["R15", "ジョーカー2枚は区別できません。伏せたほうを、もう一度伏せることはできません。"],
    ],
  },
};
