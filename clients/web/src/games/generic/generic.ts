// The skin of games without one: shows the fields of the view's `table`; the actions come from the templates, sentences and
// words from the game's RULES.md.
import type { Language } from "../../i18n/index.svelte";
import type { AnyAction, AnyEvent } from "../../protocol/messages";
import type { Say, Skin } from "../../skin/types";
import { codesIn } from "./markdown";
import { rulesOf, type GameRules } from "./rules";
import { seatFieldsOf } from "./seats";
import Table from "./Table.svelte";
import { valueText, wordOr } from "./values";

/** Fields that are told by other means: who it was, the hands, and the result. */
const UNTOLD = ["type", "seat", "hands", "result"];

/** The sentence for any event: from the rules if they have one, else who it was, what happened, and the fields. */
export function tell(rules: GameRules | null, event: AnyEvent, say: Say): string {
  const word = wordOr(rules?.words);
  const text = (name: string): string => valueText(name, event[name], say, word);
  const stop = say.language === "ja" ? "。" : ".";
  const sentence = rules?.sentences.get(event.type);
  if (sentence !== undefined) {
    const told = sentence.replace(/`(\w+)`/g, (_, name: string) => text(name));
    return told.charAt(0).toUpperCase() + told.slice(1) + stop;
  }
  const who = typeof event.seat === "number" ? `${say.called(event.seat)}: ` : "";
  const fields = Object.keys(event).filter(
    (name) => !UNTOLD.includes(name) && event[name] !== null && event[name] !== false,
  );
  // What has no other name than its value: cards, and a field that is called as the event.
  const bare = fields.filter((name) => /^cards?$/.test(name) || name === event.type);
  const named = fields
    .filter((name) => !bare.includes(name))
    .map((name) => (event[name] === true ? word(name) : `${word(name)} ${text(name)}`));
  return [[who + word(event.type), ...bare.map(text)].join(" "), ...named].join(", ") + stop;
}

/** What an action's button says; null if the rules name none of its fields, or it lacks one that they name. */
export function label(rules: GameRules | null, action: AnyAction, say: Say): string | null {
  const shown = rules?.labels.get(action.type);
  if (shown === undefined || codesIn(shown).some((name) => isEmpty(action[name]))) return null;
  return shown.replace(/`(\w+)`/g, (_, name: string) => valueText(name, action[name], say, wordOr(rules?.words)));
}

const isEmpty = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.length === 0);

export async function genericSkin(game: string): Promise<Skin> {
  const [en, ja, seats] = await Promise.all([rulesOf(game, "en"), rulesOf(game, "ja"), seatFieldsOf(game)]);
  const rules: Record<Language, GameRules | null> = { en, ja };
  return {
    Table,
    order: "suit",
    tell: (event, say) => tell(rules[say.language], event, say),
    label: (action, say) => label(rules[say.language], action, say),
    isSeat: (field) => seats?.has(field),
    forSeats: (field) => rules.en?.forSeats.has(field) ?? false,
    word: (name, language) => rules[language]?.words.get(name) ?? null,
  };
}
