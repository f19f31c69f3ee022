// Texts about playing at the table: deals that are over, the clock, single taps, phrases, and players who are muted.
import { signed } from "./cards";
import { settings, type Language, type Level } from "../settings/settings.svelte";

const en = {
  dealOver: "This deal is over",
  next: "Next",
  continued: "The match goes on from here, with the same hidden cards.",
  takeBack: "Take back",
  takeBackAsk: "Take back your last move?",
  takeBackText:
    "The match goes on from before it, with the same hidden cards. It no longer counts: its result is in no record.",
  takeBackLost:
    "Your move was taken back, but the connection was lost, and the server no longer knows where the match goes on.",
  running: "So far",
  stoodIn: {
    clock: (told: string) => `Time was up; a bot chose: ${told}`,
    bot: (told: string) => `A bot chose instead: ${told}`,
  },
  clockLeft: (minutes: number, seconds: number) =>
    minutes === 0 ? `${seconds} s left` : `${minutes} min ${seconds} s left`,
  ownClock: "Your time",
  forced: "Against bots, pass or draw for me when I can do nothing else",
  oneTap: "One tap plays a card when there is only one way to play it",
  calmer: "Too fast? Slow it down",
  calmerNo: "No, thanks",
  total: (before: number, after: number) => `${signed(before)} → ${signed(after)}`,
  chips: (n: number) => (n === 1 ? "a chip" : `${n} chips`),
  tooMany: "too much",
  takes: "exactly 21: you take all of it",
  reveal: "Reveal the secret card",
  revealSure: "Everybody will see it. Reveal it?",
  revealYes: "Reveal it",
  takeSeat: "Take a free seat",
  sideWon: "Your side won!",
  stronger: (n: number, level: string) => (n === 1 ? `Try a ${level} bot` : `Try ${level} bots`),
  tally: (won: number, of: number) => `At this table you have won ${won} of ${of} matches.`,
  byDeal: "Deal by deal",
  byGame: "Game by game",
  botOf: { easy: "Gentle bot", normal: "Steady bot", hard: "Sharp bot" },
  bot: "Bot",
  phrases: [
    "Hello!",
    "Good luck!",
    "Well played!",
    "Thank you!",
    "Sorry!",
    "One moment, please",
    "That was close!",
    "Another game?",
  ],
  phrasesTitle: "Say it with one tap",
  aboutSeat: (name: string) => `Mute or report ${name}`,
  mute: (name: string) => `Hide what ${name} says`,
  unmute: (name: string) => `Show what ${name} says`,
  muted: "You no longer see what they say. They are not told.",
  report: (name: string) => `Report ${name}`,
  reportSure: "Tell the operator of this server? The last lines of the chat are sent along.",
  reported: "Reported",
};

const ja: typeof en = {
  dealOver: "このディールは終わりました",
  next: "次へ",
  continued: "ここから続きます。見えないカードは元の対戦と同じです。",
  takeBack: "待った",
  takeBackAsk: "待ったをしますか？",
  takeBackText: "最後に打った手の前から続けます。見えないカードは同じです。待ったをした対戦は、成績に残りません。",
  takeBackLost: "待ったの途中で接続が切れ、対戦の続きがわからなくなりました。",
  running: "ここまで",
  stoodIn: {
    clock: (told) => `時間切れ。ボットが代わりに選びました：${told}`,
    bot: (told) => `ボットが代わりに選びました：${told}`,
  },
  clockLeft: (minutes, seconds) => (minutes === 0 ? `残り${seconds}秒` : `残り${minutes}分${seconds}秒`),
  ownClock: "あなたの持ち時間",
  oneTap: "出し方が1つだけのカードは、1回のタップで出す",
  forced: "ボットが相手のとき、ほかにできることがなければ、自動でパスしたり引いたりする",
  calmer: "速すぎますか？ ゆっくりにする",
  calmerNo: "このままでいい",
  total: (before, after) => `${signed(before)} → ${signed(after)}`,
  chips: (n) => `${n}チップ`,
  tooMany: "出せません",
  takes: "ぴったり21。場のカードを取れます",
  reveal: "シークレット​を​公開する",
  revealSure: "全員に見えるようになります。公開しますか？",
  revealYes: "公開する",
  takeSeat: "空いている席に座る",
  sideWon: "あなたのチームの勝ち！",
  stronger: (_, level) => `${level}ボットに挑戦`,
  tally: (won, of) => `この卓では${of}戦${won}勝です。`,
  byDeal: "ディールごとの得点",
  byGame: "ゲームごとの得点",
  botOf: { easy: "やさしいボット", normal: "ふつうのボット", hard: "つよいボット" },
  bot: "ボット",
  phrases: [
    "よろしくお願いします",
    "がんばりましょう",
    "ナイス！",
    "ありがとうございました",
    "お疲れさまでした",
    "少し待ってください",
    "おしい！",
    "もう一度お願いします",
  ],
  phrasesTitle: "定型文",
  aboutSeat: (name) => `${name}さんを隠す・通報`,
  mute: (name) => `${name}さんの発言を隠す`,
  unmute: (name) => `${name}さんの発言を表示する`,
  muted: "隠した人の発言は表示されません。相手には知らされません。",
  report: (name) => `${name}さんを通報する`,
  reportSure: "運営者に通報しますか？ 直近の発言も送られます。",
  reported: "通報しました",
};

const words: Record<Language, typeof en> = { en, ja };
/** What a bot is called, with how strong it is where that is known. */
export const botName = (level: Level | null | undefined): string =>
  level ? play().botOf[level] : words[settings.language].bot;

/** The texts in the user's language. Reactive, as `t`. */
export const play = (): typeof en => words[settings.language];
