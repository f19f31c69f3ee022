import type { How } from "../../skin/types";

export const how: How = {
  en: {
    sections: [
      {
        title: "The aim",
        blocks: [
          {
            kind: "text",
            text: "Have a low last card! Whose last card is the highest gets its points, and with 22 points or more you are out. The last one left wins.",
          },
        ],
      },
      {
        title: "The cards",
        blocks: [
          {
            kind: "table",
            rows: [
              ["Order", "A highest, then K, Q … 2. Suits mean nothing."],
              ["A", "11 points"],
              ["J Q K", "10 points"],
              ["2–10", "their number"],
            ],
          },
        ],
      },
      {
        title: "A deal",
        blocks: [
          {
            kind: "list",
            items: [
              "For the first deal everybody draws a card, and the highest deals; who tie for it draw again.",
              "Seven cards each at first; later as many as the last losing card had points. If there are too few, all get equally many: eight where six players should get ten.",
              "From the dealer’s left, each may exchange cards with the stock, once, as long as it lasts.",
              "The dealer’s left leads: one card or several of one rank, but always keeps one.",
            ],
          },
          {
            kind: "list",
            items: [
              "Everybody then plays as many cards: either a set of one rank at least as high as the highest so far,",
              "or the lowest cards of the hand, whatever they are.",
              "The highest play that followed wins (of equal ones the later) and leads to the next trick.",
              "When everybody has one card left, all show it. The highest loses; all who tie lose.",
              "The losing card stays before its owner, out of the game, and the loser deals (of several, one by chance).",
            ],
          },
          {
            kind: "example",
            cards: ["AS", "KH", "JD", "JC", "TS", "7H", "3C"],
            text: "Two tens are led. You play the two jacks, or your two lowest: 7 and 3.",
          },
          {
            kind: "example",
            cards: ["KS", "9H", "AD"],
            text: "The last cards are K, 9 and A. The A loses: 11 points, and 11 cards each in the next deal.",
          },
        ],
      },
      {
        title: "Must follow",
        blocks: [
          {
            kind: "text",
            text: "With this option only the lead is the measure: whoever can reach it has to, though not with the highest card. Only the others play their lowest cards.",
          },
          {
            kind: "example",
            cards: ["AS", "JH", "8D", "6C", "5S", "2H", "2D"],
            text: "An 8 was led, then a J was played. You play A, J or 8.",
          },
        ],
      },
      {
        title: "26",
        blocks: [
          {
            kind: "text",
            text: "The big game: 108 cards with four jokers, an A costs 14, a joker 13, and you are out at 26. Plays may mix ranks: to follow, each of your cards must be at least as high as the one in the same place, both sorted from high to low.",
          },
          {
            kind: "text",
            text: "A joker copies the rank of another card played with it; it never goes alone while you have others, and is never among the lowest cards. In a hand of jokers alone each is an A, and still one stays: it will lose.",
          },
          {
            kind: "example",
            cards: ["XX", "KH", "9C"],
            text: "K-Q-9 was led. Joker, K and 9 follow: the joker copies the K. Joker, Q and 9 do not, for the joker becomes no K.",
          },
          { kind: "example", cards: ["XX", "7D", "3S", "2C"], text: "Your three lowest cards are 7, 3 and 2." },
        ],
      },
    ],
    rulings: [
      ["R1", "Where too few cards remain in the draw for dealer, all are shuffled again."],
      ["R2", "If all losers are out, one of them is picked and the next seat still in deals."],
      [
        "R3",
        "Where losing cards differ in points, the picked loser’s (or the only loser’s still in) sets the hand size.",
      ],
      [
        "R4",
        "You follow the highest play so far; lowest cards that don’t follow set no bar. The text says: the play right before (an option).",
      ],
      ["R5", "Lowest cards that happen to be high enough follow."],
      [
        "R6",
        "If nobody is left, the lowest total of those who went out in this deal wins, not of all; equal ones draw.",
      ],
      ["R7", "If the only loser is out, the next seat still in deals."],
      ["R8", "Plays of several ranks are compared from high to low, the first difference deciding."],
      ["R9", "Jokers fill up the lowest cards only where the others are too few."],
      ["R10", "Following, reading and losing cards go with both games and apart from each other."],
      ["R11", "A limit for mixed leads tames the lead of all cards but the lowest."],
      [
        "R12",
        "In 22 a follow has one rank: 9-8 on 5-5 does not follow. Cards that don’t follow never win, in 26 either; in the text the strongest card wins (an option).",
      ],
      [
        "R13",
        "7 to 12 seats, jokers as high as aces in the draw for dealer, and chance for rock-paper-scissors are our reading.",
      ],
      ["R14", "Read by the letter, you follow the play right before, and the strongest single card wins the trick."],
      ["R15", "After the end the table stays as it was in the last deal."],
    ],
  },
  ja: {
    sections: [
      {
        title: "目標",
        blocks: [
          {
            kind: "text",
            text: "最後のトリックに弱いカードを残そう! 一番強いカードを残した人がその点を受け、合計22点以上で脱落。最後まで残った人の勝ちです。",
          },
        ],
      },
      {
        title: "カード",
        blocks: [
          {
            kind: "table",
            rows: [
              ["強さ", "A、K、Q … 2の順。スートは無関係"],
              ["A", "11点"],
              ["J Q K", "10点"],
              ["2〜10", "数字そのまま"],
            ],
          },
        ],
      },
      {
        title: "ディールの流れ",
        blocks: [
          {
            kind: "list",
            items: [
              "最初のディーラーは、全員が1枚ずつ引いて一番強かった人。同じ強さなら、その人たちで引き直します。",
              "最初は7枚ずつ。以後は直前の敗者の点数と同じ枚数です。足りなければ均等に配ります(6人で10点なら8枚ずつ)。",
              "ディーラーの左隣から一度ずつ、山札がある限り、任意の枚数を交換できます。",
              "最初のリードはディーラーの左隣。1枚、または同じランクを何枚でも。ただし1枚は手札に残します。",
            ],
          },
          {
            kind: "list",
            items: [
              "続く人は同じ枚数を出します。これまでの最強と同じか、より強い同ランクのカード、",
              "または手札の最弱のカード(ランクは違ってもかまいません)。",
              "一番強いカードを出した人がトリックに勝ち(同じなら後出し勝ち)、次のリードです。",
              "全員の手札が1枚になったら一斉に出します。一番強い人が敗者、同じなら全員敗者。",
              "敗者のカードは表向きのまま前に置かれ、敗者が次のディーラーです(複数なら抽選)。",
            ],
          },
          {
            kind: "example",
            cards: ["AS", "KH", "JD", "JC", "TS", "7H", "3C"],
            text: "10が2枚リードされたら、J2枚か、最弱の2枚(7と3)を出します。",
          },
          {
            kind: "example",
            cards: ["KS", "9H", "AD"],
            text: "最後の一枚がKと9とA。Aの敗者が11点、次のディールは11枚ずつ。",
          },
        ],
      },
      {
        title: "マストフォロー(バリエーション)",
        blocks: [
          {
            kind: "text",
            text: "比べるのはリードだけ。リードと同じかより強いカードがあれば必ず出します(最強でなくてもよい)。1枚もない人だけが最弱を出します。",
          },
          {
            kind: "example",
            cards: ["AS", "JH", "8D", "6C", "5S", "2H", "2D"],
            text: "8がリードされ、次がJ。あなたはA・J・8のどれかを出します。",
          },
        ],
      },
      {
        title: "26",
        blocks: [
          {
            kind: "text",
            text: "ジョーカー4枚入り108枚。Aは14点、ジョーカーは13点、26点以上で脱落。ランクを混ぜて出せます。強い順に並べ、同じ位置のカードと同じかより強ければフォローです。",
          },
          {
            kind: "text",
            text: "ジョーカーは一緒に出したカードのランクをコピーします。ほかのカードがあるうちは単独で出せず、最弱にも数えません。手札が全部ジョーカーならAとして扱い、それでも1枚は残すので必ず敗者です。",
          },
          {
            kind: "example",
            cards: ["XX", "KH", "9C"],
            text: "K-Q-9には、ジョーカー・K・9で勝てます(ジョーカーはKをコピー)。ジョーカー・Q・9では、Kになれないので勝てません。",
          },
          { kind: "example", cards: ["XX", "7D", "3S", "2C"], text: "最弱の3枚は7・3・2です。" },
        ],
      },
    ],
    rulings: [
      ["R1", "ディーラー決めでカードが足りなければ、全部切り直します。"],
      ["R2", "敗者全員が脱落したら、抽選で一人を選び、その次に残っている人がディーラー。"],
      ["R3", "敗者のカードの点が違うときは、選ばれた(または一人だけ残った)敗者の点で枚数を決めます。"],
      [
        "R4",
        "続くのは、これまでで一番強いフォローです。フォローしない最弱は基準になりません。本家では、直前のプレイヤーが出したカードに続きます(オプションで選べます)。",
      ],
      ["R5", "最弱でも、たまたま強さが届いていればフォローです。"],
      [
        "R6",
        "誰も残らなければ、全員の中ではなく、このディールで脱落した人の中で、合計の少ない人の勝ち。同点は引き分け。",
      ],
      ["R7", "一人だけの敗者が脱落したら、次に残っている人がディーラー。"],
      ["R8", "ランクの混じったカードは強い順に比べ、最初の違いで決めます。"],
      ["R9", "ほかのカードが足りないときだけ、ジョーカーで最弱を補います。"],
      ["R10", "オプションのフォロー・本家の読み方・敗者のカードは、22でも26でも、別々に選べます。"],
      ["R11", "混ぜたリードの枚数制限で、一枚残しの総出しを抑えられます。"],
      [
        "R12",
        "22のフォローは同ランクだけで、5-5に9-8は届きません。届かないカードは、どれほど強くても勝てません(26でも)。本家では、一番強いカードを出した人の勝ちです(オプションで選べます)。",
      ],
      ["R13", "7〜12人、ディーラー決めのジョーカーはA扱い、ジャンケンの代わりの抽選は、私たちの解釈です。"],
      ["R14", "文字どおりに読むと、直前のカードに続き、一番強いカードを出した人がトリックに勝ちます。"],
      ["R15", "終了後の場は、最後のディールのまま残ります。"],
    ],
  },
};
