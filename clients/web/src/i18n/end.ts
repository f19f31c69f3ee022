// Texts about a match that is over.
import { settings, type Language } from "../settings/settings.svelte";
import type { SharedReason } from "../protocol/games";

const en = {
  title: "The match is over",
  won: "You win!",
  shared: "A draw!",
  lost: (names: string) => `${names} wins`,
  lostMany: (names: string) => `${names} win`,
  drawn: (names: string) => `A draw between ${names}`,
  nobody: "Nobody wins",
  rank: "Place",
  name: "Player",
  score: "Score",
  decided: "Decided by",
  rematch: "Play again",
  rematchAsked: "Waiting for the others …",
  startNext: "Start the next match",
  fixed: "The order of these cards was fixed before anybody sat down.",
  check: "Check the cards",
  checking: "Checking …",
  replay: "Watch the replay",
  download: "Download the replay",
  showTable: "Look at the table",
  showResult: "Result",
  reasons: {
    chips: "chips",
    cards: "captured cards",
    went_out: "going out",
    outs: "going out more often",
    last_left: "the last one left",
    lowest_total: "the lowest total",
    disqualified: "a disqualification",
    limit: "the turn limit",
    points: "points",
    total: "the highest total",
    sudden_death: "a sudden death",
    all_burst: "everybody burst",
    games: "games won",
  } satisfies Record<SharedReason, string>,
};

const ja: typeof en = {
  title: "対戦終了",
  won: "あなたの勝ち！",
  shared: "引き分け！",
  lost: (names) => `${names}の勝ち`,
  lostMany: (names) => `${names}の勝ち`,
  drawn: (names) => `${names}の引き分け`,
  nobody: "勝者なし",
  rank: "順位",
  name: "名前",
  score: "得点",
  decided: "勝敗の決め手",
  rematch: "もう一度",
  rematchAsked: "ほかの人を待っています…",
  startNext: "次の対戦を始める",
  fixed: "このカードの並びは、だれも席に着かないうちに決まっていました。",
  check: "配りの公正さを確かめる",
  checking: "確かめています…",
  replay: "リプレイを見る",
  download: "リプレイを保存",
  showTable: "卓を見る",
  showResult: "結果",
  reasons: {
    chips: "チップの数",
    cards: "獲得枚数",
    went_out: "上がり",
    outs: "上がった回数",
    last_left: "最後まで残った",
    lowest_total: "失点の少なさ",
    disqualified: "失格",
    limit: "手数の上限",
    points: "得点",
    total: "合計点",
    sudden_death: "サドンデス",
    all_burst: "全員Burst",
    games: "勝ったゲームの数",
  },
};

const words: Record<Language, typeof en> = { en, ja };
/** The texts in the user's language. Reactive, as `t`. */
export const end = (): typeof en => words[settings.language];

/** The text for a result's reason; an unknown reason is shown as it is on the wire. */
export const reasonText = (reason: string): string =>
  (end().reasons as Record<string, string>)[reason] ?? reason.replaceAll("_", " ");
