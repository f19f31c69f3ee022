// Texts about today's boards, which the start page needs.
import { settings, type Language } from "../settings/settings.svelte";

const en = {
  title: "Today’s boards",
  one: "Today’s board",
  next: (time: string) => `New boards come at ${time}.`,
  hint: "The same cards for everyone, against the same bots. Each game’s board counts once.",
  play: "Play",
  playOf: (game: string) => `Play today’s board: ${game}`,
  goOn: "Continue",
  goOnOf: (game: string) => `Continue today’s board: ${game}`,
  gaveUp: "given up",
  nobodyYet: "nobody has finished it yet",
  finished: (n: number) => (n === 1 ? "1 player has finished" : `${n} players have finished`),
  betterThan: (percent: string) => `better than ${percent}%`,
  calendar: "My days",
  puzzles: "Puzzles",
  yourResult: "Your result",
};

const ja: typeof en = {
  title: "今日の一局",
  one: "今日の一局",
  hint: "みんなが同じカードで、同じボットと勝負。挑戦は1ゲームにつき1日1回です。",
  next: (time) => `次の一局は${time}から。`,
  play: "遊ぶ",
  playOf: (game) => `今日の一局を遊ぶ：${game}`,
  goOn: "続ける",
  goOnOf: (game) => `今日の一局を続ける：${game}`,
  gaveUp: "途中でやめました",
  nobodyYet: "まだだれも挑戦していません",
  finished: (n) => `${n}人が終えました`,
  betterThan: (percent) => `${percent}%の人より上`,
  calendar: "カレンダー",
  puzzles: "次の一手",
  yourResult: "あなたの結果",
};

const texts: Record<Language, typeof en> = { en, ja };
/** The texts in the user's language. Reactive, as `t`. */
export const brief = (): typeof en => texts[settings.language];
