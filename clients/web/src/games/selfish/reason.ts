import type { Selfish } from "../../protocol/games";
import { worth } from "./hand";
import { fill } from "../../i18n/fill";
import { handName, words } from "./words";
import type { Card } from "../../protocol/messages";
import type { Choosing, Say } from "../../skin/types";

/** The mean of the numbers from A to K. */
const MEAN = 7;

/** What an advised action does for its player, where that can be seen; null otherwise. */
export function reason(action: Selfish["action"], { view }: Choosing<Selfish>, say: Say): string | null {
  const texts = words(say.language).reason;
  const cards = (view.hands?.[view.seat ?? 0] ?? []).filter((card): card is Card => card !== null);
  const simple = say.options["scoring"] === "simple";
  const { hand, total } = worth(cards, simple);
  if (action.type === "claim") return fill(texts.claim, { high: !["nothing", "burst"].includes(action.claim) });
  if (action.type === "draw") return view.phase === "draw" && view.table.turn < 4 ? texts.draw : null;
  const average = MEAN * cards.length;
  if (action.type === "continue")
    return hand === "burst"
      ? texts.burst
      : total <= average
        ? fill(texts.low, { total })
        : fill(texts.more, { pairs: !simple });
  if (hand === "selfish") return texts.selfish;
  const named =
    hand === "none" || hand === "burst"
      ? fill(words(say.language).points, { n: total })
      : fill(texts.named, { name: handName(hand, say.language), total });
  return total > average ? fill(texts.held, { hand: named, average }) : texts.stops;
}
