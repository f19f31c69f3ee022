import type { BoardTexts } from "../../skin/types";

// How many boards it takes: tests/bench/README.md, "boards until that is sure".
export const board: BoardTexts = {
  en: {
    margin: "chips ahead",
    luck: "Luck today: a good part. It takes about 35 such boards until the sharp bot is surely ahead of the steady one.",
  },
  ja: {
    margin: "チップ差",
    luck: "今日は運もかなりあります。強いボットがふつうのボットより確かに上と言えるまでに、およそ35局かかります。",
  },
};
