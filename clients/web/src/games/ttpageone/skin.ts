import type { Ttpageone } from "../../protocol/games";
import type { Card } from "../../protocol/messages";
import { suitSign } from "../../i18n/cards";
import type { Skin } from "../../skin/types";
import Badge from "./Badge.svelte";
import { place } from "./place";
import { reason } from "./reason";
import { tell } from "./log";
import Table from "./Table.svelte";
import { play } from "../../i18n/play";
import { barred, doubts, effect, sign, suspects, why } from "./why";
import { fill } from "../../i18n/fill";
import { privilegeName, words } from "./words";

export const skin: Skin<Ttpageone> = {
  Table,
  Badge,
  order: "suit",
  beat: ".spot .counts",
  tell,
  place,
  reason,
  // The badge names the privileges.
  act: ({ type }) => (/^(privilege_|hidden)/.test(type) ? null : undefined),
  aside: ["hide"],
  calledOut: ["last_one"],
  chimes: ["challenged", "last_one_declared"],
  label(action, say) {
    const w = words(say.language);
    switch (action.type) {
      case "choose_privilege":
        return privilegeName(action.privilege, say.language);
      case "hide":
        return "card" in action && action.card ? fill(w.hideCard, { card: say.card(action.card) }) : w.nobodyHides;
      case "last_one":
        return w.lastOne;
      case "challenge":
        return fill(w.challenge, { name: say.name(action.seat) });
      case "name_suit":
        return `${suitSign(action.suit)} ${say.texts.cards.suits[action.suit] ?? ""}`;
      default:
        return null;
    }
  },
  flag: (name, say) => (name === "last_one" ? words(say.language).lastOne : null),
  openHands: true,
  why,
  barred,
  doubts,
  effect,
  does: (card, say) => effect([card], say) ?? words(say.language).plain,
  sign,
  tip({ view, events, legal }, say) {
    const e = events;
    const me = view.seat;
    if (legal.some(({ type }) => type === "last_one"))
      return { id: "late", text: words(say.language).tips.late, about: "last_one" };
    if (suspects(view).length > 0) return { id: "challenge", text: words(say.language).tips.challenge };
    if (legal.some((template) => template.optional?.includes("last_one")))
      return { id: "last_one", text: words(say.language).tips.last_one };
    if (e.some(({ type }) => type === "disqualified")) return { id: "out", text: words(say.language).tips.out };
    if (view.phase === "rehide" && legal.some(({ type }) => type === "hide"))
      return { id: "drawn", text: words(say.language).tips.drawn, about: "hide" };
    if (e.some((event) => event.type === "skipped" && event.skipped.includes(me!)))
      return { id: "five", text: words(say.language).tips.five };
    if (
      e.some((event) => event.type === "drawn" && event.seat === me) &&
      e.some((event) => event.type === "played" && event.seat !== me)
    )
      return { id: "seven", text: words(say.language).tips.seven };
    if (e.some((event) => event.type === "turned")) return { id: "king", text: words(say.language).tips.king };
    if (e.some((event) => event.type === "reversed")) return { id: "nine", text: words(say.language).tips.nine };
    if (e.some((event) => event.type === "dominated")) return { id: "ace", text: words(say.language).tips.ace };
    if (e.some(({ type }) => type === "reshuffled")) return { id: "stock", text: words(say.language).tips.stock };
    if (view.phase !== "play" || me === null) return null;
    if (legal.some(({ type }) => type === "hide") && view.table.secret)
      return { id: "rehide", text: words(say.language).tips.rehide };
    if (legal.some(({ type }) => type === "play") && view.hands[me]?.includes("XX"))
      return { id: "joker", text: words(say.language).tips.joker };
    return null;
  },
  closes: ({ type }) => type === "game_ended",
  confirms: (action, { view }) =>
    action.type === "hide" && !("card" in action && action.card) && view.table.secret
      ? { name: play().reveal, question: play().revealSure, yes: play().revealYes }
      : null,
  scored: (options) => Number(options["games"] ?? 1) > 1,
  mark: (view, card, language) => (view.table.secret === card ? words(language).secret : null),
  prompt(view, say, legal) {
    const w = words(say.language);
    if (view.phase === "privileges") return w.choosePrivilege;
    if (view.phase === "hide") return w.hide;
    if (view.phase === "rehide") return w.rehide;
    if (view.phase === "name_suit") return w.nameSuit;
    if (view.phase !== "play") return null;
    if (
      view.seat !== null &&
      view.hands?.[view.seat]?.length === 2 &&
      legal.some((template) => template.optional?.includes("last_one"))
    )
      return w.twoLeft;
    if (legal.some(({ type }) => type === "play")) return w.play;
    return legal.some(({ type }) => type === "draw") ? w.drawFirst : null;
  },
  calls(event, say) {
    const e = event;
    const w = words(say.language);
    switch (e.type) {
      case "privilege_chosen":
        return { seat: e.seat, text: privilegeName(e.privilege, say.language), tone: "good", stays: true };
      case "privilege_assigned":
        return { seat: e.seat, text: privilegeName(e.privilege, say.language), stays: true };
      case "hidden":
        return { seat: e.seat, text: e.card || e.face_down > 0 ? w.hid : w.revealed };
      case "passed":
        return { seat: e.seat, text: w.pass };
      case "skipped":
        return e.skipped[0] === undefined ? null : { seat: e.skipped[0], text: w.skipped, tone: "bad" };
      case "stuck":
        return { seat: e.seat, text: w.stuck };
      case "played":
        return e.last_one ? { seat: e.seat, text: w.lastOne, tone: "good", stays: true } : null;
      case "last_one_declared":
        return { seat: e.seat, text: w.lastOne, tone: "good", stays: true };
      case "challenged":
        return { seat: e.challenged, text: w.calledOut, tone: "bad" };
      case "disqualified":
        return { seat: e.seat, text: w.disqualified, tone: "bad", stays: true };
      default:
        return null;
    }
  },
  // Shows a king before the card that it turns up, and the last card of a game before the next game.
  stages(before, update) {
    const events = update.events;
    const played = events.find((event) => event.type === "played");
    if (!played || !events.some((event) => event.type === "turned" || event.type === "game_ended")) return [];
    const view = before;
    const top = played.cards[played.cards.length - 1] as Card;
    const tables = view.table.tables.map((table, n) =>
      n === played.table
        ? {
            ...table,
            top,
            suit: top === "XX" ? (played.suit ?? null) : (top[1] as "S"),
            rank: top === "XX" ? null : (top[0] as "A"),
          }
        : table,
    );
    const left = [...played.cards] as (Card | null)[];
    const hands = view.hands.map((hand, seat) =>
      seat !== played.seat
        ? hand
        : hand.filter((card) => {
            const at = left.indexOf(card);
            if (at >= 0) left.splice(at, 1);
            return at < 0;
          }),
    );
    const shown = { ...view, hands, to_act: [], table: { ...view.table, tables } };
    return [{ view: shown, ms: 1500, tells: events.indexOf(played) + 1 }];
  },
};
