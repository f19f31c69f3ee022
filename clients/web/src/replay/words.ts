// Texts of the replay and of the history.
import { settings, type Language } from "../settings/settings.svelte";

const percent = (value: number): string => `${Math.round(value * 100)}%`;

const en = {
  everybody: "everybody (open hands)",
  moves: "Moves",
  movesTitle: "List of moves",
  deal: "Deal",
  speed: "Speed",
  share: "Share",
  copied: "Link copied",
  shareTitle: (game: string) => `A match of ${game} on Tefuda`,
  playOn: "Play on from here",
  playOnHint: "A table of your own from this moment, with bots in the other seats.",
  puzzle: "Copy as a puzzle",
  puzzleFor: (game: string) => `What would you play? ${game}`,
  puzzleText: (name: string, moves: number) =>
    `You take the seat of ${name} after ${moves === 1 ? "1 move" : `${moves} moves`}. Bots have the other seats; the hidden cards are those of the match.`,
  begin: "Begin",
  turning: "Turning points",
  thinking: (done: number, of: number) => `The sharp bot is looking at the match … ${percent(of > 0 ? done / of : 0)}`,
  noTurning: "No single move turned this match.",
  noAnalysis: "The moves could not be rated just now.",
  best: "best move",
  worst: "costly move",
  bestOf: (name: string | null) => (name === null ? "Your best move" : `${name}’s best move`),
  worstOf: (name: string | null) => (name === null ? "Your costliest move" : `${name}’s costliest move`),
  costliest: (action: string, best: number, value: number) =>
    `Your costliest move: ${action}, ${percent(best)} → ${percent(value)}.`,
  again: "Try again from there",
  better: (action: string, best: number, value: number) =>
    `Better: “${action}”. It would have given a ${percent(best)} chance of winning; this move left ${percent(value)}.`,
  held: (value: number) => `The only good move: it kept a ${percent(value)} chance of winning.`,
  whereMove: (step: number) => `Move ${step}`,
  whereDeal: (deal: string, step: number) => `${deal}, move ${step}`,
  history: "My games",
  historyHint: "Kept in this browser only.",
  none: "No match has been finished in this browser yet.",
  games: (n: number) => (n === 1 ? "1 match" : `${n} matches`),
  wins: (n: number) => (n === 1 ? "1 win" : `${n} wins`),
  place: (n: number) => `average place ${n.toFixed(1)}`,
  placed: (rank: number | null, of: number, won: boolean) =>
    won ? "won" : rank === null ? "lost" : `place ${rank} of ${of}`,
  continued: "went on from another match, and does not count",
  watch: "Replay",
  exported: "Export as a file",
  imported: "Import a file",
  importedN: (n: number) => (n === 1 ? "1 match added." : `${n} matches added.`),
  badFile: "This is not a history file of Tefuda.",
};

const ja: typeof en = {
  everybody: "全員（手札公開）",
  moves: "棋譜",
  movesTitle: "手の一覧",
  deal: "ディール",
  speed: "速さ",
  share: "共有",
  copied: "リンクをコピーしました",
  shareTitle: (game) => `手札の${game}の対戦`,
  playOn: "ここから遊ぶ",
  playOnHint: "この場面から、ほかの席にボットを入れて自分で続けます。",
  puzzle: "この場面を問題にする",
  puzzleFor: (game) => `あなたならどうする？ ${game}`,
  puzzleText: (name, moves) =>
    `${moves}手目のあと、${name}の席から始めます。ほかの席はボットで、見えないカードは元の対戦と同じです。`,
  begin: "始める",
  turning: "分かれ目",
  thinking: (done, of) => `「つよい」ボットが検討中…${percent(of > 0 ? done / of : 0)}`,
  noTurning: "流れを変えた一手はありませんでした。",
  noAnalysis: "いまは検討できません。",
  best: "好手",
  worst: "悪手",
  bestOf: (name) => `${name ?? "あなた"}の好手`,
  worstOf: (name) => `${name ?? "あなた"}の痛恨の一手`,
  costliest: (action, best, value) => `痛恨の一手：${action}、勝率${percent(best)} → ${percent(value)}`,
  again: "そこからやり直す",
  better: (action, best, value) =>
    `最善は「${action}」（勝率${percent(best)}）。この手で${percent(value)}に下がりました。`,
  held: (value) => `勝率${percent(value)}を保った一手`,
  whereMove: (step) => `${step}手目`,
  whereDeal: (deal, step) => `${deal}・${step}手目`,
  history: "自分の対戦",
  historyHint: "このブラウザにだけ保存されます。",
  none: "このブラウザで終えた対戦はまだありません。",
  games: (n) => `${n}戦`,
  wins: (n) => `${n}勝`,
  place: (n) => `平均${n.toFixed(1)}位`,
  placed: (rank, of, won) => (won ? "勝ち" : rank === null ? "負け" : `${of}人中${rank}位`),
  continued: "途中から続けた対戦（成績に入りません）",
  watch: "リプレイ",
  exported: "ファイルに書き出す",
  imported: "ファイルから読み込む",
  importedN: (n) => `${n}戦を追加しました。`,
  badFile: "手札の記録ファイルではありません。",
};

const words: Record<Language, typeof en> = { en, ja };
/** The texts in the user's language. Reactive, as `t`. */
export const w = (): typeof en => words[settings.language];
