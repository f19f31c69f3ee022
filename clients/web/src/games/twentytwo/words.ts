import type { Language } from "../../i18n/index.svelte";

const en = {
  outAt: (limit: number) => `out at ${limit} points`,
  points: (score: number, limit: number) => `${score} of ${limit} points`,
  out: "out",
  lowest: "lowest",
  toBeat: "to beat",
  leads: (name: string) => `${name} leads`,
  youLead: "You lead",
  exchange: "Exchange what you don’t like, or keep all",
  keep: "Keep all",
  kept: "Keeps all",
  exchanged: (n: number) => `⇄ ${n}`,
  lead: "You lead: a card, or several of one rank",
  leadAny: "You lead: one card or several",
  answer: (n: number) => (n === 1 ? "Match or beat it, or play your lowest" : `Match or beat it with ${n} cards, or play your lowest`),
  trick: "Takes the trick",
  before: "The last cards of the deal before",
  mine: "Cards you exchanged",
};

const ja: typeof en = {
  outAt: (limit) => `${limit}点で脱落`,
  points: (score, limit) => `${limit}点中${score}点`,
  out: "脱落",
  lowest: "最弱",
  toBeat: "いちばん強い",
  leads: (name) => `リードは${name}`,
  youLead: "あなたのリードです",
  exchange: "いらないカードを交換できます",
  keep: "交換しない",
  kept: "交換なし",
  exchanged: (n) => `⇄ ${n}枚`,
  lead: "リードです。1枚か、同じランクを何枚か",
  leadAny: "リードです。1枚か、何枚か",
  answer: (n) => (n === 1 ? "同じか強いカード、または最弱のカードを1枚" : `同じか強いカード、または最弱のカードを${n}枚`),
  trick: "トリック獲得",
  before: "前のディールの最後のカード",
  mine: "交換したカード",
};

export const words = (language: Language): typeof en => (language === "ja" ? ja : en);
export const limitOf = (options: Record<string, unknown>): number => (options["variant"] === "26" ? 26 : 22);
