import type { SelfishOptions } from "../../protocol/wire";
import type { About } from "../../skin/types";

export const about: About<SelfishOptions> = {
  place: 4,
  minutes: "3–8",
  hue: 285,
  reading: "セルフィッシュ",
  picture: { cards: ["5S", "5H", "KC"], mark: "S!" },
  usual: { options: { coming_out: true, games: 5 }, seats: 3, level: "normal" },

  hides: (option, chosen) => option === "selfish_tie" && chosen["scoring"] === "simple",
  text: {
    en: {
      blurb:
        "Draw up to four cards, call stop when it suits you, and have the highest total – but all face cards is a Burst!",
      aim: "Highest total wins – but only J, Q and K is a Burst, and loses.",
    },
    ja: {
      blurb: "4枚まで引いて合計勝負。好機にストップ! ただし絵札だけならBurstで負け。",
      aim: "合計が一番高い人の勝ち。絵札だけならBurstで負け。",
    },
  },
};
