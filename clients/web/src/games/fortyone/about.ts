import type { FortyoneOptions } from "../../protocol/wire";
import type { About } from "../../skin/types";

export const about: About<FortyoneOptions> = {
  place: 1,
  minutes: "5–10",
  hue: 12,
  dealsTop: true,
  picture: { cards: ["KH", "8C", "AS"], mark: "41" },
};
