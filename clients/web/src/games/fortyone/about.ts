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
      credit:
        "Invented by Kusaba Jun (草場純) around the end of the 20th century. The source is what he wrote in the game forum of @nifty, reprinted by kubota_ya in the blog 「岩手県滝沢村・ボードゲーム関連の話題」 on 30 June 2008.",
    },
    ja: {
      blurb: "交互に足して41まで。1・11・21・31・41にぴったり届けばチップ。Kは鏡です。",
      aim: "1・11・21・31・41にぴったりでチップ。4ディールで多い人の勝ち。",
      credit:
        "考案したのは草場純さんで、20世紀の最後ごろのこと。出典は、ゲームフォーラム@niftyでの草場さんの発言で、kubota_yaさんのブログ「岩手県滝沢村・ボードゲーム関連の話題」に転載されたもの(2008年6月30日)。",
    },
  },
};
