import type { Language } from "../../i18n/index.svelte";

const HANDS: Record<string, { en: string; ja: string }> = {
  none: { en: "no hand", ja: "役なし" },
  nothing: { en: "nothing", ja: "役なし" },
  double: { en: "Double", ja: "Double" },
  two_pairs: { en: "two Doubles", ja: "Double 2組" },
  triple: { en: "Triple", ja: "Triple" },
  selfish: { en: "Selfish!", ja: "Selfish!" },
  burst: { en: "Burst", ja: "Burst" },
};

export const handName = (hand: string, language: Language): string => HANDS[hand]?.[language] ?? hand;

const en = {
  noPlay: "Cards are not played here: you draw, and then stop or go on.",
  stopLater: "You may stop from turn 2 on, after drawing.",
  drawFirst: "First draw a card.",
  firstSign: "1st",
  turn: (n: number) => `Turn ${n} of 4`,
  game: (n: number, of: number, wins: string) => `Game ${n} of ${of} · won: ${wins}`,
  stopped: (name: string) => `${name}: Stop!`,
  first: "Draws first",
  yours: "Your hand",
  points: (n: number) => `${n}`,
  burstSoFar: "Burst so far",
  values: "A 1 · J 11 · Q 12 · K 13 · each pair +10 · three +20 · four wins · only J Q K: Burst",
  simpleValues: "A 1 · J 11 · Q 12 · K 13 · only J Q K: Burst",
  onlyBurst: "A hand of nothing but J, Q, K is a Burst: it loses.",
  joker: " · joker: any number",
  opened: "The hands are open",
  sudden: "Sudden death",
  draw: "Draw a card",
  drawLast: "Draw your last card",
  decide: "Stop now, or go on?",
  claim: "What do you say you hold?",
  stop: "Stop!",
  goOn: "Goes on",
  wonBy: "a Selfish",
  claimed: (hand: string) => `“${hand}”`,
  reason: {
    claim: (high: boolean) =>
      `A claim changes no hand and need not be true: who believes this one is ${high ? "less" : "more"} likely to stop.`,
    burst: "Now it is a Burst: you need a card that is no J, Q or K.",
    selfish: "You have a Selfish.",
    held: (hand: string, average: number) =>
      `${hand} is more than the average of ${average}, and more cards would help the others too.`,
    named: (name: string, total: number) => `${total} with a ${name}`,
    stops: "After a stop nobody draws in another turn.",
    more: (pairs: boolean) =>
      `In the next turn you draw another card${pairs ? "; one that makes a pair adds 10 more" : ""}.`,
    draw: "You have to draw before you may stop.",
    low: (total: number) => `With ${total} somebody else is likely to have more now: better draw another card.`,
  },
  place: {
    games: (won: number) => `${won} ${won === 1 ? "game" : "games"} won`,
    early: (left: number) => `, and nobody can catch up in the ${left === 1 ? "game" : `${left} games`} left`,
    total: (score: number) => `total ${score}`,
    burst: "only J, Q, K: Burst, which counts nothing",
    named: (name: string, score: number) => `${name}, total ${score}`,
    sudden: (held: string, card: string, wins: boolean) =>
      `${held}, a tie; ${wins ? "won" : "lost"} the sudden death with ${card}`,
    selfish: "a Selfish wins at once",
    best: (held: string) => `${held}, the highest`,
  },
};

const ja: typeof en = {
  noPlay: "カードは出しません。引いて、続けるか止めるかを選びます。",
  stopLater: "ストップは2ターン目から、引いたあとに言えます。",
  drawFirst: "先に1枚引いてください。",
  firstSign: "先",
  turn: (n) => `全4ターンの${n}ターン目`,
  game: (n, of, wins) => `第${n}ゲーム(全${of}ゲーム) 勝ち:${wins}`,
  stopped: (name) => `${name}がストップ!`,
  first: "最初に引く人",
  yours: "あなたの手札",
  points: (n) => `${n}点`,
  burstSoFar: "このままだとBurst",
  values: "A 1・J 11・Q 12・K 13 各ペア+10・3枚+20・4枚で勝ち・絵札だけはBurst",
  simpleValues: "A 1・J 11・Q 12・K 13 絵札だけはBurst",
  onlyBurst: "絵札だけの手札はBurst。負けです。",
  joker: "・ジョーカーは好きな数字",
  opened: "オープン!",
  sudden: "サドンデス",
  draw: "1枚引いてください",
  drawLast: "最後の1枚を引いてください",
  decide: "ここで止めますか、続けますか?",
  claim: "どの役だと言いますか?",
  stop: "ストップ!",
  goOn: "続行",
  wonBy: "Selfish",
  claimed: (hand) => `「${hand}」`,
  reason: {
    claim: (high) =>
      `宣言は手札を変えず、嘘でもかまいません。信じた人は${high ? "ストップしにくく" : "ストップしやすく"}なります。`,
    burst: "このままではBurst。絵札でないカードが要ります。",
    selfish: "Selfishです。",
    held: (hand, average) => `${hand}は平均の${average}点より上です。続けると、ほかの人も伸びます。`,
    named: (name, total) => `${name}で${total}点`,
    stops: "ここで止めれば、次のターンはだれも引けません。",
    more: (pairs) => `次のターンにもう1枚引けます${pairs ? "。ペアになれば+10です" : ""}。`,
    draw: "引いてからでないと、ストップできません。",
    low: (total) => `${total}点では、ほかの人のほうが高そうです。もう1枚引きましょう。`,
  },
  place: {
    games: (won) => `${won}勝`,
    early: (left) => `。残り${left}ゲームでは、だれも追いつけません`,
    total: (score) => `合計${score}点`,
    burst: "絵札だけでBurst、0点",
    named: (name, score) => `${name}、合計${score}点`,
    sudden: (held, card, wins) => `${held}で同点。サドンデスで${card}を引いて${wins ? "勝ち" : "負け"}`,
    selfish: "Selfishで勝ち",
    best: (held) => `${held}で最高`,
  },
};

export const words = (language: Language): typeof en => (language === "ja" ? ja : en);
