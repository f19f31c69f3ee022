import type { BoardTexts } from "../../skin/types";

// How many boards it takes: tests/bench/README.md, "boards until that is sure".
export const board: BoardTexts = {
  en: {
    margin: "games ahead",
    alone: "games ahead of each other player, added up",
    luck: "Luck today: most of it. It takes about 66 such boards until the sharp bot is surely ahead of the steady one.",
  },
  ja: {
    margin: "勝ち数の差",
    alone: "ほかの人それぞれとの勝ち数の差の合計",
    luck: "今日はほとんど運です。強いボットがふつうのボットより確かに上と言えるまでに、およそ66局かかります。",
  },
};
