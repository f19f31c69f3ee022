// Texts of the start page that are about the whole site.
import { settings, type Language } from "../settings/settings.svelte";

const en = {
  promise: "No ads. Every game has a guide, every match a review, and everybody can check that the deal was fair.",
  boardOf: (day: string) => `Board of ${day}`,
  install: "Install Tefuda as an app",
};

const ja: typeof en = {
  promise: "広告なし。ガイドと、対戦後の一手ごとの振り返りつき。配りの公正さも、だれでも確かめられます。",
  boardOf: (day) => `${day}の一局`,
  install: "アプリとしてインストール",
};

const texts: Record<Language, typeof en> = { en, ja };
/** The texts in the user's language. Reactive, as `t`. */
export const door = (): typeof en => texts[settings.language];
