import type { BoardTexts } from "../../skin/types";

export const board: BoardTexts = {
  en: { margin: "cards ahead" },
  ja: { margin: "獲得枚数の差" },
};
