// Texts of the puzzles.
import { settings, type Language } from "../settings/settings.svelte";

const percent = (value: number): string => `${Math.round(value * 100)}%`;

const en = {
  title: "Puzzle",
  game: "Game",
  ask: "A moment from a match. One move is clearly best: which one?",
  none: "No puzzles for this game yet. They come from public matches.",
  notFound: "This puzzle is not there any more.",
  unreachable: "The server can’t be reached just now. Please try again.",
  right: "Right!",
  rightText: (best: number, second: number) =>
    `It wins ${percent(best)} of the time; the next best move, ${percent(second)}.`,
  wrong: "Not the best.",
  wrongText: (action: string, best: number, value: number | null) =>
    value === null
      ? `Best is “${action}”: it wins ${percent(best)} of the time.`
      : `Best is “${action}”: it wins ${percent(best)} of the time; your move, ${percent(value)}.`,
  next: "Next puzzle",
  playOn: "Play on",
  replay: "The match",
  score: (right: number, all: number) => `${right} of ${all} right on the first try`,
};

const ja: typeof en = {
  title: "次の一手",
  game: "ゲーム",
  ask: "対戦の一場面です。最善の手はどれでしょう？",
  none: "まだ問題がありません。公開の対戦から少しずつ増えていきます。",
  notFound: "この問題はもうありません。",
  unreachable: "サーバーにつながりません。もう一度お試しください。",
  right: "正解！",
  rightText: (best, second) => `勝率は${percent(best)}。次によい手では${percent(second)}です。`,
  wrong: "最善ではありません。",
  wrongText: (action, best, value) =>
    value === null
      ? `最善は「${action}」（勝率${percent(best)}）。`
      : `最善は「${action}」（勝率${percent(best)}）。あなたの手では${percent(value)}です。`,
  next: "次の問題",
  playOn: "ここから遊ぶ",
  replay: "対戦を見る",
  score: (right, all) => `初回正解 ${right}/${all}`,
};

const texts: Record<Language, typeof en> = { en, ja };
/** The texts in the user's language. Reactive, as `t`. */
export const w = (): typeof en => texts[settings.language];
