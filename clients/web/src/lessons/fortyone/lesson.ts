import { recordedFrom, type Lesson } from "../types";
import recorded from "./recorded.json";

const card = (code: string): string => `.slot[data-card="${code}"]`;
const PLAY = '[data-action="play"]';

export const lesson: Lesson = {
  recorded: recordedFrom(recorded),
  notes: [
    {
      at: 0,
      target: ["[data-total]"],
      text: {
        en: "This is the running total. It began with the card turned up, a 6. You play in turns, and each card is added. It may never go over 41.",
        ja: "これが合計です。表になった6から始まりました。交互に1枚出して足していきます。41を超えてはいけません。",
      },
    },
    {
      at: 0,
      target: [".scale"],
      text: {
        en: "Whoever makes exactly 1, 11, 21 or 31 takes a chip; 41 gives two. After four deals most chips win.",
        ja: "ぴったり1・11・21・31にした人が1チップ、41なら2チップ。4ディールでチップの多い人の勝ちです。",
      },
    },
    {
      at: 0,
      target: [PLAY, card("5H")],
      text: {
        en: "6 and 5 make 11. Tap your 5, then the button “Play”.",
        ja: "6と5で11です。手札の5に触れて、「出す」を押しましょう。",
      },
    },
    {
      at: 2,
      target: [PLAY, card("2S")],
      text: {
        en: "A chip for you! Haru made it 19. Your 2 makes 21.",
        ja: "1チップ獲得! Haruが19にしました。2を出せば21です。",
      },
    },
    {
      at: 4,
      target: [PLAY, card("QS")],
      text: {
        en: "Haru made 31 and took a chip. A queen counts 0: play it, and it is 31 again – for you.",
        ja: "Haruが31で1チップ。Qは0と数えます。出せばもう一度31、今度はあなたの番です。",
      },
    },
    {
      at: 6,
      target: [PLAY, card("3H")],
      text: {
        en: "38! Your 3 makes 41: two chips.",
        ja: "38になりました。3で41、2チップです。",
      },
    },
    {
      at: 8,
      target: [PLAY, card("JC")],
      text: {
        en: "No card of Haru’s fits under 41, so Haru had to pass: a chip for you. Your jack fits, it counts −1. The king is a mirror: now it would count 3, like the card before it.",
        ja: "Haruは41以内に収まるカードがなくパス。あなたに1チップ! Jは−1なので出せます。Kは鏡で直前と同じ、いまは3になるので出せません。",
      },
    },
    {
      at: 10,
      target: [PLAY, card("KS")],
      text: {
        en: "Haru’s king mirrors your jack: −1. After it your king counts −1 as well.",
        ja: "HaruのKはJを映して−1。続けて出すあなたのKも−1です。",
      },
    },
    {
      at: 12,
      target: ['[data-action="pass"]'],
      text: {
        en: "Haru passed: a chip for you. You have no cards left, so pass too. Two passes end the deal, and the last one gives nothing.",
        ja: "Haruはパス、あなたに1チップ。手札がないのであなたもパス。続けてパスでディール終了、最後のパスではチップは動きません。",
      },
    },
    {
      at: 13,
      target: ['[data-anchor="seat-0"]'],
      text: {
        en: "Seven chips to one: well played! What is left in the hands is laid away unseen. Three more deals follow in a real game; with equal chips both win. A king turned up first has no value yet: it gets that of the next other card. You find this guide again under “Rules”.",
        ja: "7対1、お見事! 残った手札は見せずに捨てます。実際の対戦では、あと3ディール続き、同数なら引き分けです。最初の1枚がKなら、次に出たK以外のカードと同じ値になります。このガイドは「遊び方」からいつでも見られます。",
      },
    },
  ],
};
