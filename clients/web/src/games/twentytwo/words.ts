import type { Language } from "../../i18n/index.svelte";
import type texts from "./en.json";
import en from "./en.json?table";
import ja from "./ja.json?table";

type Words = typeof texts.table;

export const words = (language: Language): Words => (language === "ja" ? ja : en);

export const limitOf = (options: Record<string, unknown>): number => (options["variant"] === "26" ? 26 : 22);
