// Dates and times as the browser's country writes them, where it speaks the page's language.
import { settings } from "../settings/settings.svelte";

export const locale = (): string =>
  navigator.language.toLowerCase().startsWith(settings.language) ? navigator.language : settings.language;
