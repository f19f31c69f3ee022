import type { Card } from "../../protocol/messages";

/** What a card counts after a card that counted `mirrored`, which is what a K counts too. */
export const valueOf = (card: Card, mirrored: number): number => {
  const rank = card[0]!;
  return rank === "K"
    ? mirrored
    : rank === "A"
      ? 1
      : rank === "J"
        ? -1
        : rank === "Q"
          ? 0
          : rank === "T"
            ? 10
            : Number(rank);
};
