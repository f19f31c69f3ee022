// Makes actions from the templates in `legal`, without knowing any game's rules.
const HIGH_TO_LOW = "XAKQJT98765432";

/** A random legal action: a random template with its choices filled in at random. Does not modify `legal`. */
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

/** Random cards for a choice; any other value unchanged. `withCompany`: at least one card that is no joker, if possible. */
function fill(value, withCompany, random) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const [least, most] = Array.isArray(value.choose) ? value.choose : [value.choose, value.choose];
  const cards = shuffled(value.from, random);
  // The highest cards always satisfy `beats`.
  if (value.beats) cards.sort((one, other) => HIGH_TO_LOW.indexOf(one[0]) - HIGH_TO_LOW.indexOf(other[0]));
  const company = cards.findIndex((card) => card !== "XX");
  if (withCompany && company > 0) cards.unshift(...cards.splice(company, 1));
  return [...(value.with ?? []), ...cards.slice(0, least + below(most - least + 1, random))];
}

/** One rank for each joker: the rank of a random other card in the list, or (`highest`) of the highest. */
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
