import type { SelfishEvent } from "../../protocol/wire";
import type { Sentences } from "../../skin/types";
import { handName } from "./words";

export const en: Sentences<SelfishEvent> = {
  begun: (e, s) => `${e.game ? `Game ${e.game}. ` : ""}The pack is shuffled. ${s.does(e.first, "begins", "begin")}.`,
  turn_begun: (e) => `Turn ${e.turn}.`,
  drawn: (e, s) => `${s.name(e.seat)} drew ${e.card ? s.card(e.card) : "a card"}.`,
  stopped: (e, s) => `${s.name(e.seat)}: Stop!`,
  continued: (e, s) => `${s.name(e.seat)} went on.`,
  claims_begun: () => "Everybody claims a hand now.",
  claimed: (e, s) => `${s.name(e.seat)} claimed: ${handName(e.claim, "en").replace("!", "")}.`,
  opened: (e, s) =>
    `Hands were opened: ${e.hands.map((hand, seat) => `${s.name(seat)} ${hand.score} (${handName(hand.hand, "en")})`).join(", ")}.`,
  gathered: () => "All cards were shuffled again.",
  round_begun: (e, s) => `Sudden death: ${s.names(e.contenders)}.`,
  turned_up: (e, s) => `${s.name(e.seat)} turned up ${s.card(e.card)}.`,
  game_ended: (e, s) =>
    e.winner === null ? `Game ${e.game}: everybody burst, nobody won.` : `Game ${e.game}: ${s.name(e.winner)} won.`,
  ended: (e, s) =>
    e.result.winners.length === 0 ? "Everybody burst: nobody won." : `${s.names(e.result.winners)} won the match.`,
};

export const ja: Sentences<SelfishEvent> = {
  begun: (e, s) => `${e.game ? `第${e.game}ゲーム。` : ""}カードを切りました。最初に引く人は${s.name(e.first)}です。`,
  turn_begun: (e) => `${e.turn}ターン目。`,
  drawn: (e, s) => `${s.name(e.seat)}が${e.card ? s.card(e.card) : "1枚"}${e.card ? "を" : ""}引きました。`,
  stopped: (e, s) => `${s.name(e.seat)}:ストップ!`,
  continued: (e, s) => `${s.name(e.seat)}は続行。`,
  claims_begun: () => "カミングアウトの時間です。",
  claimed: (e, s) => `${s.name(e.seat)}:「${handName(e.claim, "ja").replace("!", "")}だよ」`,
  opened: (e, s) =>
    `オープン:${e.hands.map((hand, seat) => `${s.name(seat)} ${hand.score}(${handName(hand.hand, "ja")})`).join("、")}。`,
  gathered: () => "全部のカードを切り直しました。",
  round_begun: (e, s) => `サドンデス:${s.names(e.contenders)}。`,
  turned_up: (e, s) => `${s.name(e.seat)}は${s.card(e.card)}。`,
  game_ended: (e, s) =>
    e.winner === null ? `第${e.game}ゲーム:全員Burst、勝者なし。` : `第${e.game}ゲームは${s.name(e.winner)}の勝ち。`,
  ended: (e, s) => (e.result.winners.length === 0 ? "全員Burst、勝者なし。" : `${s.names(e.result.winners)}の勝ち。`),
};
