// The few texts about players who come back that the tables and the start page need; the pages about them have their own.
import { settings, type Language } from "../settings/settings.svelte";

const en = {
  program: (name: string) => `[Bot] ${name}`,
  me: "Profile",
  profileOf: (name: string) => `Profile: ${name}`,
  keepAsk: "You have played a few games. Keep them, for a new device or an emptied browser?",
  keep: "Keep this",
  notNow: "Not now",
};

const ja: typeof en = {
  program: (name) => `[ボット]${name}`,
  me: "プロフィール",
  profileOf: (name) => `プロフィール：${name}`,
  keepAsk: "対戦の記録がたまってきました。端末を替えたり、ブラウザのデータを消したりしても残るようにしますか？",
  keep: "記録を残す",
  notNow: "いまはしない",
};

const words: Record<Language, typeof en> = { en, ja };
/** The texts in the user's language. Reactive, as `t`. */
export const people = (): typeof en => words[settings.language];
