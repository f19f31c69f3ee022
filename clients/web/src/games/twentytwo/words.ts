import type { Language } from "../../i18n/index.svelte";

const en = {
  outAt: (limit: number) => `out at ${limit} points`,
  points: (score: number, limit: number) => `${score} of ${limit} points`,
  out: "out",
  lowest: "lowest",
  toBeat: "to beat",
  toReach: "to reach",
  leads: (name: string) => `${name} leads`,
  youLead: "You lead",
  exchange: "Exchange what you don’t like, or keep all",
  keep: "Keep all",
  kept: "Kept all",
  exchanged: (n: number) => `⇄ ${n}`,
  lead: "You lead: a card, or several of one rank",
  leadAny: "You lead: one card or several",
  answer: (n: number) =>
    n === 1 ? "Match or beat it, or play your lowest" : `Match or beat it with ${n} cards, or play your lowest`,
  trick: "Takes it",
  lastTrick: "The trick before",
  before: "The last cards of the deal before",
  mine: "Cards you exchanged",
  why: {
    stock: (n: number) => `The stock has ${n} cards: you can’t exchange more.`,
    keepOne: "You must keep at least one card.",
    oneRank: "A lead of several cards is of one rank.",
    mixedAtMost: (n: number) => `A lead of several ranks has at most ${n} cards.`,
    jokerAlone: "A joker is played only together with another card.",
    count: (n: number) => `In this trick everybody plays ${n === 1 ? "one card" : `${n} cards`}.`,
    must: "Who can match or beat the lead has to; the lowest cards are only for who can’t.",
    tooLow: (bar: string) => `It does not reach the ${bar}, and it is not your lowest card.`,
    reach: (n: number, bar: string, mixed: boolean) =>
      `Play ${n} cards ${mixed ? "that reach" : "of one rank that reach"} ${bar}, or your ${n} lowest.`,
  },
  reason: {
    keepAll: "The bot expects nothing better from new cards.",
    exchangeAll: "New cards are likely to be better than each of these.",
    exchange: (kept: string, n: number) =>
      `You keep ${kept}; ${n === 1 ? "a new card is" : `${n} new cards are`} likely to serve you better than the rest.`,
    keepsLowest: (kept: string) => `It leaves you your lowest card, the ${kept}, which is the one that counts.`,
    several: (n: number) => `The others have to answer with ${n} cards.`,
    reaches: (bar: string) => `It is your lowest card that reaches the ${bar}.`,
    reachesHigher: (bar: string, kept: string) => `It reaches the ${bar}, and you keep the lower ${kept}.`,
    noneReaches: (bar: string) => `Nothing of yours reaches the ${bar}, so your lowest card goes.`,
    allReach: (bar: string) => `They reach the ${bar}: you win the trick unless somebody matches or beats them.`,
    noSetReaches: (bar: string, n: number) =>
      `You have no ${n} of one rank that reach the ${bar}: your ${n} lowest go.`,
    keepsSet: (bar: string) => `You need not reach the ${bar}: your lowest cards go, and the higher ones stay.`,
    highest: "It is your highest card: as your last one it would cost most.",
    keepsHighest: (high: string) => `Your highest card, the ${high}, stays to win a later trick.`,
    keepsBoth: (low: string, high: string) => `You keep the ${low} for the end and the ${high} to win a later trick.`,
  },
  place: {
    lastLeft: (points: number) => `the last one left, with ${points} points`,
    out: (deal: number | null, points: number, wins: boolean) =>
      `out${deal === null ? "" : ` in deal ${deal}`}, with ${points} points${wins ? ", the fewest of the last ones" : ""}`,
  },
};

const ja: typeof en = {
  outAt: (limit) => `${limit}点で脱落`,
  points: (score, limit) => `${limit}点中${score}点`,
  out: "脱落",
  lowest: "最弱",
  toBeat: "一番強い",
  toReach: "基準",
  leads: (name) => `リードは${name}`,
  youLead: "あなたのリードです",
  exchange: "いらないカードを交換できます",
  keep: "交換しない",
  kept: "交換なし",
  exchanged: (n) => `⇄ ${n}枚`,
  lead: "リードです。1枚か、同じランクを何枚か",
  leadAny: "リードです。1枚か、何枚か",
  answer: (n) =>
    n === 1 ? "同じか強いカード、または最弱のカードを1枚" : `同じか強いカード、または最弱のカードを${n}枚`,
  trick: "トリック獲得",
  lastTrick: "前のトリック",
  before: "前のディールの最後のカード",
  mine: "交換したカード",
  why: {
    stock: (n) => `山札は${n}枚なので、交換は${n}枚までです。`,
    keepOne: "最後の1枚は残さなければなりません。",
    oneRank: "リードで一緒に出せるのは、同じランクのカードだけです。",
    mixedAtMost: (n) => `違うランクを混ぜたリードは、${n}枚までです。`,
    jokerAlone: "ジョーカーは、ほかのカードと一緒にしか出せません。",
    count: (n) => `このトリックは${n}枚ずつです。`,
    must: "リードと同じか強いカードがあるときは、それを出さなければなりません。",
    tooLow: (bar) => `${bar}に届かず、最弱のカードでもありません。`,
    reach: (n, bar) => `${n}枚で${bar}に届く組み合わせか、最弱の${n}枚だけが出せます。`,
  },
  reason: {
    keepAll: "新しいカードに替えても、よくなる見込みがありません。",
    exchangeAll: "どのカードも、引き直すほうがよくなる見込みです。",
    exchange: (kept, n) => `${kept}を残します。ほかの${n}枚は、引き直すほうがよくなる見込みです。`,
    keepsLowest: (kept) => `一番弱い${kept}が最後に残ります。`,
    several: (n) => `同時に${n}枚減り、同じ枚数を求められます。`,
    reaches: (bar) => `${bar}に勝てる一番弱いカードです。`,
    reachesHigher: (bar, kept) => `${bar}に届き、より弱い${kept}は手元に残ります。`,
    noneReaches: (bar) => `${bar}に届くカードがないので、最弱を出します。`,
    allReach: (bar) => `${bar}に届きます。並ぶ人も上回る人もいなければ、トリックを取れます。`,
    noSetReaches: (bar, n) => `${bar}に届く同じランクの${n}枚がないので、最弱の${n}枚を出します。`,
    keepsSet: (bar) => `${bar}に届かなくてもかまいません。弱いカードを出し、強いカードを残します。`,
    highest: "一番強いカードです。最後に残ると失点が一番大きくなります。",
    keepsHighest: (high) => `一番強い${high}は、あとでトリックを取るために残ります。`,
    keepsBoth: (low, high) => `最後に残す${low}と、トリックを取るための${high}が手元に残ります。`,
  },
  place: {
    lastLeft: (points) => `最後まで残った(${points}点)`,
    out: (deal, points, wins) =>
      `${deal === null ? "" : `第${deal}ディールで`}脱落(${points}点${wins ? "、最後に残った中で最少" : ""})`,
  },
};

export const words = (language: Language): typeof en => (language === "ja" ? ja : en);
export const limitOf = (options: Record<string, unknown>): number => (options["variant"] === "26" ? 26 : 22);
