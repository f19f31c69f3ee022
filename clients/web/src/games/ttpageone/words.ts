import type { Language } from "../../i18n/index.svelte";
import type texts from "./en.json";
import en from "./en.json?table";
import ja from "./ja.json?table";

type Words = typeof texts.table;

export const words = (language: Language): Words => (language === "ja" ? ja : en);

export const SIGN: Record<string, string> = { secret: "◉", wild: "★", pass: "↷", starter: "▶" };

const namedIn = (texts: Record<string, string>, name: string): string => texts[name] ?? name;
export const privilegeName = (privilege: string, language: Language): string =>
  namedIn(words(language).privileges, privilege);
/** What a privilege gives. */
export const gives = (privilege: string, language: Language): string => namedIn(words(language).gives, privilege);
