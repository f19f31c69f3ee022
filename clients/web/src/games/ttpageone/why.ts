import type { Ttpageone } from "../../protocol/games";
import type { TtpageoneView } from "../../protocol/wire";
import type { Card } from "../../protocol/messages";
import { rankSign, suitSign } from "../../i18n/cards";
import { fill } from "../../i18n/fill";
import { words } from "./words";
import type { Barred, Choosing, Doubt, Say } from "../../skin/types";

type Spot = TtpageoneView["table"]["tables"][number];

export function why(card: Card, { view, selected }: Choosing<Ttpageone>, say: Say): string | null {
  const { table, phase } = view;
  const { why: texts, or, joint } = words(say.language);
  if (phase === "privileges") return texts.privilegeFirst;
  if (phase === "name_suit") return texts.suitFirst;
  if (phase !== "play" || card === "XX") return null;
  const matches = table.tables.some((spot) => spot.suit === card[1] || spot.rank === card[0]);
  if (matches) return selected.length > 0 ? texts.rankOnly : null;
  const sides = table.tables.map((spot: Spot, n) => {
    const signs = [spot.suit ? suitSign(spot.suit) : "", spot.rank ? rankSign(spot.rank) : ""].filter(Boolean);
    return fill(texts.side, { left: n === 0, signs: signs.join(or) });
  });
  return fill(texts.neither, { sides: sides.join(joint) });
}

export function barred({ view, legal }: Choosing<Ttpageone>, say: Say): Barred[] {
  if (view.phase !== "play" || !legal.some(({ type }) => type === "play") || legal.some(({ type }) => type === "draw"))
    return [];
  return [{ type: "draw", label: say.texts.actions.draw, why: words(say.language).why.mustPlay }];
}

/** Everybody else who has one card may be called out; who has said "Last one!" is for the player to know. */
export const suspects = ({ phase, hands, seat, table }: Ttpageone["view"]): number[] =>
  seat === null || !["play", "name_suit", "rehide"].includes(phase) || table.out.includes(seat)
    ? []
    : hands.flatMap((hand, other) =>
        other !== seat && hand.length === 1 && !table.out.includes(other) ? [other] : [],
      );

/** Who has not declared and still can't be called out: that move is not on the table yet. */
export const doubts = (view: Ttpageone["view"], say: Say): Doubt<Ttpageone>[] =>
  suspects(view).map((seat) => ({
    action: { type: "challenge", seat },
    why:
      view.table.last_one[seat] === "declared"
        ? fill(words(say.language).why.declared, { name: say.called(seat) })
        : say.texts.why.wait,
  }));

const SIGNS: Record<string, string> = { "5": "⤼", "7": "+1", "9": "⇄", K: "↻", X: "?" };

/** What the selected cards do, for the line above the buttons. */
export function effect(cards: readonly Card[], say: Say): string | null {
  const effects: Record<string, string> = words(say.language).effects;
  const text = effects[cards.at(-1)?.[0] ?? ""];
  return text === undefined ? null : fill(text, { n: cards.length, odd: cards.length % 2 });
}

export const sign = (card: Card): string | null =>
  card[0] === "A" ? `${suitSign(card[1]!)}→` : (SIGNS[card[0]!] ?? null);
