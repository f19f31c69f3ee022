import { signed } from "../../i18n/cards";
import type { FortyoneEvent } from "../../protocol/wire";
import type { Sentences } from "../../skin/types";

export const en: Sentences<FortyoneEvent> = {
  dealt: (e, s) => `Deal ${e.deal}: ${s.name(e.dealer)} dealt. The starter is ${s.card(e.starter)}.`,
  played: (e, s) =>
    `${s.name(e.seat)} played ${s.card(e.card)}${e.total === null ? "; the total is open" : `: ${signed(e.total)}`}.`,
  valued: (e) => `The mirrors count ${signed(e.value)} each.`,
  passed: (e, s) => `${s.name(e.seat)} passed.`,
  scored: (e, s) => `${s.name(e.seat)} took ${e.chips} ${e.chips === 1 ? "chip" : "chips"}.`,
  deal_ended: (e) => `Two passes in a row end deal ${e.deal}; the last one gives no chip.`,
  ended: (e, s) =>
    e.result.winners.length > 1 ? "The match is a draw." : `${s.names(e.result.winners)} won the match.`,
};

export const ja: Sentences<FortyoneEvent> = {
  dealt: (e, s) => `第${e.deal}ディール。ディーラーは${s.name(e.dealer)}、スターターは${s.card(e.starter)}。`,
  played: (e, s) =>
    `${s.name(e.seat)}:${s.card(e.card)}${e.total === null ? "(合計は未定)" : `、合計${signed(e.total)}`}。`,
  valued: (e) => `鏡は一枚${signed(e.value)}と数えます。`,
  passed: (e, s) => `${s.name(e.seat)}はパス。`,
  scored: (e, s) => `${s.name(e.seat)}が${e.chips}チップ獲得。`,
  deal_ended: (e) => `続けてパスしたので第${e.deal}ディール終了(最後のパスはチップなし)。`,
  ended: (e, s) => (e.result.winners.length > 1 ? "引き分けです。" : `${s.names(e.result.winners)}の勝ち。`),
};
