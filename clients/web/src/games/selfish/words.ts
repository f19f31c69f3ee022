import type { Language } from "../../i18n/index.svelte";
import type texts from "./en.json";
import en from "./en.json?table";
import ja from "./ja.json?table";

type Words = typeof texts.table;

export const words = (language: Language): Words => (language === "ja" ? ja : en);

/** What a hand is called, in a result or a claim. */
export const handName = (hand: string, language: Language): string =>
  (words(language).hands as Record<string, string>)[hand] ?? hand;
