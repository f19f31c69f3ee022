import { signed } from "../../i18n/cards";
import type { Language } from "../../i18n/index.svelte";

const en = {
  values: "A 1 · 2–10 their number · J −1 · Q 0 · K as the card before it",
  lastDeal: "The deal before",
  why: {
    openKing: (value: number, cards: number, limit: number) =>
      `The open kings would count ${value} too: ${cards} cards make ${cards * value}, more than ${limit}.`,
    king: (value: number, total: number, sum: number, limit: number) =>
      `The king mirrors the card before it: ${value}. ${total} and ${value} make ${sum}, more than ${limit}.`,
    over: (_sign: string, total: number, value: number, sum: number, limit: number) =>
      `${total} and ${value} make ${sum}, more than ${limit}.`,
    mustPlay: "You can play a card, so you may not pass.",
  },
  reason: {
    noneFits: "None of your cards fits under 41.",
    two: "It makes 41: two chips.",
    one: (sum: number) => `It makes ${sum}: a chip.`,
    noChip: (sum: number) => `It makes ${signed(sum)}; none of your cards makes a chip now.`,
    saves: (sum: number, kept: string) => `It makes ${signed(sum)}, and you keep ${kept} for a later chip.`,
  },
  place: (chips: number, tied: boolean) =>
    `${chips} ${chips === 1 ? "chip" : "chips"}${tied ? ", as many as the other" : ""}`,
};

const ja: typeof en = {
  values: "A 1・2〜10 数字どおり・J −1・Q 0・K 直前のカードと同じ",
  lastDeal: "前のディール",
  why: {
    openKing: (value, cards, limit) =>
      `決まっていないKもすべて${value}になり、${cards}枚で${cards * value}。${limit}を超えます。`,
    king: (value, total, sum, limit) => `Kは直前と同じ${value}。${total}+${value}=${sum}で${limit}を超えます。`,
    over: (sign, total, value, sum, limit) => `${sign}を出すと${total}+${value}=${sum}で、${limit}を超えます。`,
    mustPlay: "出せるカードがあるときは、パスできません。",
  },
  reason: {
    noneFits: "41を超えずに出せるカードがありません。",
    two: "ぴったり41、2チップです。",
    one: (sum) => `ぴったり${sum}、1チップです。`,
    noChip: (sum) => `合計${signed(sum)}になります。いまチップを取れるカードはありません。`,
    saves: (sum, kept) => `合計${signed(sum)}になります。${kept}は、あとでチップを取るために残せます。`,
  },
  place: (chips, tied) => `${chips}チップ${tied ? "で同数" : ""}`,
};

export const words = (language: Language): typeof en => (language === "ja" ? ja : en);
