// What the buttons of the actions say.
import { sideName } from "../pieces/say";
import type { Say, Skin } from "../skin/types";
import type { Choice } from "../picker/picker";

type Labelled = Pick<Skin, "label" | "word">;

/** A field's value in words. */
export type ValueText = (field: string, value: unknown) => string;

/** So many chosen cards or items are named on a button. */
const FEW = 5;
/** So many cards are named on the button that plays them; on one of two tables, whose side it says too, half as many. */
const NAMED = 4;

/** The text for an action that many games have; null for any other. */
function known(choice: Choice, say: Say): string | null {
  const a = say.texts.actions;
  const action = choice.action as Record<string, unknown>;
  const n = choice.cards.length;
  switch (choice.type) {
    case "play":
      if (typeof action["table"] === "number")
        return a.playOn(sideName(action["table"], say), n <= NAMED / 2 ? say.cards(choice.cards) : a.cards(n));
      return n <= NAMED || choice.suggested ? a.playCards(say.cards(choice.cards)) : a.play(n);
    case "pass":
      return a.pass;
    case "draw":
      return a.draw;
    case "exchange":
      return a.exchange(n);
    case "stop":
      return a.stop;
    case "continue":
      return a.continue;
    default:
      return null;
  }
}

/** The fields that an action has beside its type and what was selected. */
const literals = (choice: Choice): [string, unknown][] =>
  Object.entries(choice.action).filter(([name]) => name !== "type" && name !== "card" && name !== choice.list);

/** The texts of the buttons. Those that would say the same also say the fields in which their actions differ. */
export function labelsOf(choices: readonly Choice[], skin: Labelled | null, say: Say, valueOf: ValueText): string[] {
  const values = (fields: [string, unknown][]): string[] => fields.map(([name, value]) => valueOf(name, value));
  const texts = choices.map((choice) => {
    const word = skin?.word?.(choice.type, say.language);
    const own = skin?.label?.(choice.action, say) ?? (word ? null : known(choice, say));
    if (own) return own;
    const items = choice.list === null ? undefined : (choice.action[choice.list] as unknown[] | undefined);
    const chosen = items && items.length > 0 && items.length <= FEW ? [valueOf(choice.list!, items)] : [];
    const fields = values(literals(choice)).join(" ");
    return [word ?? choice.type.replaceAll("_", " "), ...chosen, ...(chosen.length > 0 && fields ? ["·"] : []), fields]
      .join(" ")
      .trim();
  });
  return texts.map((text, at) => {
    const alike = choices.filter((_, other) => texts[other] === text);
    const { card } = choices[at]!.action;
    const fields: [string, unknown][] = card ? [["card", card], ...literals(choices[at]!)] : literals(choices[at]!);
    const telling = fields.filter(([name, value]) =>
      alike.some(({ action }) => JSON.stringify(action[name]) !== JSON.stringify(value)),
    );
    return telling.length > 0 ? `${text} · ${values(telling).join(" ")}` : text;
  });
}
