import type { Language } from "../../i18n/index.svelte";

export const PRIVILEGES: Record<string, Record<Language, string>> = {
  secret: { en: "Secret card", ja: "シークレットカード" },
  wild: { en: "Wild card", ja: "ワイルドカード" },
  pass: { en: "Pass", ja: "パス権" },
  starter: { en: "Starter", ja: "スターター" },
};
export const SIGN: Record<string, string> = { secret: "🂠", wild: "★", pass: "↷", starter: "▶" };
export const privilegeName = (privilege: string, language: Language): string => PRIVILEGES[privilege]?.[language] ?? privilege;
