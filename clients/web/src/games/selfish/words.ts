import type { Language } from "../../i18n/index.svelte";

export const HANDS: Record<string, { en: string; ja: string }> = {
  none: { en: "no hand", ja: "役なし" },
  nothing: { en: "nothing", ja: "役なし" },
  double: { en: "Double", ja: "Double" },
  two_pairs: { en: "two Doubles", ja: "Double二つ" },
  triple: { en: "Triple", ja: "Triple" },
  selfish: { en: "Selfish!", ja: "Selfish!" },
  burst: { en: "Burst", ja: "Burst" },
};

export const handName = (hand: string, language: Language): string => HANDS[hand]?.[language] ?? hand;

const en = {
  turn: (n: number) => `Turn ${n} of 4`,
  stopped: (name: string) => `${name}: Stop!`,
  first: "Draws first",
  yours: "Your hand",
  values: "A 1 · J 11 · Q 12 · K 13 · pair +10 · three +20 · four wins · only J Q K: Burst",
  opened: "The hands are open",
  sudden: "Sudden death",
  draw: "Draw a card",
  drawLast: "Draw your last card",
  decide: "Stop now, or go on?",
  claim: "What do you say you hold?",
  stop: "Stop!",
  goOn: "Goes on",
};

const ja: typeof en = {
  turn: (n) => `4ターンのうち${n}`,
  stopped: (name) => `${name}がストップ!`,
  first: "最初に引く人",
  yours: "あなたの手",
  values: "A 1・J 11・Q 12・K 13 ペア+10・3枚+20・4枚で勝ち・絵札だけはBurst",
  opened: "オープン!",
  sudden: "サドンデス",
  draw: "1枚引いてください",
  drawLast: "最後の1枚を引いてください",
  decide: "ここで止めますか、続けますか?",
  claim: "手は何だと言いますか?",
  stop: "ストップ!",
  goOn: "続行",
};

export const words = (language: Language): typeof en => (language === "ja" ? ja : en);
