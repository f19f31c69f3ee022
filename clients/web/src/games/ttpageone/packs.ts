import type { AnyUpdate, Card } from "../../protocol/messages";
import type { TtpageoneEvent, TtpageoneView } from "../../protocol/wire";
import { canonical, freshPack, without, type Packs } from "../../verify/packs";

const viewOf = (update: AnyUpdate): TtpageoneView => update.view as unknown as TtpageoneView;

/** One seat's hand and the top cards of the tables; tracks their changes within one update. */
class Place {
  hand: Card[];
  tops: Card[];

  constructor(
    private readonly seat: number,
    before: TtpageoneView,
  ) {
    this.hand = before.hands[seat]!.filter((card) => card !== null);
    this.tops = before.table.tables.map(({ top }) => top);
  }

  follow(event: TtpageoneEvent): void {
    if (event.type === "played") this.tops[event.table] = event.cards.at(-1)!;
    if (event.type === "turned") this.tops[event.table] = event.card;
    if (!("seat" in event) || event.seat !== this.seat) return;
    if (event.type === "played") this.hand = without(this.hand, event.cards);
    if (event.type === "drawn" && event.card !== null) this.hand.push(event.card);
    if (event.type === "disqualified") this.hand = [];
  }
}

/**
 * Each game starts with the pack with one joker. When the stock is used up, all cards are shuffled that are neither in a
 * hand nor on top of a table.
 */
export const packs: Packs = ({ updates }) => {
  const given: Card[][] = [];
  let jokers = 1;
  for (const [at, update] of updates[0]!.entries()) {
    const before = at === 0 ? null : updates.map((own, seat) => new Place(seat, viewOf(own[at - 1]!)));
    for (const [n, event] of (update.events as unknown as TtpageoneEvent[]).entries()) {
      before?.forEach((place, seat) => place.follow(updates[seat]![at]!.events[n] as unknown as TtpageoneEvent));
      if (event.type === "dealt") {
        given.push(freshPack(1, 1));
        jokers = 1;
      } else if (event.type === "joker_added") {
        jokers = 2;
      } else if (event.type === "reshuffled" && event.stock > 1) {
        const held = before!.flatMap((place) => place.hand);
        given.push(canonical(without(freshPack(1, jokers), [...held, ...before![0]!.tops])));
      }
    }
  }
  return given;
};
