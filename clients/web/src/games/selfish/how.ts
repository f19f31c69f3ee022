import type { How } from "../../skin/types";

export const how: How = {
  en: {
    sections: [
      {
        title: "The aim",
        blocks: [
          {
            kind: "text",
            text: "Draw cards, one each turn, four at most. The highest total wins. A counts 1, J 11, Q 12, K 13, the others their number.",
          },
        ],
      },
      {
        title: "Turns",
        blocks: [
          {
            kind: "list",
            items: [
              "Who draws first is drawn by lot. Then, clockwise, everybody draws a card that only they can see.",
              "In turns 2 and 3, having drawn, you may call “Stop!”. Those still to come in this turn only draw, then all hands are opened.",
              "After turn 4 they are opened anyway.",
            ],
          },
        ],
      },
      {
        title: "Hands",
        blocks: [
          {
            kind: "table",
            rows: [
              ["Double", "two of a number: +10 (two pairs: +20)"],
              ["Triple", "three of a number: +20"],
              ["Selfish", "four of a number: wins outright"],
              ["Burst", "nothing but J, Q, K: loses outright, whatever pairs it has – unless it is a Selfish"],
            ],
          },
          { kind: "example", cards: ["5S", "5H", "KC"], text: "5 + 5 + 13 = 23, and 10 for the Double: 33." },
          {
            kind: "example",
            cards: ["JS", "JH", "KD"],
            text: "All face cards: Burst. The pair does not help. Had you drawn a fourth card, a 3 say, it would be 38 and 10 for the Double: 48 … so somebody stopped.",
          },
          {
            kind: "example",
            cards: ["QS", "QH", "QD", "QC"],
            text: "All face cards, but four of a number: Selfish, and won.",
          },
        ],
      },
      {
        title: "Ties",
        blocks: [
          {
            kind: "list",
            items: [
              "Those who tie for the lead play a sudden death: each draws a card face up, the highest wins; who ties again goes on. The hands no longer count.",
              "Several Selfish do so too – or the higher number wins, if the room was opened so.",
            ],
          },
        ],
      },
      {
        title: "Options",
        blocks: [
          {
            kind: "list",
            items: [
              "Always four: nobody can stop.",
              "Coming out: after turn 2 everybody claims a hand in turn, for all to hear. Lying is allowed.",
              "Only Burst: the plain total counts, and four kings are a Burst too.",
              "Several games: all cards are shuffled for each, and the first to draw moves on by one seat. Most games won wins; who ties for the lead plays a sudden death.",
              "Jokers stand for the number that serves you best – but with nothing else than face cards they burst too.",
            ],
          },
          {
            kind: "example",
            cards: ["9S", "9H", "9D", "XX"],
            text: "The joker becomes a nine: Selfish. With two nines and a 4 it would make a Triple.",
          },
        ],
      },
    ],
    rulings: [
      ["R1", "Thirteen players need all 52 cards; jokers come on top."],
      [
        "R2",
        "J, Q, K and jokers only, and not Selfish, is a Burst; so are jokers alone, and, where only Burst counts, even three kings and a joker.",
      ],
      ["R3", "If everybody bursts nobody wins."],
      ["R4", "If the pack is too small for a round of sudden death, all cards are shuffled again first."],
      [
        "R5",
        "What the cards count, the list and the moment of the claims, the clockwise order and R3 are our reading.",
      ],
      [
        "R6",
        "A match of several games ends as soon as nobody can reach the leader. A game that nobody wins counts as played. If nobody has won any, nobody wins the match.",
      ],
    ],
  },
  ja: {
    sections: [
      {
        title: "目標",
        blocks: [
          {
            kind: "text",
            text: "1ターンに1枚、最大4枚まで引いて、合計点が一番高い人の勝ち。Aは1、Jは11、Qは12、Kは13、ほかは数字どおり。",
          },
        ],
      },
      {
        title: "ターン",
        blocks: [
          {
            kind: "list",
            items: [
              "最初に引く人は抽選です。時計回りに1枚ずつ引きます。見られるのは引いた人だけ。",
              "2・3ターン目は、引いたあとに「ストップ!」と宣言できます。まだ引いていない人が1枚ずつ引いて、全員オープン。",
              "4ターン目が終わればオープンです。",
            ],
          },
        ],
      },
      {
        title: "役",
        blocks: [
          {
            kind: "table",
            rows: [
              ["Double(ダブル)", "同じ数字2枚:+10(2組なら+20)"],
              ["Triple(トリプル)", "同じ数字3枚:+20"],
              ["Selfish(セルフィッシュ)", "同じ数字4枚:無条件で勝ち"],
              ["Burst(バースト)", "全部が絵札:無条件で負け。DoubleやTripleより優先、Selfishだけは別"],
            ],
          },
          { kind: "example", cards: ["5S", "5H", "KC"], text: "5+5+13=23、Doubleの10を足して33点。" },
          {
            kind: "example",
            cards: ["JS", "JH", "KD"],
            text: "全部絵札なのでBurst。Doubleでも救われません。4枚目に3が引けていれば38+10で48点…だから誰かがストップしたのです。",
          },
          {
            kind: "example",
            cards: ["QS", "QH", "QD", "QC"],
            text: "全部絵札でも、同じ数字が4枚ならSelfish。無条件で勝ちです。",
          },
        ],
      },
      {
        title: "サドンデス",
        blocks: [
          {
            kind: "list",
            items: [
              "1位が二人以上ならサドンデス。1枚ずつ表にして引き、数字の大きい人の勝ち。並んだ人は決まるまで続けます。手札の得点はもう数えません。",
              "Selfishが二人以上のときもサドンデス。オプションによっては、数字の大きいほうの勝ち。",
            ],
          },
        ],
      },
      {
        title: "特殊ルール",
        blocks: [
          {
            kind: "list",
            items: [
              "強制4ターンルール:ストップなし。",
              "カミングアウトルール:2ターン目のあと、順番に自分の役を言います。嘘をついても構いません。",
              "単純計算ルール:役はBurstだけ。Kが4枚でもBurstです。",
              "何ゲームか続ける:ゲームごとに全部のカードを切り直し、最初に引く人は左隣に移ります。勝ったゲームの多い人の勝ち。同数ならサドンデスです。",
              "ジョーカー:一番得な数字に化けます。ただし絵札とジョーカーだけならBurst。",
            ],
          },
          {
            kind: "example",
            cards: ["9S", "9H", "9D", "XX"],
            text: "ジョーカーが9に化けてSelfish。9が2枚と4なら、Tripleになります。",
          },
        ],
      },
    ],
    rulings: [
      ["R1", "13人なら52枚すべて必要です。ジョーカーは追加です。"],
      [
        "R2",
        "絵札とジョーカーだけで、SelfishでなければBurst。ジョーカーだけでも同じ。単純計算ルールでは、K3枚とジョーカーもBurst。",
      ],
      ["R3", "全員Burstなら勝者なし。"],
      ["R4", "サドンデスで山が足りなければ、先に全部のカードを切り直します。"],
      ["R5", "数字の値、宣言の種類と時機、時計回り、R3は私たちの解釈です。"],
      [
        "R6",
        "何ゲームか続けるときは、だれも首位に追いつけなくなった時点で終わります。勝者のないゲームも1ゲームと数えます。だれも勝っていなければ、対戦の勝者もありません。",
      ],
    ],
  },
};
