// Texts of the options, for the dialog that creates a room and for the waiting room.
import type { Sugekari21Options } from "../../protocol/wire";
import type { OptionTexts } from "../../skin/types";

export const options: OptionTexts<Sugekari21Options> = {
  en: {
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
        hearts: {
          name: "As in Hearts",
          about: "Three cards go to the left, then to the right, then across; two players exchange with each other.",
        },
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
  ja: {
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
        hearts: { name: "ハーツ式", about: "3枚を左、次は右、次は向かいへ。2人なら互いに。" },
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
};
