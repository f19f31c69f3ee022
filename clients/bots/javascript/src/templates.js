// Makes actions from the templates in `legal`, without knowing any game's rules.
// The order in which `beats` compares, where a choice names no other with `low_to_high`.
const LOW_TO_HIGH = [..."23456789TJQKA"];

/** A random legal action: a random template with its choices filled in at random. Does not modify `legal`. */
export function randomAction(legal, random = Math.random) {
  const { optional = [], ...template } = legal[below(legal.length, random)];
  const withCompany = optional.includes("as");
  const fields = Object.entries(template).map(([field, value]) => [field, fill(value, withCompany, random)]);
  const action = Object.fromEntries(fields);
  for (const flag of optional) if (flag !== "as" && random() < 0.5) action[flag] = true;
  const jokers = Array.isArray(action.cards) ? action.cards.filter((card) => card === "XX").length : 0;
  if (withCompany && jokers > 0 && random() < 0.5)
    action.as = ranksFor(action.cards, jokers, template.cards, random);
  return action;
}

/** Random cards for a choice; any other value unchanged. `withCompany`: at least one card that is no joker, if possible. */
function fill(value, withCompany, random) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const [least, most] = Array.isArray(value.choose) ? value.choose : [value.choose, value.choose];
  const cards = shuffled(value.from, random);
  // The highest cards always satisfy `beats`.
  if (value.beats) cards.sort((one, other) => height(value, other[0]) - height(value, one[0]));
  const company = cards.findIndex((card) => card !== "XX");
  if (withCompany && company > 0) cards.unshift(...cards.splice(company, 1));
  return [...(value.with ?? []), ...cards.slice(0, least + below(most - least + 1, random))];
}

/** One rank for each joker: the rank of a random other card in the list or, for a choice with `beats`, of the highest. */
function ranksFor(cards, jokers, choice, random) {
  const ranks = cards.filter((card) => card !== "XX").map((card) => card[0]);
  ranks.sort((one, other) => height(choice, other) - height(choice, one));
  return Array.from({ length: jokers }, () => ranks["beats" in choice ? 0 : below(ranks.length, random)]);
}

/** A rank's place in the choice's order; a joker ("X") is the highest. */
function height(choice, rank) {
  return rank === "X" ? LOW_TO_HIGH.length : (choice.low_to_high ?? LOW_TO_HIGH).indexOf(rank);
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
