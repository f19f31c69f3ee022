import type { TwentytwoOptions } from "../../protocol/wire";
import type { About } from "../../skin/types";

export const about: About<TwentytwoOptions> = {
  place: 2,
  minutes: "10–25",
  hue: 220,
  dealsTop: true,
  picture: { cards: ["2C", "QH", "AD"], mark: "22" },
  hides: (option, chosen) =>
    option === "decks" ? chosen["variant"] === "26" : option === "max_lead" && chosen["variant"] !== "26",
  refuses: (option, value, _chosen, seats) => option === "decks" && value === 1 && seats > 6,
  text: {
    en: {
      blurb: "Keep your last card low! The highest one costs its points, and whoever reaches 22 is out.",
      aim: "Only the last card counts: keep it low.",
    },
    ja: {
      blurb: "最後の一枚は弱く! 一番強いカードを残すと失点、22点で脱落です。",
      aim: "大事なのは最後の1枚だけ。弱いカードを残そう。",
    },
  },
};
