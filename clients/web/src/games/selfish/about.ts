import type { SelfishOptions } from "../../protocol/wire";
import type { About } from "../../skin/types";

export const about: About<SelfishOptions> = {
  place: 4,
  minutes: "3–8",
  hue: 285,
  reading: "セルフィッシュ",
  picture: { cards: ["5S", "5H", "KC"], mark: "S!" },
  usual: { options: { games: 5 } },
  hides: (option, chosen) => option === "selfish_tie" && chosen["scoring"] === "simple",
};
