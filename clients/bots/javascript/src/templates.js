// Actions from the templates of `legal`, without any rules.
const HIGH_TO_LOW = "XAKQJT98765432";

/** A legal action: any template, its choices filled by chance. `legal` stays as it is. */
export function randomAction(legal, random = Math.random) {
  const { optional = [], ...template } = legal[below(legal.length, random)];
  const withCompany = optional.includes("as");
  const fields = Object.entries(template).map(([field, value]) => [field, fill(value, withCompany, random)]);
  const action = Object.fromEntries(fields);
  if (optional.includes("last_one") && random() < 0.5) action.last_one = true;
  const jokers = Array.isArray(action.cards) ? action.cards.filter((card) => card === "XX").length : 0;
  if (withCompany && jokers > 0 && random() < 0.5)
    action.as = ranksFor(action.cards, jokers, "beats" in template.cards, random);
  return action;
}

/** The cards of a choice; anything else as it is. With company no joker goes alone. */
function fill(value, withCompany, random) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const [least, most] = Array.isArray(value.choose) ? value.choose : [value.choose, value.choose];
  const cards = shuffled(value.from, random);
  // The highest cards beat all that can be beaten.
  if (value.beats) cards.sort((one, other) => HIGH_TO_LOW.indexOf(one[0]) - HIGH_TO_LOW.indexOf(other[0]));
  const company = cards.findIndex((card) => card !== "XX");
  if (withCompany && company > 0) cards.unshift(...cards.splice(company, 1));
  return [...(value.with ?? []), ...cards.slice(0, least + below(most - least + 1, random))];
}

/** One rank for each joker, each the rank of another card in the list. */
function ranksFor(cards, jokers, highest, random) {
  const ranks = cards.filter((card) => card !== "XX").map((card) => card[0]);
  ranks.sort((one, other) => HIGH_TO_LOW.indexOf(one) - HIGH_TO_LOW.indexOf(other));
  return Array.from({ length: jokers }, () => ranks[highest ? 0 : below(ranks.length, random)]);
}

function below(n, random) {
  return Math.floor(random() * n);
}

function shuffled(list, random) {
  const cards = [...list];
  for (let i = cards.length - 1; i > 0; --i) {
    const j = below(i + 1, random);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}
