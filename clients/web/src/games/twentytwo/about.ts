import type { TwentytwoOptions } from "../../protocol/wire";
import type { About } from "../../skin/types";

export const about: About<TwentytwoOptions> = {
  place: 2,
  minutes: "10–25",
  hue: 220,
  dealsTop: true,
  picture: { cards: ["2C", "QH", "AD"], mark: "22" },
  named: ({ variant }) => (variant === "26" ? "26" : null),
  hides: (option, chosen) =>
    option === "decks" ? chosen["variant"] === "26" : option === "max_lead" && chosen["variant"] !== "26",
  refuses: (option, value, _chosen, seats) => option === "decks" && value === 1 && seats > 6,
  text: {
    en: {
      blurb: "Keep your last card low! The highest one costs its points, and whoever reaches 22 is out.",
      aim: "Only the last card counts: keep it low.",
      credit:
        "A game from North America, which seems to derive from Iceland’s Cucumber. The source is the Japanese web page 「22」 of 23 December 2023, which gives no name; it refers to the book 『大人が楽しいトランプゲーム30選』 (Sugorokuya; Small Publishing).",
    },
    ja: {
      blurb: "最後の一枚は弱く! 一番強いカードを残すと失点、22点で脱落です。",
      aim: "大事なのは最後の1枚だけ。弱いカードを残そう。",
      credit:
        "北米のゲームで、アイスランドの「きゅうり(Cucumber)」がもとになっているようです。出典は、2023年12月23日付のページ「22」(名前の記載はありません)。参考書籍は『大人が楽しいトランプゲーム30選』(すごろくや、スモール出版)。",
    },
  },
};
