import type { BoardTexts } from "../../skin/types";

export const board: BoardTexts = {
  en: { margin: "points ahead, for your team" },
  ja: { margin: "チームの得点差" },
};
