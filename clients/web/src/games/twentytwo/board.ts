import type { BoardTexts } from "../../skin/types";

export const board: BoardTexts = {
  en: { margin: "10 for each player who did worse, less your points" },
  ja: { margin: "下位の人数×10−自分の失点" },
};
