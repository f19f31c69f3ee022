import { signed } from "../../i18n/cards";
import type { Sugekari21Event } from "../../protocol/wire";
import type { Sentences } from "../../skin/types";

const cards = (n: number): string => `${n} ${n === 1 ? "card" : "cards"}`;
const as = (value: string | undefined): string =>
  value === undefined ? "" : value === "half" ? " (½)" : ` (= ${value === "T" ? "10" : value})`;

export const en: Sentences<Sugekari21Event> = {
  dealt: (e, s) =>
    `Game ${e.game}${e.bout > 1 ? `, bout ${e.bout}` : ""}: the cards are dealt. ${s.does(e.leader, "leads", "lead")}.`,
  discarded: (e, s) => `${s.name(e.seat)} laid ${e.card ? s.card(e.card) : "a card"} aside.`,
  given: (e, s) => `${s.name(e.seat)} gave three cards to ${s.them(e.to)}.`,
  received: (e, s) =>
    s.isMe(e.seat)
      ? `You received ${s.cards(e.cards)} from ${s.them(e.from)}.`
      : `${s.name(e.seat)} picked up three cards.`,
  phase_begun: (e) =>
    ({ discard: "Cards are laid aside.", give: "Cards are exchanged.", play: "Play begins.", over: "" })[e.phase] ||
    null,
  played: (e, s) => `${s.name(e.seat)} played ${s.card(e.card)}${as(e.as)}: ${signed(e.total)}.`,
  passed: (e, s) => `${s.name(e.seat)} passed.`,
  round_won: (e, s) => `${s.name(e.seat)} won the round with ${cards(e.cards.length)}.`,
  drawn: (e, s) => `${s.name(e.seat)} drew ${s.cards(e.cards)}.`,
  lead_passed: (e, s) => `${s.name(e.seat)} could not lead: the lead went left.`,
  round_begun: (e, s) => `${s.does(e.leader, "leads", "lead")}.`,
  gone_out: (e, s) => `${s.name(e.seat)} went out and took ${cards(e.cards.length)}.`,
  deadlocked: () => "Nobody could lead: the game was over.",
  bout_ended: (e) => `Bout ${e.bout} is over.`,
  game_ended: (e) => `Game ${e.game} ended ${e.results.join(" : ")}.`,
  match_ended: (e, s) =>
    e.result.winners.length === e.result.ranks.length
      ? "The match is a draw."
      : `${s.names(e.result.winners)} won the match.`,
};

export const ja: Sentences<Sugekari21Event> = {
  dealt: (e, s) => `第${e.game}ゲーム${e.bout > 1 ? "・二戦目" : ""}。先攻は${s.name(e.leader)}。`,
  discarded: (e, s) => `${s.name(e.seat)}が${e.card ? s.card(e.card) : "1枚"}を伏せて捨てました。`,
  given: (e, s) => `${s.name(e.seat)}が${s.name(e.to)}に3枚渡しました。`,
  received: (e, s) =>
    s.isMe(e.seat)
      ? `${s.name(e.from)}から${s.cards(e.cards)}を受け取りました。`
      : `${s.name(e.seat)}が3枚受け取りました。`,
  phase_begun: (e) =>
    ({ discard: "1枚捨てます。", give: "手札を交換します。", play: "プレイ開始。", over: "" })[e.phase] || null,
  played: (e, s) => `${s.name(e.seat)}:${s.card(e.card)}${as(e.as)}、合計${signed(e.total)}。`,
  passed: (e, s) => `${s.name(e.seat)}はパス。`,
  round_won: (e, s) => `${s.name(e.seat)}がラウンドを取り、${e.cards.length}枚獲得。`,
  drawn: (e, s) => `${s.name(e.seat)}が${s.cards(e.cards)}を引きました。`,
  lead_passed: (e, s) => `${s.name(e.seat)}は先攻になれず、左へ移ります。`,
  round_begun: (e, s) => `先攻は${s.name(e.leader)}。`,
  gone_out: (e, s) => `${s.name(e.seat)}が上がり、${e.cards.length}枚獲得。`,
  deadlocked: () => "誰も先攻になれず、ゲーム終了。",
  bout_ended: () => "初戦終了。",
  game_ended: (e) => `第${e.game}ゲーム終了、${e.results.join("対")}。`,
  match_ended: (e, s) =>
    e.result.winners.length === e.result.ranks.length ? "引き分けです。" : `${s.names(e.result.winners)}の勝ち。`,
};
