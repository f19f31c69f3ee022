// Chooses random actions without knowing the rules: it takes a template and fills in its choices.
/** A rank's height in the order in which a choice compares. */
const height = (choice, rank) => (choice.low_to_high ?? [...'23456789TJQKA']).indexOf(rank);

const jokersIn = (cards) => cards.filter((card) => card === 'XX').length;
const ranksBeside = (cards) => cards.filter((card) => card !== 'XX').map((card) => card[0]);
const highest = (choice, ranks) => ranks.reduce((best, rank) => (height(choice, rank) > height(choice, best) ? rank : best));

/** The heights of a list from high to low. Jokers count as the ranks in `as`, or as the highest rank without it. */
function heights(choice, cards, as) {
    const ranks = [...ranksBeside(cards), ...(as ?? Array(jokersIn(cards)).fill(choice.low_to_high?.at(-1) ?? 'A'))];
    return ranks.map((rank) => height(choice, rank)).sort((a, b) => b - a);
}

function beats(choice, cards, as) {
    const needed = choice.beats.map((rank) => height(choice, rank)).sort((a, b) => b - a);
    return heights(choice, cards, as).every((value, i) => value >= needed[i]);
}

/** A random list of cards that a choice allows, sometimes with the ranks that its jokers copy. */
function fill(choice, mayNameRanks, random) {
    const [least, most] = Array.isArray(choice.choose) ? choice.choose : [choice.choose, choice.choose];
    const fixed = choice.with ?? [];
    for (let attempt = 0; ; attempt++) {
        const count = least + random.below(most - least + 1);
        const order = random.shuffled(choice.from);
        // After many failures take the strongest cards, with one first that jokers can copy.
        if (attempt >= 40) {
            order.sort((a, b) => (b === 'XX' ? 99 : height(choice, b[0])) - (a === 'XX' ? 99 : height(choice, a[0])));
            const first = order.findIndex((card) => card !== 'XX');
            if (mayNameRanks && first > 0) order.unshift(...order.splice(first, 1));
        }
        const cards = [...fixed, ...order.slice(0, count)];
        const beside = ranksBeside(cards);
        const jokers = jokersIn(cards);
        const copies = mayNameRanks && jokers > 0;
        if (copies && !beside.length) continue;
        const named = copies && attempt < 40 && random.below(2) === 0;
        const as = copies ? Array.from({ length: jokers }, () => (named ? random.of(beside) : highest(choice, beside))) : undefined;
        if (choice.beats && !beats(choice, cards, as)) {
            if (attempt > 60) throw new Error(`nothing fits ${JSON.stringify(choice)}`);
            continue;
        }
        return { cards: random.shuffled(cards), as: named ? as : undefined };
    }
}

/** An action that this template allows. */
export function fillTemplate(template, random) {
    const { optional = [], ...action } = template;
    for (const [field, value] of Object.entries(action)) {
        if (value === null || typeof value !== 'object' || !('choose' in value)) continue;
        const { cards, as } = fill(value, optional.includes('as'), random);
        action[field] = cards;
        if (as) action.as = as;
    }
    for (const flag of optional) if (flag !== 'as' && random.below(2) === 0) action[flag] = true;
    return action;
}

/** A random action. Optional actions (hide, challenge) are rare. */
export function pick(legal, random) {
    const seldom = new Set(['hide', 'challenge']);
    const usual = legal.filter((template) => !seldom.has(template.type));
    const among = usual.length && random.below(20) !== 0 ? usual : legal;
    return fillTemplate(random.of(among), random);
}
