// The few texts about players who come back that the tables and the start page need; the pages about them have their own.
import { settings, type Language } from "../settings/settings.svelte";

const en = {
  program: (name: string) => `[Bot] ${name}`,
  /** The names that the server gives its bots, where they are written differently. */
  bots: {} as Record<string, string>,
  me: "Profile",
  profileOf: (name: string) => `Profile: ${name}`,
  keepAsk: "You have played a few games. Keep them safe, in case you change devices or clear this browser?",
  keep: "Keep my games",
  notNow: "Not now",
};

const ja: typeof en = {
  program: (name) => `[ボット]${name}`,
  bots: {
    Aoi: "アオイ",
    Haru: "ハル",
    Ren: "レン",
    Yuki: "ユキ",
    Sora: "ソラ",
    Rin: "リン",
    Kai: "カイ",
    Mio: "ミオ",
    Nao: "ナオ",
    Toma: "トウマ",
    Emi: "エミ",
    Jun: "ジュン",
    Saki: "サキ",
  },
  me: "プロフィール",
  profileOf: (name) => `プロフィール：${name}`,
  keepAsk: "対戦の記録がたまってきました。端末を替えたり、ブラウザのデータを消したりしても残るようにしますか？",
  keep: "記録を残す",
  notNow: "いまはしない",
};

const words: Record<Language, typeof en> = { en, ja };
/** The texts in the user's language. Reactive, as `t`. */
export const people = (): typeof en => words[settings.language];
