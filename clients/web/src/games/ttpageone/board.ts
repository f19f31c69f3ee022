import type { BoardTexts } from "../../skin/types";

export const board: BoardTexts = {
  en: { margin: "points ahead, for your team", alone: "points ahead of the best other player" },
  ja: { margin: "チームの得点差", alone: "ほかの人の最高点との差" },
};
