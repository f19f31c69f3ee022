import type { How } from "../../skin/types";

export const how: How = {
  en: {
    sections: [
      {
        title: "The aim",
        blocks: [
          {
            kind: "text",
            text: "Two players, four deals, all 52 cards. Whoever has taken more chips at the end wins.",
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
              ["J", "−1"],
              ["Q", "0"],
              ["K", "a mirror: the same as the card before it"],
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
              "Each gets six cards, and one is turned up: the starter. The running total begins with it. A starter A gives the dealer a chip.",
              "The dealer’s opponent begins. In turns, play a card and add it to the total. It may never go over 41; how low it goes does not matter.",
              "Make exactly 1, 11, 21 or 31 and take a chip; make 41 and take two.",
              "If no card of yours fits, or you have none left, pass: the other takes a chip. A pass right after a pass ends the deal, and that last pass costs nothing.",
            ],
          },
          {
            kind: "example",
            cards: ["6D", "8C", "7H"],
            text: "The starter is 6. You play 8: 14. The other plays 7: 21 – a chip!",
          },
          {
            kind: "example",
            cards: ["4S", "QH", "KD"],
            text: "The total is 37. A 4 makes 41: two chips. A queen counts 0: 41 again, two chips. The king mirrors the queen: 41, and two chips once more.",
          },
          {
            kind: "example",
            cards: ["JS", "2D"],
            text: "A starter J begins at −1 and gives nothing. A 2 makes it 1: a chip.",
          },
        ],
      },
      {
        title: "A king to start",
        blocks: [
          {
            kind: "text",
            text: "A starter K has no value yet, nor have kings played right after it. The first other card gives its value to all of them, and is allowed only if they all together stay within 41.",
          },
          {
            kind: "example",
            cards: ["KC", "KD", "7H"],
            text: "Starter K, then K, then 7: all three count 7 – that makes 21 and a chip.",
          },
        ],
      },
    ],
    rulings: [
      ["R1", "The dealer gets no chip for a starter K that turns out to count 1."],
      ["R2", "With equal chips both share first place."],
      ["R3", "A pass is pressed, although it is forced; nobody may pass who can play."],
      ["R4", "1, 11, 21, 31 and 41 score every time they are reached, also coming down."],
      ["R5", "The mirror looks at the last card played, past any passes: after a J it counts −1, after a Q 0."],
      ["R6", "Cards left in hand at the end of a deal are laid away unseen."],
    ],
  },
  ja: {
    sections: [
      {
        title: "目標",
        blocks: [{ kind: "text", text: "二人で4ディール、52枚を使い切ります。チップを多く取った人の勝ちです。" }],
      },
      {
        title: "カードの値",
        blocks: [
          {
            kind: "table",
            rows: [
              ["A", "1"],
              ["2〜10", "数字どおり"],
              ["J", "−1"],
              ["Q", "0"],
              ["K", "鏡:直前に出たカードと同じ"],
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
              "6枚ずつ配り、1枚を表にします(スターター)。合計はそこから始まります。スターターがAなら、ディーラーが1チップ。",
              "ノンディーラーから交互に1枚出して、合計に足します。41を超えてはいけません。下はいくつでもかまいません。",
              "合計をぴったり1・11・21・31にすれば1チップ、41にすれば2チップ。",
              "どれを出しても41を超えるときや、手札がないときはパス。相手が1チップ取ります。パス・パスと続いたらディール終了で、この最後のパスではチップをもらえません。",
            ],
          },
          {
            kind: "example",
            cards: ["6D", "8C", "7H"],
            text: "スターターは6。8を出して14。相手が7を出して21、1チップ!",
          },
          {
            kind: "example",
            cards: ["4S", "QH", "KD"],
            text: "合計37に4で41、2チップ。Qは0なのでまた41、2チップ。Kは鏡で0、さらに2チップ。",
          },
          {
            kind: "example",
            cards: ["JS", "2D"],
            text: "スターターがJなら−1から始まり、チップはなし。2を出すと1になって1チップ。",
          },
        ],
      },
      {
        title: "スターターがKなら",
        blocks: [
          {
            kind: "text",
            text: "まだ値がありません。続けて出たKも同じです。K以外の最初のカードの値が、すべてに映ります。全部を足して41以内でなければ出せません。",
          },
          {
            kind: "example",
            cards: ["KC", "KD", "7H"],
            text: "スターターK、次もK、そして7。三枚とも7で合計21、1チップ。",
          },
        ],
      },
    ],
    rulings: [
      ["R1", "スターターのKが1になっても、ディーラーのチップはありません。"],
      ["R2", "チップが同数なら、二人とも一位です。"],
      ["R3", "パスは必ず自分で押します。出せる人はパスできません。"],
      ["R4", "1・11・21・31・41は、下がって届いたときも、届くたびに得点です。"],
      ["R5", "鏡はパスを越えて、最後に出たカードを映します。Jのあとは−1、Qのあとは0。"],
      ["R6", "ディール終了時に残った手札は、見せずに捨てます。"],
    ],
  },
};
