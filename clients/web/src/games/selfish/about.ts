import type { SelfishOptions } from "../../protocol/wire";
import type { About } from "../../skin/types";

export const about: About<SelfishOptions> = {
  place: 4,
  minutes: "3–8",
  hue: 285,
  reading: "セルフィッシュ",
  picture: { cards: ["5S", "5H", "KC"], mark: "S!" },
  usual: { options: { games: 5 }, level: "normal" },
  hides: (option, chosen) => option === "selfish_tie" && chosen["scoring"] === "simple",
  text: {
    en: {
      blurb:
        "Draw up to four cards, call stop when it suits you, and have the highest total – but all face cards is a Burst!",
      aim: "Highest total wins – but only J, Q and K is a Burst, and loses.",
      credit:
        "Selfish was invented by 火十波. The source is the page 「新感覚トランプゲーム「Selfish」について」 of 火十波’s site 夢星, written by 夢星従業員.",
    },
    ja: {
      blurb: "4枚まで引いて合計勝負。好機にストップ! ただし絵札だけならBurstで負け。",
      aim: "合計が一番高い人の勝ち。絵札だけならBurstで負け。",
      credit:
        "「Selfish」を考案したのは火十波さんです。出典は、火十波さんのサイト「夢星」のページ「新感覚トランプゲーム「Selfish」について」(文:夢星従業員)。",
    },
  },
};
