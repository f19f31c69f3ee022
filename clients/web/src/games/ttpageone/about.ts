import type { TtpageoneOptions } from "../../protocol/wire";
import type { About } from "../../skin/types";

export const about: About<TtpageoneOptions> = {
  place: 3,
  minutes: "10–20",
  hue: 38,
  sides: ({ teams }) => Number(teams ?? 0),
  dealsTop: true,
  ordersLists: true,
  picture: { cards: ["7H", "XX", "9D"], mark: "TT" },
  hides: (option, _chosen, seats) => option === "teams" && seats % 2 === 1,
  refuses: (option, value, _chosen, seats) => {
    const teams = option === "teams" ? Number(value) : 0;
    return teams > 0 && (seats % teams !== 0 || seats < 2 * teams);
  },
};
