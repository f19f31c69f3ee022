import type { Sugekari21Options } from "../../protocol/wire";
import type { About } from "../../skin/types";

export const about: About<Sugekari21Options> = {
  place: 0,
  minutes: "10–20",
  hue: 158,
  reading: "すげかり にじゅういち",
  dealsTop: true,
  picture: { cards: ["TD", "9S", "2H"], mark: "21" },
  hides: (option, chosen, seats) =>
    seats === 2 ? option !== "two_player" : option === "two_player" || (option === "jokers" && chosen["games"] !== 3),
  text: {
    en: {
      blurb: "Two against two: hit 21 or be the last to play, and sweep the cards. No rank twice in a round.",
      aim: "Make 21 or play last, and take the cards: more cards win.",
      feel: "Bluffs and quiet help between partners.",
      options: {
        two_player: {
          label: "Game for two",
          values: {
            redeal: { name: "Two bouts", about: "After the first bout the other half of the pack is dealt." },
            refill: { name: "Refill", about: "After each round both draw up to 13 cards, for all to see." },
          },
        },
        exchange: {
          label: "Exchange",
          values: {
            none: { name: "None", about: "Everybody plays what was dealt." },
            hearts: { name: "As in Hearts", about: "Three cards go to the left, then to the right, then across." },
            partner: { name: "With the partner", about: "Three cards go to the partner." },
          },
        },
        games: {
          label: "Length",
          values: {
            "1": { name: "One game", about: "A single game decides." },
            "3": { name: "Three games", about: "The captures of three games are added." },
          },
        },
        jokers: {
          label: "Jokers",
          values: {
            false: { name: "Without", about: "52 cards in every game." },
            true: {
              name: "With",
              about: "Two jokers join games 2 and 3: they repeat a rank or halve the total, and cost 5 when captured.",
            },
          },
        },
      },
    },
    ja: {
      blurb: "2対2。ぴったり21か、最後に出した人がカードを総取り。同じ数字は一度だけ。",
      aim: "21にするか最後に出して総取り。多く集めたチームの勝ち。",
      feel: "ブラフと味方へのアシスト。",
      options: {
        two_player: {
          label: "2人バージョン",
          values: {
            redeal: { name: "その1(配り直し)", about: "初戦のあと、山札の26枚を配ってもう一戦。" },
            refill: { name: "その2(補充)", about: "ラウンドごとに13枚まで公開で引きます。" },
          },
        },
        exchange: {
          label: "手札交換",
          values: {
            none: { name: "なし", about: "配られたまま遊びます。" },
            hearts: { name: "ハーツ式", about: "3枚を左、次は右、次は向かいへ。" },
            partner: { name: "パートナーと", about: "3枚をパートナーに渡します。" },
          },
        },
        games: {
          label: "長さ",
          values: {
            "1": { name: "1ゲーム", about: "一回勝負です。" },
            "3": { name: "3ゲーム勝負", about: "三回の獲得枚数を合計します。" },
          },
        },
        jokers: {
          label: "ジョーカー",
          values: {
            false: { name: "なし", about: "いつも52枚です。" },
            true: { name: "あり", about: "2・3ゲーム目に2枚加わります。数字を重ねるか合計を半分に。獲得すると−5。" },
          },
        },
      },
    },
  },
};
