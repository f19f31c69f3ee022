// Names of cards: spoken ("seven of hearts") and short ("7♥").
import type { Card } from "../protocol/messages";
import type { Dictionary } from "./en";

const SIGNS: Record<string, string> = { S: "♠\uFE0E", H: "♥\uFE0E", D: "♦\uFE0E", C: "♣\uFE0E" };

export const suitSign = (suit: string): string => SIGNS[suit] ?? "";
export const rankSign = (rank: string): string => (rank === "T" ? "10" : rank);

/** A number that may be below zero, with the sign that a card's value has. */
export const signed = (value: number): string => `${value}`.replace("-", "−");

export function shortCard(card: Card | null, texts: Dictionary): string {
  if (card === null) return "?";
  return card === "XX" ? texts.cards.joker : rankSign(card[0]!) + suitSign(card[1]!);
}

export function cardName(card: Card | null, texts: Dictionary): string {
  if (card === null) return texts.cards.hidden;
  if (card === "XX") return texts.cards.joker;
  return texts.cards.name(texts.cards.ranks[card[0]!] ?? "", texts.cards.suits[card[1]!] ?? "");
}
