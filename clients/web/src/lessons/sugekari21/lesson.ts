import { recordedFrom, type Lesson } from "../types";
import recorded from "./recorded.json";

const card = (code: string): string => `.slot[data-card="${code}"]`;
const PLAY = '[data-action="play"]';
const PASS = '[data-action="pass"]';

export const lesson: Lesson = {
  recorded: recordedFrom(recorded),
  notes: [
    {
      at: 0,
      target: ['[data-anchor="seat-2"]'],
      text: {
        en: "Two against two: Ren, across from you, is your partner. The side that captures more cards wins.",
        ja: "2対2の勝負です。向かいのRenがあなたのパートナー。多くカードを集めたチームの勝ちです。",
      },
    },
    {
      at: 0,
      target: ["[data-total]"],
      text: {
        en: "Everybody adds a card to this total, or passes. It may not go over 21. J, Q and K count −1, −2 and −3.",
        ja: "順番に1枚足していくか、パスをします。合計は21まで。J・Q・Kは−1・−2・−3です。",
      },
    },
    {
      at: 0,
      target: [PLAY, card("9S")],
      text: { en: "You lead. Play the 9.", ja: "あなたが先攻です。9を出しましょう。" },
    },
    {
      at: 4,
      target: [PLAY, card("3C")],
      text: {
        en: "18. Who makes exactly 21 takes all the cards of the round. Your 3 does it!",
        ja: "合計18。ぴったり21にした人が、このラウンドのカードを総取り。3を出せば21です!",
      },
    },
    {
      at: 5,
      target: [PLAY, card("8H")],
      text: {
        en: "Four cards for your side. Whoever wins a round leads the next one: lead the 8 of hearts.",
        ja: "あなたのチームが4枚獲得。取った人が次の先攻です。ハートの8を出しましょう。",
      },
    },
    {
      at: 9,
      target: [".ranks", card("8D")],
      text: {
        en: "No rank may be played twice in a round: 8, 10 and Q are used. That is why your other 8, 10 and Q are dark.",
        ja: "同じ数字は1ラウンドに一度だけ。8・10・Qはもう出たので、手札の8・10・Qは出せません。",
      },
    },
    {
      at: 9,
      target: [PLAY, card("2D")],
      text: {
        en: "A round also ends when all others pass after a play. 16 and 2 make 18: hard for them to top.",
        ja: "ほかの3人が続けてパスしても、最後に出した人の勝ち。16に2で18。相手は出しにくくなります。",
      },
    },
    {
      at: 13,
      target: [PLAY, card("KD")],
      text: {
        en: "Three passes: the cards are yours. Lead your king; it counts −3, and a total below 0 is fine.",
        ja: "3人がパスして獲得です。次はKを出しましょう。−3なので、合計は0を下回ってもかまいません。",
      },
    },
    {
      at: 17,
      target: [PASS],
      text: {
        en: "19: two more make 21, but you have no 2 left. Pass, perhaps Ren can. You may always pass, and come back in later.",
        ja: "合計19。あと2ですが、2はもうありません。パスしてRenに任せましょう。パスしても、あとでまた出せます。",
      },
    },
    {
      at: 20,
      target: ['[data-anchor="pile-0"]'],
      text: {
        en: "Ren made 21: your partner’s cards are yours too. A last card, which can’t be a J, Q or K, ends the game: its side takes half of the table, rounded up, even with exactly 21, and wins if both have as many. Cards left over count for nobody. You find this guide again under “Rules”.",
        ja: "Renが21に! パートナーの獲得もチームのもの。だれかが最後の1枚(J・Q・K以外)を出せば終了。そのチームが場の半分(切り上げ、21でも半分)を取り、同数でも勝ち。残りは数えません。このガイドは「遊び方」からいつでも見られます。",
      },
    },
  ],
};
