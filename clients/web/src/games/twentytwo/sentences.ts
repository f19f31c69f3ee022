import type { TwentytwoEvent } from "../../protocol/wire";
import type { Sentences } from "../../skin/types";

const copied = (ranks: string[] | undefined): string =>
  ranks ? ` (★ = ${ranks.join(" ").replaceAll("T", "10")})` : "";

export const en: Sentences<TwentytwoEvent> = {
  drawn: (e, s) => `${s.name(e.seat)} drew ${s.card(e.card)} for the deal.`,
  dealer_chosen: (e, s) => `${s.does(e.seat, "deals", "deal")}.`,
  dealt: (e) => `Deal ${e.deal}: ${e.hand_size} cards each.`,
  exchanged: (e, s) =>
    s.isMe(e.seat)
      ? `You exchanged ${s.cards(e.cards)} for ${s.cards(e.drawn)}.`
      : `${s.name(e.seat)} exchanged ${e.cards.length}.`,
  passed: (e, s) => `${s.name(e.seat)} exchanged nothing.`,
  play_started: (e, s) => `${s.does(e.seat, "leads", "lead")}.`,
  played: (e, s) => `${s.name(e.seat)} played ${s.cards(e.cards)}${copied(e.as)}${e.follows ? "" : ", the lowest"}.`,
  trick_won: (e, s) => `${s.name(e.seat)} won the trick.`,
  shown: (e, s) => `${s.name(e.seat)} showed ${s.card(e.card)}.`,
  lost: (e, s) => `${s.name(e.seat)} lost the deal: ${e.points} points, ${e.total} in all.`,
  eliminated: (e, s) => (s.isMe(e.seat) ? "You are out." : `${s.name(e.seat)} is out.`),
  ended: (e, s) =>
    e.result.winners.length > 1
      ? `${s.names(e.result.winners)} have equal totals: the match is a draw.`
      : `${s.names(e.result.winners)} won the match.`,
};

export const ja: Sentences<TwentytwoEvent> = {
  drawn: (e, s) => `${s.name(e.seat)}がディーラー決めで${s.card(e.card)}を引きました。`,
  dealer_chosen: (e, s) => `ディーラーは${s.name(e.seat)}。`,
  dealt: (e) => `第${e.deal}ディール、${e.hand_size}枚ずつ。`,
  exchanged: (e, s) =>
    s.isMe(e.seat)
      ? `${s.cards(e.cards)}を${s.cards(e.drawn)}に交換しました。`
      : `${s.name(e.seat)}が${e.cards.length}枚交換。`,
  passed: (e, s) => `${s.name(e.seat)}は交換なし。`,
  play_started: (e, s) => `リードは${s.name(e.seat)}。`,
  played: (e, s) => `${s.name(e.seat)}:${s.cards(e.cards)}${copied(e.as)}${e.follows ? "" : "(最弱)"}。`,
  trick_won: (e, s) => `${s.name(e.seat)}がトリックを獲得。`,
  shown: (e, s) => `${s.name(e.seat)}の最後は${s.card(e.card)}。`,
  lost: (e, s) => `${s.name(e.seat)}の負け。${e.points}点、合計${e.total}点。`,
  eliminated: (e, s) => `${s.name(e.seat)}は脱落。`,
  ended: (e, s) =>
    e.result.winners.length > 1
      ? `同点で、${s.names(e.result.winners)}の引き分け。`
      : `${s.names(e.result.winners)}の勝ち。`,
};
