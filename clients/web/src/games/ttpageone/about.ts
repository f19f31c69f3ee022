import type { TtpageoneOptions } from "../../protocol/wire";
import type { About } from "../../skin/types";

export const about: About<TtpageoneOptions> = {
  place: 3,
  minutes: "10–20",
  hue: 38,
  dealsTop: true,
  ordersLists: true,
  picture: { cards: ["7H", "XX", "9D"], mark: "TT" },
  hides: (option, _chosen, seats) => option === "teams" && seats % 2 === 1,
  refuses: (option, value, _chosen, seats) => {
    const teams = option === "teams" ? Number(value) : 0;
    return teams > 0 && (seats % teams !== 0 || seats < 2 * teams);
  },
  text: {
    en: {
      blurb:
        "Two tables, open hands, one secret. Match suit or rank, mind the special cards – and don’t forget “Last one!”",
      aim: "Match suit or rank; whose hand is empty first wins.",
      credit:
        "Made in a school’s table tennis club: its author drew up the rules and tried them out with the other members. The source is the blog page 「トランプゲームのご紹介」, which gives no name.",
    },
    ja: {
      blurb: "二つの台札、見せ合う手札、シークレットは一枚。マークか数字を合わせて、「ラストワン!」を忘れずに。",
      aim: "マークか数字を合わせて、先に手札をなくした人の勝ち。",
      credit:
        "高校の卓球部で、作者がおもにルールを考え、部員たちと試しながら作ったゲーム。出典は、作者のブログのページ「トランプゲームのご紹介」(名前の記載はありません)。",
    },
  },
};
