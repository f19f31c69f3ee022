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
    option === "two_player" ? seats !== 2 : option === "jokers" && (seats === 2 || chosen["games"] !== 3),
  refuses: (option, value, _chosen, seats) => option === "exchange" && value === "partner" && seats === 2,
  text: {
    en: {
      blurb: "Two against two: hit 21 or be the last to play, and sweep the cards. No rank twice in a round.",
      aim: "Make 21 or play last, and take the cards: more cards win.",
      credit:
        "Born in Sugekari, in the Meguro ward of Tokyo: drafted by its author, refined with friends. The source is the author’s own page 「菅刈21(Sugekari Twenty-One)」, which gives no name.",
    },
    ja: {
      blurb: "2対2。ぴったり21か、最後に出した人がカードを総取り。同じ数字は一度だけ。",
      aim: "21にするか最後に出して総取り。多く集めたチームの勝ち。",
      credit:
        "東京都目黒区菅刈で生まれたゲーム。作者の原案を、仲間たちが洗練しました。出典は、作者自身のページ「菅刈21(Sugekari Twenty-One)」(名前の記載はありません)。",
    },
  },
};
