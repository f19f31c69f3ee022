// Texts about tables of this browser, about players who are away, and about playing with people.
import { settings, type Language } from "../settings/settings.svelte";

const clock = (ms: number): string =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

const en = {
  noSuchLink: "This link leads nowhere. Here is the start page.",
  against: (n: number, level: string) => (n === 1 ? `against a ${level} bot` : `against ${n} ${level} bots`),
  levels: { easy: "gentle", normal: "steady", hard: "sharp" },
  continue: (game: string) => `Continue: ${game}`,
  yours: "Your tables",
  withPeople: (names: string) => `with ${names}`,
  botPlays: "A bot plays for you until you come back.",
  waiting: "Waiting for players",
  playing: "Being played",
  over: "The match is over",
  awayFor: (name: string, ms: number) => `${name} is away (${clock(ms)})`,
  handOver: (name: string) => `Let a bot play for ${name}`,
  empty: (name: string) => `Give ${name}’s seat away`,
  handOverIn: (ms: number) => `A bot may take over in ${clock(ms)}`,
  bannedUntil: (end: Date) => `You may come back from ${end.toLocaleString("en")}.`,
  bannedForEver: "This has no end.",
  noticeClose: "Close",
  unreachable: "No connection to the server. Trying again …",
  history: "My games",
  people: "Play online",
  peopleHint: (game: string) => `Play online: ${game}, at an open table, or at one that is opened for you`,
  openTables: "Open tables",
  noneOpen: "Nobody waits for players now. “Play online” opens a table; after 30 s bots take the free seats.",
  waitsFor: (ms: number) => `waiting ${clock(ms)}`,
  joinAt: (game: string, names: string) => `Join ${game} with ${names}`,
  underWay: "Tables to watch",
  noneUnderWay: "No public match is being played just now.",
  fillIn: (seconds: number) => `Bots take the free seats in ${seconds} s.`,
  waitOn: "Wait for people",
  qr: "Show QR code",
  leaveBoard: "Give this board up? It then counts as not played, and you can’t begin it again.",
  leaveSure: "Leave this table? A bot plays on for you. “Continue” on the start page brings you back.",
};

const ja: typeof en = {
  noSuchLink: "このリンクの先には何もありません。最初のページです。",
  against: (n, level) => `${level}ボット${n}人と対戦`,
  levels: { easy: "やさしい", normal: "ふつうの", hard: "強い" },
  continue: (game) => `続ける:${game}`,
  yours: "あなたの卓",
  withPeople: (names) => `${names}と`,
  botPlays: "ボットが代わりにプレイ中。戻れば続きから遊べます。",
  waiting: "参加者を待っています",
  playing: "対戦中",
  over: "対戦は終わりました",
  awayFor: (name, ms) => `${name}は離席中(${clock(ms)})`,
  handOver: (name) => `${name}をボットに代わってもらう`,
  empty: (name) => `${name}の席を空ける`,
  handOverIn: (ms) => `あと${clock(ms)}でボットに代われます`,
  bannedUntil: (end) => `${end.toLocaleString("ja")}から、また入れます。`,
  bannedForEver: "期限はありません。",
  noticeClose: "閉じる",
  unreachable: "サーバーにつながりません。もう一度試しています…",
  history: "自分の対戦",
  people: "オンラインで対戦",
  peopleHint: (game) => `オンラインで対戦:${game}(募集中の卓に参加、なければ新しく開く)`,
  openTables: "募集中の卓",
  noneOpen: "いま募集中の卓はありません。「オンラインで対戦」を押すと新しい卓を作れます。",
  waitsFor: (ms) => `${clock(ms)}待ち`,
  joinAt: (game, names) => `${names}の${game}に参加`,
  underWay: "観戦できる卓",
  noneUnderWay: "いま公開中の対戦はありません。",
  fillIn: (seconds) => `あと${seconds}秒でボットが空席に入ります。`,
  waitOn: "人を待つ",
  qr: "QRコードを表示",
  leaveBoard: "この一局をやめますか? 遊ばなかったことになり、もう一度始めることはできません。",
  leaveSure: "退席しますか? ボットが代わりにプレイします。最初のページの「続ける」で戻れます。",
};

const words: Record<Language, typeof en> = { en, ja };
/** The texts in the user's language. Reactive, as `t`. */
export const tables = (): typeof en => words[settings.language];
