// Codes and links as people write, paste and get them: full-width, with spaces and any dashes, with a full stop of the sentence
// behind them, or a whole link where a code is asked for.

/** What a sentence puts behind a link. */
const BEHIND = /[\s.,;:!)\]}>'"’”»。、，．！？）］｝」』】〉》]+$/u;
/** What people put into a code. A long vowel's sign (ー) and the signs for minus and for drawing lines look like dashes. */
const BETWEEN = /[\s\p{Pd}\p{Cf}ー−─━.。・·_]/gu;

/** A link or a part of it without what stands behind it. */
export const withoutEnd = (text: string): string => text.trim().replace(BEHIND, "");

/** A code as the server writes it, but for its dashes. */
const plain = (text: string): string => text.normalize("NFKC").replace(BETWEEN, "").toUpperCase();

/** The code in a text: it is the text, or in a link in it. */
export function readCode(text: string): string {
  const [, linked] = /\/(?:room|link|replay)\/([^/?#\s]+)/u.exec(text.normalize("NFKC")) ?? [];
  if (linked === undefined) return plain(text);
  try {
    return plain(decodeURIComponent(linked));
  } catch {
    return plain(linked);
  }
}

/** The fragment of the page to which a link in a text leads; null if there is none. */
export function readLink(text: string): string | null {
  const [, path] = /\/\/[^/\s]+\/?#?(\/(?:room|replay|link|daily|puzzles|from)\/\S+)/u.exec(text) ?? [];
  return path === undefined ? null : `#${withoutEnd(path)}`;
}

/** A whole number that a link has. */
export const readNumber = (text: string | undefined): number | null =>
  /^\d{1,9}$/.test(text ?? "") ? Number(text) : null;

/** A day that there is, as YYYY-MM-DD. */
export function readDate(text: string | undefined): string | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text ?? "")) return null;
  const time = Date.parse(text!);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text!) ? text! : null;
}
