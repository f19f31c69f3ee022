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
};
