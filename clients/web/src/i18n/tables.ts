// Texts about tables of this browser, about players who are away, and about playing with people.
import { settings, type Language } from "../settings/settings.svelte";

const clock = (ms: number): string =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

const en = {
  noSuchLink: "This link leads nowhere. Here is the start page.",
  against: (n: number, level: string) => (n === 1 ? `against a ${level} bot` : `against ${n} ${level} bots`),
  series: (n: number, against: string) => `${n} games ${against}`,
  levels: { easy: "gentle", normal: "steady", hard: "sharp" },
  continue: (game: string) => `Continue: ${game}`,
  yours: "Your tables",
  withPeople: (names: string) => `with ${names}`,
  botPlays: "A bot plays for you until you come back.",
  waiting: "Waiting for players",
  playing: "In progress",
  over: "The match is over",
  bannedUntil: (end: Date) => `You may come back from ${end.toLocaleString("en")}.`,
  bannedForEver: "This ban has no end.",
  noticeClose: "Close",
  draining: "The server is about to restart. You can finish your match; new ones can begin after that.",
  unreachable: "No connection to the server. Trying again …",
  history: "My games",
  people: "Play online",
  peopleHint: (game: string) => `Play online: ${game}, at an open table or a new one`,
  openTables: "Open tables",
  noneOpen: "No table is open just now. “Play online” opens one; after 30 s bots take the free seats.",
  waitsFor: (ms: number) => `waiting ${clock(ms)}`,
  joinAt: (game: string, names: string) => `Join ${game} with ${names}`,
  known: "This match continues another one: whoever saw that one may know the cards.",
  underWay: "Tables to watch",
  noneUnderWay: "No public match is on just now.",
};

const ja: typeof en = {
  noSuchLink: "このリンクの先には何もありません。最初のページです。",
  against: (n, level) => `${level}ボット${n}人と対戦`,
  series: (n, against) => `${n}ゲーム、${against}`,
  levels: { easy: "やさしい", normal: "ふつうの", hard: "つよい" },
  continue: (game) => `続ける：${game}`,
  yours: "あなたの卓",
  withPeople: (names) => `${names}と`,
  botPlays: "ボットが代わりにプレイ中。戻れば続きから遊べます。",
  waiting: "参加者を待っています",
  playing: "対戦中",
  over: "対戦は終わりました",
  bannedUntil: (end) => `${end.toLocaleString("ja")}から、また入れます。`,
  bannedForEver: "期限はありません。",
  noticeClose: "閉じる",
  draining: "サーバーがまもなく再起動します。進行中の対戦は最後まで遊べます。新しい対戦は再起動のあとに始められます。",
  unreachable: "サーバーにつながりません。もう一度試しています…",
  history: "自分の対戦",
  people: "オンラインで対戦",
  peopleHint: (game) => `オンラインで対戦：${game}（募集中の卓に参加、なければ新しく開く）`,
  openTables: "募集中の卓",
  noneOpen: "いま募集中の卓はありません。「オンラインで対戦」で卓を開けます。30秒たつと、空席にはボットが座ります。",
  waitsFor: (ms) => `${clock(ms)}待ち`,
  joinAt: (game, names) => `${names}の${game}に参加`,
  known: "以前の対戦の続きです。元の対戦を見た人は、カードを知っているかもしれません。",
  underWay: "観戦できる卓",
  noneUnderWay: "いま公開中の対戦はありません。",
};

const words: Record<Language, typeof en> = { en, ja };
/** The texts in the user's language. Reactive, as `t`. */
export const tables = (): typeof en => words[settings.language];
