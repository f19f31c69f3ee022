import type { How } from "../../skin/types";

export const how: How = {
  en: {
    sections: [
      {
        title: "The aim",
        blocks: [
          {
            kind: "text",
            text: "Two against two, partners across (or a duel of two). The side that captures more cards wins.",
          },
        ],
      },
      {
        title: "What a card counts",
        blocks: [
          {
            kind: "table",
            rows: [
              ["A", "1"],
              ["2–10", "their number"],
              ["J Q K", "−1, −2, −3"],
            ],
          },
          { kind: "text", text: "Suits mean nothing." },
        ],
      },
      {
        title: "A round",
        blocks: [
          {
            kind: "list",
            items: [
              "The first leader is drawn by lot, and each gets thirteen cards. The leader plays a card. Then, clockwise, each plays one or passes. Who has passed may play again next time round, and who could play may pass all the same.",
              "The total may not go over 21.",
              "No rank twice in a round.",
              "Your very last card may not be a J, Q or K.",
              "Exactly 21 ends the round, and so do passes of all the others in succession. Whoever played last takes all the cards and leads.",
            ],
          },
          {
            kind: "example",
            cards: ["7H", "6S"],
            text: "The total is 13. An 8 makes 21 and takes the round. Nothing over 8 fits, nor do 7 and 6, which lie there already; A to 5, J, Q and K do.",
          },
          {
            kind: "example",
            cards: ["TC", "9D", "AS"],
            text: "The total is 20. Of the cards not used yet only J, Q and K fit: they bring it down again.",
          },
        ],
      },
      {
        title: "The end",
        blocks: [
          {
            kind: "text",
            text: "The game ends at once when somebody’s hand is empty. That side takes half of the cards on the table, rounded up; the rest of them, and what is left in hands, counts for nobody. More captured cards win; in a tie, the side that went out.",
          },
          {
            kind: "example",
            cards: ["9C", "4H", "2S"],
            text: "Your last card, the 2, is the third of the round: your side takes two of the three.",
          },
        ],
      },
      {
        title: "For two",
        blocks: [
          {
            kind: "list",
            items: [
              "Two bouts: when one of you is out, the rest of the pack is shuffled and dealt. Who did not go out leads. The captures of both bouts are added; in a tie who went out in the first wins.",
              "Refill: after each round both draw up to 13, the winner first, for both to see, as long as the stock lasts. The game ends when a hand is empty.",
            ],
          },
        ],
      },
      {
        title: "Spices",
        blocks: [
          {
            kind: "list",
            items: [
              "Exchange: after the deal three cards go face down to another player – as in Hearts to the left, in the next game to the right, in the third across; or always to the partner. Two players exchange with each other.",
              "Three games: all captures are added; in a tie the side that went out more often wins.",
              "Jokers, in games 2 and 3: the side that captured less gets two cards more and lays two aside. A joker repeats a rank already in the round, or halves an even total. Captured it counts no card and costs 5, and who goes out must take those on the table.",
            ],
          },
          {
            kind: "example",
            cards: ["8D", "XX", "XX"],
            text: "The total is 8. One joker halves it: 4. The other repeats the 8: 12.",
          },
        ],
      },
    ],
    rulings: [
      [
        "R1",
        "Partners and jokers are for four players, jokers only with three games; two players exchange with each other.",
      ],
      ["R2", "With two players a single pass ends the round."],
      [
        "R3",
        "Who should lead but holds only a J, Q or K can’t: the lead goes left. If nobody can lead the game ends, gone out for nobody; in a tie the side that won the last round wins.",
      ],
      ["R4", "Half of the table also when the last card makes exactly 21."],
      ["R5", "After such a deadlock in bout 1, the player who did not win the last round leads bout 2."],
      ["R6", "Equal scores and equal outs are a draw."],
      ["R7", "The next game is led by the player left of who went out (after a deadlock: of who won the last round)."],
      ["R8", "Cards are laid aside before the exchange."],
      ["R9", "A joker may repeat J, Q and K too."],
      ["R10", "An empty table totals 0, which a joker may halve; so may negative even totals."],
      ["R11", "As your only card a joker may not stand for J, Q or K."],
      ["R12", "Each captured joker costs 5, and captures may become negative."],
      ["R13", "A pass is always pressed: an automatic one would tell about the hand."],
      ["R14", "When nobody can lead any more, the leader shown is the last round’s."],
      ["R15", "At the end no round is on: its total is 0."],
      ["R16", "With equal captures in the refill game, who went out wins."],
      ["R17", "Who goes out takes the jokers first, then the cards in the order played; never fewer than all jokers."],
    ],
  },
  ja: {
    sections: [
      {
        title: "勝利条件",
        blocks: [
          {
            kind: "text",
            text: "2対2、パートナーは向かい側(2人バージョンもあります)。相手チームより多くのカードを集めれば勝ちです。",
          },
        ],
      },
      {
        title: "カードの扱い",
        blocks: [
          {
            kind: "table",
            rows: [
              ["A", "1"],
              ["2〜10", "額面どおり"],
              ["J Q K", "−1、−2、−3"],
            ],
          },
          { kind: "text", text: "マークは一切関係ありません。" },
        ],
      },
      {
        title: "ラウンド",
        blocks: [
          {
            kind: "list",
            items: [
              "最初の先攻は抽選で、13枚ずつ配ります。先攻が1枚出し、左隣から時計回りに1枚出すかパス。一度パスしても次の周ではまた出せます。出せるのに敢えてパスしてもかまいません。",
              "合計が21を超える出し方はできません。",
              "そのラウンドに出た数字は、もう出せません。",
              "手札が1枚で、それがJ・Q・Kなら出せません。",
              "合計がぴったり21になるか、ほかの全員が続けてパスしたら終わり。最後に出したプレイヤーが総取りし、次の先攻になります。",
            ],
          },
          {
            kind: "example",
            cards: ["7H", "6S"],
            text: "合計13。8ならぴったり21でラウンドを取れます。9以上と、すでに出ている7・6は出せません。A〜5とJ・Q・Kは出せます。",
          },
          {
            kind: "example",
            cards: ["TC", "9D", "AS"],
            text: "合計20。出せるのはマイナス札のJ・Q・Kだけ。合計が下がります。",
          },
        ],
      },
      {
        title: "上がり",
        blocks: [
          {
            kind: "text",
            text: "誰かの手札が尽きたら、その時点で終了。上がったチームは場札の半数(端数切り上げ)を獲得し、残りの場札と各自の手札は数えません。獲得枚数の多いチームの勝ち、同数なら上がったチームの勝ち。",
          },
          {
            kind: "example",
            cards: ["9C", "4H", "2S"],
            text: "最後の1枚の2が、ラウンドの3枚目。場札3枚のうち2枚を獲得します。",
          },
        ],
      },
      {
        title: "2人バージョン",
        blocks: [
          {
            kind: "list",
            items: [
              "その1(配り直し):初戦でどちらかが上がったら、山札をよく混ぜて13枚ずつ配ります。先攻は上がらなかったほう。獲得枚数は合計し、同数なら初戦で上がったほうの勝ち。",
              "その2(補充):ラウンドが終わるたびに、取ったほうから順に13枚になるまで山札から引きます。引いたカードは公開。山札がなくなれば補充はなく、どちらかの手札が尽きたら終了です。",
            ],
          },
        ],
      },
      {
        title: "スパイス",
        blocks: [
          {
            kind: "list",
            items: [
              "スパイス1・手札交換:配られたあと、3枚を伏せて渡します。ハーツ式は左、次のゲームは右、3ゲーム目は向かい。または、いつもパートナーへ。2人なら、いつも互いに渡します。",
              "スパイス2・3ゲーム勝負:獲得枚数を合計します。同点なら上がった回数の多いチームの勝ち。",
              "スパイス3・ジョーカー(2・3ゲーム目):直前に獲得枚数の少なかったチームは1枚ずつ多く配られ、1枚ずつ伏せて捨てます。ジョーカーは、そのラウンドに出た数字として重ねるか、偶数の合計を半分にします。獲得しても枚数に数えず、1枚につき−5。上がったプレイヤーは場のジョーカーを必ず獲得します。",
            ],
          },
          {
            kind: "example",
            cards: ["8D", "XX", "XX"],
            text: "合計8。1枚目のジョーカーで半分の4。2枚目は8として、合計12。",
          },
        ],
      },
    ],
    rulings: [
      ["R1", "パートナーとの交換とジョーカーは4人用で、ジョーカーは3ゲーム勝負だけです。2人なら互いに交換します。"],
      ["R2", "2人なら、パス一回でラウンド終了。"],
      [
        "R3",
        "J・Q・Kの1枚しかない先攻は出せず、左に移ります。誰も出せなければゲーム終了で、上がりはなし。同数なら最後のラウンドを取ったチームの勝ち。",
      ],
      ["R4", "最後の1枚でちょうど21でも、半数だけ。"],
      ["R5", "誰も先攻になれずに初戦が終わったら、最後のラウンドを取らなかったほうが次の先攻。"],
      ["R6", "得点も上がった回数も同じなら引き分け。"],
      ["R7", "次のゲームは、上がった人(いなければ最後のラウンドを取った人)の左隣が先攻。"],
      ["R8", "捨て札は手札交換より先。"],
      ["R9", "ジョーカーはJ・Q・Kとしても重ねられます。"],
      ["R10", "空の場は0なので半分にできます。マイナスの偶数も。"],
      ["R11", "手札が1枚のとき、ジョーカーはJ・Q・Kとしては出せません。"],
      ["R12", "取ったジョーカーは1枚につき−5。獲得枚数はマイナスにもなります。"],
      ["R13", "パスは必ず自分で押します。自動だと手札がばれます。"],
      ["R14", "誰も先攻になれないとき、表示されるのは最後のラウンドの先攻です。"],
      ["R15", "終了時にラウンドはなく、合計は0です。"],
      ["R16", "その2で獲得枚数が同じなら、上がったほうの勝ち。"],
      ["R17", "上がったチームは、まずジョーカーを全部、次にほかのカードを出た順に取ります。"],
    ],
  },
};
