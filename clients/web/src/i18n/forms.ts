// Texts of the settings, and of the form for a new table.
import { settings, type Language } from "../settings/settings.svelte";

const en = {
  settings: {
    title: "Settings",
    language: "Language",
    theme: "Theme",
    themes: { auto: "Same as the device", light: "Light", dark: "Dark" },
    speed: "Pace",
    speeds: { step: "Wait for a tap after each trick or deal", calm: "Calm", normal: "Normal", quick: "Quick" },
    sound: "Sounds",
    on: "On",
    off: "Off",
    close: "Close",
  },
  setup: {
    title: (game: string) => `New table: ${game}`,
    seats: "Seats",
    rules: "Variants",
    noOptions: "This game has no options.",
    clock: "Clock",
    clocks: { none: "No clock", calm: "Calm – 45 s a move", brisk: "Brisk – 20 s a move", blitz: "Blitz – 8 s a move" },
    level: "Bots",
    levels: { easy: "Gentle", normal: "Steady", hard: "Sharp" },
    levelHint: "Gentle bots play like beginners, steady ones by rules of thumb; sharp ones think ahead.",
    public: "Anyone may join or watch",
    playBots: "Play against bots",
    openRoom: "Open a room for friends",
    automatic: "Automatic",
  },
};

const ja: typeof en = {
  settings: {
    title: "環境設定",
    language: "言語",
    theme: "見た目",
    themes: { auto: "端末に合わせる", light: "ライト", dark: "ダーク" },
    speed: "進む速さ",
    speeds: { step: "区切りごとに止める（タップで進む）", calm: "ゆっくり", normal: "ふつう", quick: "はやい" },
    sound: "効果音",
    on: "あり",
    off: "なし",
    close: "閉じる",
  },
  setup: {
    title: (game) => `新しい卓：${game}`,
    seats: "人数",
    rules: "ルール",
    noOptions: "このゲームにオプションはありません。",
    clock: "持ち時間",
    clocks: { none: "なし", calm: "ゆったり（一手45秒）", brisk: "きびきび（一手20秒）", blitz: "早指し（一手8秒）" },
    level: "ボット",
    levels: { easy: "やさしい", normal: "ふつう", hard: "つよい" },
    levelHint: "「やさしい」は初心者なみ、「ふつう」は定石どおり、「つよい」は先を読みます。",
    public: "だれでも参加・観戦できるようにする",
    playBots: "ボットと遊ぶ",
    openRoom: "友だち用の部屋を開く",
    automatic: "自動",
  },
};

const words: Record<Language, typeof en> = { en, ja };
/** The texts in the user's language. Reactive, as `t`. */
export const forms = (): typeof en => words[settings.language];
