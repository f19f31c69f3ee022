import type { AnyView, Card } from "../../protocol/messages";
import type { TtpageoneEvent, TtpageoneView } from "../../protocol/wire";
import type { Skin } from "../types";
import Badge from "./Badge.svelte";
import { place } from "./place";
import { reason } from "./reason";
import { en, ja } from "./sentences";
import Table from "./Table.svelte";
import { barred, effect, sign, why } from "./why";
import { privilegeName, words } from "./words";

export const skin: Skin = {
  Table,
  Badge,
  order: "suit",
  beat: ".spot .counts",
  sentences: { en, ja },
  place,
  reason,
  label: (choice, action, say) => (choice.type === "choose_privilege" ? privilegeName(String(action["privilege"]), say.language) : null),
  openHands: true,
  why,
  barred,
  effect,
  sign,
  tip({ view, events, legal }, say) {
    const ja = say.language === "ja";
    const e = events as unknown as TtpageoneEvent[];
    const me = view.seat;
    if (legal.some((template) => template.optional?.includes("last_one"))) return { id: "last_one", text: ja ? "残り1枚になる前に「ラストワン!」を押しましょう。忘れて指摘されると失格です。" : "When one card will be left, press “Last one!” with your play. Who forgets it can be called out and is disqualified." };
    if (e.some((event) => event.type === "skipped" && event.skipped.includes(me!))) return { id: "five", text: ja ? "5が出たので、あなたの番は飛ばされます。" : "A 5 skips players: this time it was you." };
    if (e.some((event) => event.type === "drawn" && event.seat === me) && e.some((event) => event.type === "played" && event.seat !== me)) return { id: "seven", text: ja ? "7が出ると、ほかの全員が1枚ずつ引きます。" : "A 7 makes everybody else draw a card." };
    if (e.some((event) => event.type === "turned")) return { id: "king", text: ja ? "Kは山札から1枚めくって重ねます。めくられたカードの効果も出ます。" : "A king turns the top of the stock onto its table, and that card acts." };
    if (e.some((event) => event.type === "reversed")) return { id: "nine", text: ja ? "9で回り方が逆になります。" : "A 9 turns the direction." };
    if (e.some((event) => event.type === "dominated")) return { id: "ace", text: ja ? "Aが出ると、もう一方の台札も覆われるまでそのマークになります。" : "An ace gives its suit to the other table too, until that is covered." };
    if (me !== null && legal.some(({ type }) => type === "challenge")) return { id: "challenge", text: ja ? "「ラストワン!」を忘れた人がいます。指摘すれば失格です。" : "Somebody has one card and forgot “Last one!”: call it out." };
    return null;
  },
  scored: (options) => Number(options["games"] ?? 1) > 1,
  mark: (view, card, language) => ((view as unknown as TtpageoneView).table.secret === card ? words(language).secret : null),
  prompt(view, say, legal) {
    const w = words(say.language);
    if (view.phase === "privileges") return w.choosePrivilege;
    if (view.phase === "hide") return w.hide;
    if (view.phase === "rehide") return w.rehide;
    if (view.phase === "name_suit") return w.nameSuit;
    if (view.phase !== "play") return null;
    if (view.seat !== null && view.hands?.[view.seat]?.length === 2 && legal.some((template) => template.optional?.includes("last_one"))) return w.twoLeft;
    return legal.some(({ type }) => type === "play") ? w.play : w.drawFirst;
  },
  calls(event, say) {
    const e = event as unknown as TtpageoneEvent;
    const w = words(say.language);
    switch (e.type) {
      case "privilege_chosen": return { seat: e.seat, text: privilegeName(e.privilege, say.language), tone: "good" };
      case "privilege_assigned": return { seat: e.seat, text: privilegeName(e.privilege, say.language) };
      case "hidden": return { seat: e.seat, text: w.hid };
      case "passed": return { seat: e.seat, text: w.pass };
      case "skipped": return e.skipped[0] === undefined ? null : { seat: e.skipped[0], text: w.skipped, tone: "bad" };
      case "stuck": return { seat: e.seat, text: w.stuck };
      case "played": return e.last_one ? { seat: e.seat, text: say.texts.actions.lastOne, tone: "good" } : null;
      case "last_one_declared": return { seat: e.seat, text: say.texts.actions.lastOne, tone: "good" };
      case "challenged": return { seat: e.challenged, text: w.calledOut, tone: "bad" };
      case "disqualified": return { seat: e.seat, text: w.disqualified, tone: "bad" };
      default: return null;
    }
  },
  // Shows a king before the card that it turns up, and the last card of a game before the next game.
  stages(before, update) {
    const events = update.events as unknown as TtpageoneEvent[];
    const played = events.find((event) => event.type === "played");
    if (!played || !events.some((event) => event.type === "turned" || event.type === "game_ended")) return [];
    const view = before as unknown as TtpageoneView;
    const top = played.cards[played.cards.length - 1] as Card;
    const tables = view.table.tables.map((table, n) =>
      n === played.table ? { ...table, top, suit: top === "XX" ? (played.suit ?? null) : (top[1] as "S"), rank: top === "XX" ? null : (top[0] as "A") } : table,
    );
    const left = [...played.cards] as (Card | null)[];
    const hands = view.hands.map((hand, seat) => (seat !== played.seat ? hand : hand.filter((card) => {
      const at = left.indexOf(card);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    })));
    return [{ view: { ...view, hands, to_act: [], table: { ...view.table, tables } } as unknown as AnyView, ms: 850 }];
  },
};
