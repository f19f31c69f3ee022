import { recordedFrom, type Lesson } from "../types";
import recorded from "./recorded.json";

const card = (code: string): string => `.slot[data-card="${code}"]`;
const PLAY = '[data-action="play"]';

export const lesson: Lesson = {
  recorded: recordedFrom(recorded),
  notes: [
    {
      at: 0,
      target: [".hand"],
      text: {
        en: "All but your last card are played in tricks. Only that last card counts: whose is the highest gets its points. With 22 points one is out; the last one left wins. So keep a low card to the end.",
        ja: "最後の1枚だけが大事です。一番強いカードを残した人がその点を受け、22点で脱落、最後まで残れば勝ち。弱いカードを残しましょう。",
      },
    },
    {
      at: 0,
      target: ['[data-action="exchange"]', card("8H")],
      text: {
        en: "First you may exchange cards you don’t like. The 8 is neither low nor high: tap it, then “Exchange”.",
        ja: "まず、いらないカードを交換できます。8は中途半端。触れて「交換」を押しましょう。",
      },
    },
    {
      at: 3,
      target: [PLAY, card("9S"), card("9D")],
      text: {
        en: "You got an ace, the highest card. Now you lead. A lead is one card, or several of the same rank: tap both nines and play them.",
        ja: "一番強いAが来ました。あなたのリードです。1枚か、同じランクを何枚か出せます。9を2枚とも選んで出しましょう。",
      },
    },
    {
      at: 6,
      target: ['[data-anchor="seat-2"]'],
      text: {
        en: "Haru beat the nines with tens. Ren could not, and had to play his two lowest cards. That hurts: low cards are what you want to keep.",
        ja: "Haruは10のペアで上回りました。Renは出せず、最弱の2枚を出すことに。弱いカードは残したいのに、痛い!",
      },
    },
    {
      at: 8,
      target: [PLAY, card("KC")],
      text: {
        en: "A king is to be beaten. Of equal cards the later one wins: your king takes the trick.",
        ja: "いま強いのはK。同じ強さなら後から出したほうの勝ち。Kで取りましょう。",
      },
    },
    {
      at: 9,
      target: [PLAY, card("AS")],
      text: {
        en: "Who wins a trick leads the next one. Nobody beats an ace: the others must give their lowest cards away.",
        ja: "取った人が次のリードです。Aにはだれも勝てず、みんな最弱のカードを出すしかありません。",
      },
    },
    {
      at: 12,
      target: [PLAY, card("JC")],
      text: {
        en: "Now the jack, so that the 2 and the 3 stay.",
        ja: "次はJ。2と3を残します。",
      },
    },
    {
      at: 16,
      target: [PLAY, card("2C")],
      text: {
        en: "Ren leads a 9. You can’t match it, so your lowest card must go: the 2. The 3 will be your last card.",
        ja: "Renのリードは9。勝てないので、最弱の2を出すしかありません。3が最後に残ります。",
      },
    },
    {
      at: 18,
      target: [".show", '[data-anchor="seat-1"]'],
      text: {
        en: "Everybody shows the last card. Haru’s 8 is the highest: 8 points for Haru, and as many cards for each in the next deal. An ace would cost 11, a K, Q or J 10; equal ones all lose. You find this guide again under “Rules”.",
        ja: "最後の1枚を見せ合います。一番強いのはHaruの8。Haruに8点、次のディールはその点と同じ8枚ずつ。Aなら11点、K・Q・Jは10点、同じ強さなら全員が負けです。このガイドは「遊び方」からいつでも見られます。",
      },
    },
  ],
};
