import type { TtpageoneView } from "../../protocol/wire";
import type { Card } from "../../protocol/messages";
import { rankSign, suitSign } from "../../i18n/cards";
import type { Barred, Choosing, Say } from "../types";

type Spot = TtpageoneView["table"]["tables"][number];

export function why(card: Card, { view, selected }: Choosing, say: Say): string | null {
  const { table, phase } = view as unknown as TtpageoneView;
  const ja = say.language === "ja";
  if (phase === "privileges") return ja ? "先に優先権を選んでください。" : "First choose a privilege.";
  if (phase === "name_suit") return ja ? "先にジョーカーのマークを指定してください。" : "First name the joker’s suit.";
  if (phase !== "play") return null;
  if (selected.length > 0) return ja ? "一緒に出せるのは、台札と同じ数字のカードだけです。" : "Only cards of the table’s rank go together.";
  const sides = table.tables.map((spot: Spot, n) => {
    const signs = [spot.suit ? suitSign(spot.suit) : "", spot.rank ? rankSign(spot.rank) : ""].filter(Boolean).join(ja ? "か" : " or ");
    return ja ? `${n === 0 ? "左" : "右"}は${signs}` : `${n === 0 ? "left" : "right"} ${signs}`;
  });
  if (!table.tables.some((spot) => spot.suit === card[1] || spot.rank === card[0])) return ja ? `合いません。${sides.join("、")}だけです。` : `It matches neither table: ${sides.join(", ")}.`;
  return null;
}

export function barred({ view, legal }: Choosing, say: Say): Barred[] {
  if (view.phase !== "play" || !legal.some(({ type }) => type === "play") || legal.some(({ type }) => type === "draw")) return [];
  const ja = say.language === "ja";
  return [{ type: "draw", label: say.texts.actions.draw, why: ja ? "合うカードがあるときは、引かずに出さなければなりません。" : "You hold a card that matches, so you must play it instead of drawing." }];
}

const EFFECTS: Record<string, { sign: string; en: (n: number) => string; ja: (n: number) => string }> = {
  "5": { sign: "⤼", en: (n) => (n === 1 ? "5: the next player is skipped" : `5: the next ${n} are skipped`), ja: (n) => `5:次の${n}人をスキップ` },
  "7": { sign: "+1", en: (n) => `7: all others draw ${n}`, ja: (n) => `7:ほかの全員が${n}枚引く` },
  "9": { sign: "⇄", en: (n) => (n % 2 ? "9: the direction turns" : "9: the direction turns twice"), ja: (n) => (n % 2 ? "9:回り方が逆になる" : "9:二度逆になり元のまま") },
  K: { sign: "↻", en: () => "K: the stock’s top is turned onto this table, and acts", ja: () => "K:山札をめくって重ね、その効果が出る" },
  A: { sign: "♠→", en: () => "A: the other table counts as this suit", ja: () => "A:もう一方の台札もこのマークになる" },
  X: { sign: "?", en: () => "Joker: fits always, and you name the suit", ja: () => "ジョーカー:いつでも出せ、マークを指定" },
};

/** What the selected cards do, for the line above the buttons. */
export function effect(cards: readonly Card[], say: Say): string | null {
  const of = EFFECTS[cards.at(-1)?.[0] ?? ""];
  return of ? of[say.language](cards.length) : null;
}

export const sign = (card: Card): string | null => (card[0] === "A" ? `${suitSign(card[1]!)}→` : (EFFECTS[card[0]!]?.sign ?? null));
