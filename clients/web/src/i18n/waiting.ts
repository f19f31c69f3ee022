// Texts of the waiting room.
import { settings, type Language } from "../settings/settings.svelte";

const en = {
  called: (name: string) => `The others see you as “${name}”.`,
  rename: "Choose another name",
  change: "Change",
  sitHere: "Sit here",
  kickSure: (name: string) => `Remove ${name}?`,
  kickDoes: (name: string) =>
    `The seat becomes free. ${name} may watch, and can’t sit down here again for about ten minutes.`,
  kickYes: "Remove",
  kickNo: "Cancel",
  botPlays: (name: string) => `${name} is away. A bot plays on until ${name} is back.`,
  stoodIn: (n: number) =>
    n === 1 ? "While you were away a bot made a move for you." : `While you were away a bot made ${n} moves for you.`,
  evening: (matches: number) => `This evening: ${matches} matches`,
  eveningName: "Player",
  eveningPoints: "Points",
  eveningMatches: "Matches",
  eveningHint: "In each match a point for everybody who ended behind you, and half a point for a tie.",
  wonOf: (won: number, played: number) => `${won} of ${played} won`,
  shareEvening: "Share",
  eveningPicture: "As a picture",
  copied: "Copied",
  another: "What do you play next?",
  anotherButton: "Change the game …",
  playNext: "Play this next",
  next: (game: string) => `Next at this table: ${game}`,
  call: "Talk while you play",
  callHint: "Paste the link of a call that you have made elsewhere. Only those who are in this room see it.",
  callLink: "Link of the call",
  callShow: "Show it to the room",
  callWrong: "That is not a link that begins with https://.",
  callAt: (host: string) => `Talk at ${host}`,
  callEnd: "Take it away",
  callSure: (host: string) =>
    `The host of this room shows you a link to ${host}. It is not a part of Tefuda, and learns your address when you open it.`,
  callOpen: (host: string) => `Open ${host}`,
};

const ja: typeof en = {
  called: (name) => `ほかの人には「${name}」と表示されます。`,
  rename: "名前を変える",
  change: "変更",
  sitHere: "ここに座る",
  kickSure: (name) => `${name}さんを席から外しますか？`,
  kickDoes: (name) => `席が空きます。${name}さんは観戦できますが、10分ほどはこの部屋の席に着けません。`,
  kickYes: "外す",
  kickNo: "やめる",
  botPlays: (name) => `${name}さんは席を外しています。戻るまでボットが代わります。`,
  stoodIn: (n) => `席を外している間に、ボットが代わりに${n}手打ちました。`,
  evening: (matches) => `今夜の成績：${matches}戦`,
  eveningName: "名前",
  eveningPoints: "得点",
  eveningMatches: "対戦",
  eveningHint: "対戦ごとに、自分より下位の1人につき1点、同順位は半分の点です。",
  wonOf: (won, played) => `${played}戦${won}勝`,
  shareEvening: "共有",
  eveningPicture: "画像にする",
  copied: "コピーしました",
  another: "次は何をしますか？",
  anotherButton: "ゲームを変える…",
  playNext: "次はこれにする",
  next: (game) => `この卓の次のゲーム：${game}`,
  call: "話しながら遊ぶ",
  callHint: "ほかのサービスで作った通話のリンクを貼ってください。この部屋にいる人だけに表示されます。",
  callLink: "通話のリンク",
  callShow: "部屋に表示する",
  callWrong: "https://で始まるリンクではありません。",
  callAt: (host) => `${host}で通話`,
  callEnd: "表示をやめる",
  callSure: (host) =>
    `部屋主が${host}へのリンクを表示しています。Tefudaとは別のサイトで、開くとあなたの接続元が伝わります。`,
  callOpen: (host) => `${host}を開く`,
};

const texts: Record<Language, typeof en> = { en, ja };
/** The texts in the user's language. Reactive, as `t`. */
export const waiting = (): typeof en => texts[settings.language];
