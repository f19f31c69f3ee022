import { recordedFrom, type Lesson } from "../types";
import recorded from "./recorded.json";

const DRAW = '[data-action="draw"]';

export const lesson: Lesson = {
  recorded: recordedFrom(recorded),
  notes: [
    {
      at: 0,
      target: [".turns"],
      text: {
        en: "Selfish has four turns at most. In each you draw one card that only you can see. The highest total wins.",
        ja: "Selfishは最大4ターン。毎ターン、自分だけが見られるカードを1枚引きます。合計が一番高い人の勝ちです。",
      },
    },
    { at: 0, target: [DRAW], text: { en: "Draw your first card.", ja: "最初の1枚を引きましょう。" } },
    {
      at: 1,
      target: [".hand .slot"],
      text: {
        en: "A seven counts 7. A counts 1, J 11, Q 12 and K 13. Now the others draw.",
        ja: "7は7点。Aは1、Jは11、Qは12、Kは13です。ほかの人も引きます。",
      },
    },
    { at: 3, target: [DRAW], text: { en: "Turn 2. Draw again.", ja: "2ターン目です。もう1枚引きましょう。" } },
    {
      at: 4,
      target: [".hand .slot"],
      text: {
        en: "Two sevens are a Double: 10 points more, 24 in all. Three of a number would be a Triple, +20; four a Selfish, which wins outright.",
        ja: "7が2枚でDouble、+10で合計24点。3枚ならTripleで+20、4枚ならSelfishで無条件の勝ちです。",
      },
    },
    {
      at: 4,
      target: ['[data-action="continue"]'],
      text: {
        en: "From turn 2 on you may say “Stop!” after drawing. Those after you draw once more, then all hands are opened. 24 is not much yet: go on.",
        ja: "2ターン目からは、引いたあとに「ストップ!」と言えます。残りの人が引いたらオープン。24点ではまだ不安、続けましょう。",
      },
    },
    {
      at: 9,
      target: [DRAW],
      text: {
        en: "Nobody stopped. Turn 3: draw.",
        ja: "だれも止めませんでした。3ターン目、引きましょう。",
      },
    },
    {
      at: 10,
      target: ['[data-action="stop"]'],
      text: {
        en: "A king: 7 + 7 + 13 + 10 = 37. Stop, before the others get better!",
        ja: "Kです。7+7+13+10で37点。ほかの人が強くなる前に、ストップ!",
      },
    },
    {
      at: 13,
      target: [".hands .hand:nth-child(2)", '[data-anchor="seat-1"]'],
      spares: [".hands .hand", ".others .seat"],
      text: {
        en: "Haru has nothing but J, Q and K. That is a Burst: it loses, however high it is, and if all have one, nobody wins. One small card more would have made it the best hand.",
        ja: "Haruは絵札ばかり。Burstなので、点数が高くても負け(全員Burstなら勝者なし)。小さいカードがもう1枚あれば、一番強い手でした。",
      },
    },
    {
      at: 13,
      target: [".hands .hand:nth-child(1)", ".stop"],
      spares: [".hands .hand", ".others .seat"],
      text: {
        en: "37 points win. After a tie those who are equal draw one card each, until one is higher. A joker, where options add one, counts as what is best for you. You find this guide again under “Rules”.",
        ja: "37点であなたの勝ち。同点なら、並んだ人が差がつくまで1枚ずつ引き、大きい数字の勝ちです。オプションで加えたジョーカーは、一番得な数字になります。このガイドは「遊び方」からいつでも見られます。",
      },
    },
  ],
};
