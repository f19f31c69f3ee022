// The line to share: it says how well one has done, and nothing of the cards.
import { door } from "../i18n/door";
import { settings } from "../settings/settings.svelte";
import { dayName } from "../state/boards";
import { brief } from "./today_words";
import { roundedPercent, signed } from "./numbers";
import { w } from "./words";

const SQUARES = 5;

/** A percent in five squares. */
export function squares(percent: number): string {
  const full = Math.round((percent / 100) * SQUARES);
  return "■".repeat(full) + "□".repeat(SQUARES - full);
}

export interface Shared {
  game: string;
  date: string;
  margin: number;
  percent: number | null;
  par: number | null;
  url: string;
}

export function shareText({ game, date, margin, percent, par, url }: Shared): string {
  const better = percent === null ? "" : ` ${squares(percent)} ${brief().betterThan(roundedPercent(percent))}`;
  const bot = par === null ? "" : ` · ${w().parShort(signed(par))}`;
  const day = dayName(date, settings.language);
  return `${w().shared} · ${door().boardOf(day)} · ${game}\n${signed(margin)}${bot}${better}\n${url}`;
}
