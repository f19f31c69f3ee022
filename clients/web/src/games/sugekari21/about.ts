import type { Sugekari21Options } from "../../protocol/wire";
import type { About } from "../../skin/types";

export const about: About<Sugekari21Options> = {
  place: 0,
  minutes: "10–20",
  hue: 158,
  reading: "すげかり にじゅういち",
  sides: (_options, seats) => (seats === 4 ? 2 : 0),
  dealsTop: true,
  picture: { cards: ["TD", "9S", "2H"], mark: "21" },
  hides: (option, chosen, seats) =>
    option === "two_player" ? seats !== 2 : option === "jokers" && (seats === 2 || chosen["games"] !== 3),
  refuses: (option, value, _chosen, seats) => option === "exchange" && value === "partner" && seats === 2,
};
