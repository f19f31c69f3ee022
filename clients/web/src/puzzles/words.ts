// Texts of the puzzles.
import { settings, type Language } from "../settings/settings.svelte";

const percent = (value: number): string => `${Math.round(value * 100)} %`;
const tight = (value: number): string => `${Math.round(value * 100)}%`;

const en = {
  title: "Puzzle",
  game: "Game",
  ask: "From a match that was played here. One move is clearly the best: which one?",
  none: "There are no puzzles of this game yet. They are found in public matches.",
  notFound: "This puzzle is not there any more.",
  unreachable: "The server can’t be reached now: try again.",
  right: "Right!",
  rightText: (best: number, second: number) =>
    `It gives a chance of winning of ${percent(best)}; the next best move gives ${percent(second)}.`,
  wrong: "Not the best.",
  wrongText: (action: string, best: number, value: number | null) =>
    value === null
      ? `Best is “${action}”: a chance of winning of ${percent(best)}.`
      : `Best is “${action}”: a chance of winning of ${percent(best)}; your move leaves ${percent(value)}.`,
  next: "Next puzzle",
  playOn: "Play on",
  replay: "The match",
  score: (right: number, all: number) => `${right} of ${all} right at the first try`,
};

const ja: typeof en = {
  title: "次の一手",
  game: "ゲーム",
  ask: "ここで遊ばれた対戦の一場面です。はっきりと最善の手が1つあります。どれでしょう？",
  none: "このゲームの問題はまだありません。公開の対戦から見つけています。",
  notFound: "この問題はもうありません。",
  unreachable: "サーバーにつながりません。もう一度お試しください。",
  right: "正解！",
  rightText: (best, second) => `勝率は${tight(best)}。次によい手では${tight(second)}です。`,
  wrong: "最善ではありません。",
  wrongText: (action, best, value) =>
    value === null
      ? `最善は「${action}」（勝率${tight(best)}）。`
      : `最善は「${action}」（勝率${tight(best)}）。あなたの手では${tight(value)}です。`,
  next: "次の問題",
  playOn: "ここから遊ぶ",
  replay: "対戦を見る",
  score: (right, all) => `初回正解 ${right}/${all}`,
};

const texts: Record<Language, typeof en> = { en, ja };
/** The texts in the user's language. Reactive, as `t`. */
export const w = (): typeof en => texts[settings.language];
