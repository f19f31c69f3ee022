import type { Language } from "../../i18n/index.svelte";

const en = {
  ranks: "Ranks used",
  toGo: (n: number) => (n === 0 ? "exactly!" : `${n} to go`),
  lead: "You lead: play a card",
  play: "Play a card, or pass",
  give: (name: string) => `Choose 3 cards for ${name}`,
  discard: "Lay one card aside",
  gave: "Has chosen",
  received: "You received",
  given: "You gave",
  aside: "Laid aside",
  cards: (n: number) => `+${n}`,
  out: "Out!",
  cantLead: "Can’t lead",
  partner: "Your partner",
  exact: "exactly 21",
  allPassed: "all others passed",
  wentOut: "went out",
  captured: (n: number) => (n === 1 ? "1 card captured" : `${n} cards captured`),
};

const ja: typeof en = {
  ranks: "出た数字",
  toGo: (n) => (n === 0 ? "ぴったり!" : `あと${n}`),
  lead: "先攻です。1枚出してください",
  play: "1枚出すか、パス",
  give: (name) => `${name}に渡す3枚を選んでください`,
  discard: "伏せて捨てる1枚を選んでください",
  gave: "選びました",
  received: "受け取ったカード",
  given: "渡したカード",
  aside: "捨て札",
  cards: (n) => `+${n}枚`,
  out: "あがり!",
  cantLead: "先攻になれず",
  partner: "パートナー",
  exact: "ぴったり21",
  allPassed: "ほかの全員がパス",
  wentOut: "上がり",
  captured: (n) => `獲得${n}枚`,
};

export const words = (language: Language): typeof en => (language === "ja" ? ja : en);
