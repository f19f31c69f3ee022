import type { FortyoneOptions } from "../../protocol/wire";
import type { About } from "../../skin/types";

export const about: About<FortyoneOptions> = {
  place: 1,
  minutes: "5–10",
  hue: 12,
  dealsTop: true,
  picture: { cards: ["KH", "8C", "AS"], mark: "41" },
  text: {
    en: {
      blurb: "Count up to 41 in turns. Whoever hits 1, 11, 21, 31 or 41 takes a chip – and the king is a mirror.",
      aim: "Make 1, 11, 21, 31 or 41 exactly: most chips after four deals win.",
    },
    ja: {
      blurb: "交互に足して41まで。1・11・21・31・41にぴったり届けばチップ。Kは鏡です。",
      aim: "1・11・21・31・41にぴったりでチップ。4ディールで多い人の勝ち。",
    },
  },
};
