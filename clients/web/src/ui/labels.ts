// What the buttons of the actions say.
import { suitSign } from "../i18n/cards";
import type { Say, Skin } from "../games/types";
import type { Choice } from "../picker/picker";

type Labelled = Pick<Skin, "label" | "word">;

/** A field's value in words. */
export type ValueText = (field: string, value: unknown) => string;

/** So many chosen cards or items are named on a button. */
const FEW = 5;

/** The text for an action that many games have; null for any other. */
function known(choice: Choice, say: Say): string | null {
  const a = say.texts.actions;
  const action = choice.action as Record<string, unknown>;
  const n = choice.cards.length;
  switch (choice.type) {
    case "play":
      if (typeof action["table"] === "number") return a.playOn(action["table"] === 0 ? say.texts.table.left : say.texts.table.right, n);
      return n === 1 || choice.suggested ? a.playCards(say.cards(choice.cards)) : a.play(n);
    case "pass": return a.pass;
    case "draw": return a.draw;
    case "give": return a.give(n);
    case "exchange": return a.exchange(n);
    case "discard": return a.discard;
    case "hide": return choice.cards[0] ? a.hide(say.card(choice.cards[0])) : a.hideNone;
    case "stop": return a.stop;
    case "continue": return a.continue;
    case "last_one": return a.lastOne;
    case "challenge": return a.challenge(say.name(action["seat"] as number));
    case "name_suit": return `${suitSign(String(action["suit"]))} ${say.texts.cards.suits[String(action["suit"])]}`;
    default: return null;
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
    const own = skin?.label?.(choice, choice.action, say) ?? (word ? null : known(choice, say));
    if (own) return own;
    const items = choice.list === null ? undefined : (choice.action[choice.list] as unknown[] | undefined);
    const chosen = items && items.length > 0 && items.length <= FEW ? [valueOf(choice.list!, items)] : [];
    const fields = values(literals(choice)).join(" ");
    return [word ?? choice.type.replaceAll("_", " "), ...chosen, ...(chosen.length > 0 && fields ? ["·"] : []), fields].join(" ").trim();
  });
  return texts.map((text, at) => {
    const alike = choices.filter((_, other) => texts[other] === text);
    const telling = literals(choices[at]!).filter(([name, value]) => alike.some(({ action }) => JSON.stringify(action[name]) !== JSON.stringify(value)));
    return telling.length > 0 ? `${text} · ${values(telling).join(" ")}` : text;
  });
}
