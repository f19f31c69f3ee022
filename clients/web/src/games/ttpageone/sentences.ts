import type { TtpageoneEvent } from "../../protocol/wire";
import type { Sentences } from "../../skin/types";
import { privilegeName } from "./words";

const TABLE = { en: ["left", "right"], ja: ["左", "右"] };

/** Whether several have won who are not of one team. */
const isDraw = ({ winners, team }: Extract<TtpageoneEvent, { type: "match_ended" }>["result"]): boolean =>
  new Set(winners.map((seat) => team?.[seat] ?? seat)).size > 1;

export const en: Sentences<TtpageoneEvent> = {
  dealt: (e, s) => `Game ${e.game} is dealt. Priority: ${s.names(e.priority)}.`,
  privilege_chosen: (e, s) => `${s.name(e.seat)} chose: ${privilegeName(e.privilege, "en")}.`,
  privilege_assigned: (e, s) => `${s.name(e.seat)} got what was left: ${privilegeName(e.privilege, "en")}.`,
  hidden: (e, s) =>
    e.card
      ? `${s.name(e.seat)} hid ${s.card(e.card)}.`
      : e.face_down > 0
        ? `${s.name(e.seat)} hid a card.`
        : `${s.does(e.seat, "has", "have")} no hidden card.`,
  opened: () => "All hands are open now.",
  joker_added: (e, s) => `${s.name(e.seat)} took the second joker.`,
  joker_buried: () => "A joker went to the bottom of the stock.",
  table_turned: (e, s) => `${s.card(e.card)} lies on the ${TABLE.en[e.table]}.`,
  turn_began: () => null,
  played: (e, s) =>
    `${s.name(e.seat)} played ${s.cards(e.cards)} on the ${TABLE.en[e.table]}${e.suit ? ` and named ${s.suit(e.suit)}` : ""}${e.secret ? ", the secret card" : ""}.${e.last_one ? " Last one!" : ""}`,
  drawn: (e, s) => `${s.name(e.seat)} drew ${e.card ? s.card(e.card) : "a card face down"}.`,
  turned: (e, s) => `The king turned up ${s.card(e.card)} on the ${TABLE.en[e.table]}.`,
  reshuffled: (e) => `A new stock of ${e.stock} cards was shuffled.`,
  skipped: (e, s) => `Skipped: ${s.names(e.skipped)}.`,
  reversed: (e) => `The direction is ${e.direction === 1 ? "clockwise" : "anticlockwise"} now.`,
  dominated: (e, s) => `The card on the ${TABLE.en[e.table]} counts as ${s.suit(e.suit)}.`,
  suit_named: (e, s) => `${s.name(e.seat)} named ${s.suit(e.suit)}.`,
  suit_defaulted: (e, s) => `The joker counts as ${s.suit(e.suit)}.`,
  passed: (e, s) => `${s.name(e.seat)} used the pass.`,
  stuck: (e, s) => `There was no card to draw for ${s.them(e.seat)}.`,
  last_one_declared: (e, s) => `${s.name(e.seat)}: Last one!`,
  challenged: (e, s) => `${s.name(e.seat)} called ${s.them(e.challenged)} out!`,
  disqualified: (e, s) => (s.isMe(e.seat) ? "You are disqualified." : `${s.name(e.seat)} is disqualified.`),
  game_ended: (e, s) => `Game ${e.game}: ${s.names(e.winners)} won.`,
  match_ended: (e, s) =>
    isDraw(e.result)
      ? `The match is over, a draw between ${s.names(e.result.winners)}.`
      : `The match is over: ${s.names(e.result.winners)} won.`,
};

export const ja: Sentences<TtpageoneEvent> = {
  dealt: (e, s) => `第${e.game}ゲーム。優先権を選ぶ順番は${s.names(e.priority)}。`,
  privilege_chosen: (e, s) => `${s.name(e.seat)}は${privilegeName(e.privilege, "ja")}を選択。`,
  privilege_assigned: (e, s) => `残った「${privilegeName(e.privilege, "ja")}」は${s.name(e.seat)}に。`,
  hidden: (e, s) =>
    e.card
      ? `${s.name(e.seat)}が${s.card(e.card)}を伏せました。`
      : e.face_down > 0
        ? `${s.name(e.seat)}が1枚伏せました。`
        : `${s.name(e.seat)}はすべてのカードを公開しました。`,
  opened: () => "全員の手札を公開しました。",
  joker_added: (e, s) => `${s.name(e.seat)}がジョーカーを加えました。`,
  joker_buried: () => "ジョーカーは山札の底へ。",
  table_turned: (e, s) => `${TABLE.ja[e.table]}の台札は${s.card(e.card)}。`,
  turn_began: () => null,
  played: (e, s) =>
    `${s.name(e.seat)}が${TABLE.ja[e.table]}に${s.cards(e.cards)}${e.suit ? `、${s.suit(e.suit)}を指定` : ""}${e.secret ? "(シークレットカード)" : ""}。${e.last_one ? "ラストワン!" : ""}`,
  drawn: (e, s) => `${s.name(e.seat)}が${e.card ? `${s.card(e.card)}を` : "1枚、裏向きのまま"}引きました。`,
  turned: (e, s) => `Kで${TABLE.ja[e.table]}に${s.card(e.card)}がめくられました。`,
  reshuffled: (e) => `${e.stock}枚で新しい山札を作りました。`,
  skipped: (e, s) => `${s.names(e.skipped)}は1回休みです。`,
  reversed: (e) => `${e.direction === 1 ? "時計回り" : "反時計回り"}になりました。`,
  dominated: (e, s) => `${TABLE.ja[e.table]}の台札も${s.suit(e.suit)}になりました。`,
  suit_named: (e, s) => `${s.name(e.seat)}が${s.suit(e.suit)}を指定。`,
  suit_defaulted: (e, s) => `ジョーカーは${s.suit(e.suit)}になります。`,
  passed: (e, s) => `${s.name(e.seat)}がパス権を使用。`,
  stuck: (e, s) => `${s.name(e.seat)}は引くカードがありません。`,
  last_one_declared: (e, s) => `${s.name(e.seat)}:ラストワン!`,
  challenged: (e, s) => `${s.name(e.seat)}が${s.name(e.challenged)}を指摘!`,
  disqualified: (e, s) => `${s.name(e.seat)}は失格。`,
  game_ended: (e, s) => `第${e.game}ゲーム、${s.names(e.winners)}の勝ち。`,
  match_ended: (e, s) => `対戦終了、${s.names(e.result.winners)}の${isDraw(e.result) ? "引き分け" : "勝ち"}。`,
};
