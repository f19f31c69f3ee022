// Texts of the replay and of the history.
import { settings, type Language } from "../state/settings.svelte";

const percent = (value: number): string => `${Math.round(value * 100)} %`;

const en = {
  everybody: "everybody (open hands)",
  moves: "Moves",
  movesTitle: "List of moves",
  deal: "Deal",
  speed: "Speed",
  share: "Share",
  copied: "Link copied",
  shareTitle: (game: string) => `A match of ${game} on Tefuda`,
  turning: "Turning points",
  thinking: (done: number, of: number) => `The sharp bot is looking at the match … ${percent(of > 0 ? done / of : 0)}`,
  noTurning: "No single move turned this match.",
  noAnalysis: "The moves could not be rated now.",
  best: "best move",
  worst: "costly move",
  bestOf: (name: string) => `A fine move by ${name}`,
  worstOf: (name: string) => `This cost ${name} the most`,
  better: (action: string, best: number, value: number) => `${action} would have been better: ${percent(best)} instead of ${percent(value)}.`,
  held: (value: number) => `It kept a chance of ${percent(value)}.`,
  history: "Your matches",
  historyHint: "Kept in this browser only.",
  none: "No match has been finished in this browser yet.",
  games: (n: number) => (n === 1 ? "1 match" : `${n} matches`),
  wins: (n: number) => (n === 1 ? "1 win" : `${n} wins`),
  place: (n: number) => `average place ${n.toFixed(1)}`,
  placed: (rank: number, of: number) => `place ${rank} of ${of}`,
  watch: "Replay",
  exported: "Export as a file",
  imported: "Import a file",
  importedN: (n: number) => (n === 1 ? "1 match added." : `${n} matches added.`),
  badFile: "This file is no history of Tefuda.",
};

const ja: typeof en = {
  everybody: "全員(手札公開)",
  moves: "棋譜",
  movesTitle: "手の一覧",
  deal: "ディール",
  speed: "速さ",
  share: "共有",
  copied: "リンクをコピーしました",
  shareTitle: (game) => `手札の${game}の対戦`,
  turning: "分かれ目",
  thinking: (done, of) => `つよいボットが検討中…${percent(of > 0 ? done / of : 0)}`,
  noTurning: "流れを変えた一手はありませんでした。",
  noAnalysis: "いまは検討できません。",
  best: "好手",
  worst: "痛い一手",
  bestOf: (name) => `${name}の好手`,
  worstOf: (name) => `${name}のいちばん痛い一手`,
  better: (action, best, value) => `「${action}」のほうが上でした(${percent(value)}ではなく${percent(best)})。`,
  held: (value) => `勝つ見込み${percent(value)}を保ちました。`,
  history: "対戦の記録",
  historyHint: "このブラウザにだけ保存されます。",
  none: "このブラウザで終えた対戦はまだありません。",
  games: (n) => `${n}戦`,
  wins: (n) => `${n}勝`,
  place: (n) => `平均${n.toFixed(1)}位`,
  placed: (rank, of) => `${of}人中${rank}位`,
  watch: "リプレイ",
  exported: "ファイルに書き出す",
  imported: "ファイルから読み込む",
  importedN: (n) => `${n}戦を追加しました。`,
  badFile: "手札の記録ファイルではありません。",
};

const words: Record<Language, typeof en> = { en, ja };
/** The texts in the user's language. Reactive, as `t`. */
export const w = (): typeof en => words[settings.language];
