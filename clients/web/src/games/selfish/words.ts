export const HANDS: Record<string, { en: string; ja: string }> = {
  none: { en: "no hand", ja: "役なし" },
  nothing: { en: "nothing", ja: "役なし" },
  double: { en: "Double", ja: "Double" },
  two_pairs: { en: "two Doubles", ja: "Double二つ" },
  triple: { en: "Triple", ja: "Triple" },
  selfish: { en: "Selfish!", ja: "Selfish!" },
  burst: { en: "Burst", ja: "Burst" },
};

export const handName = (hand: string, language: "en" | "ja"): string => HANDS[hand]?.[language] ?? hand;
