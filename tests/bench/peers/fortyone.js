// The rules of Forty-One for the peers. The state is either plain objects or Colyseus schemas, so only list methods are used
// that both have. With more than two seats there are as many deals as the pack has cards for.

const RANKS = "A23456789TJQK";
const SUITS = "SHDC";
const HAND = 6;
const MOST = 41;

export const fullPack = () => [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

export function shuffled(cards) {
  for (let i = cards.length - 1; i > 0; --i) {
    const j = Math.floor(Math.random() * (i + 1));
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

const FACES = { A: 1, T: 10, J: -1, Q: 0 };
const worth = (card) => FACES[card[0]] ?? Number(card[0]);

/** A card's value and the new total. They are null while only kings have been played. */
function after(deal, card) {
  if (card[0] === "K") return { value: deal.mirrored, total: deal.openKings ? null : deal.total + deal.mirrored };
  const value = worth(card);
  return { value, total: deal.openKings ? value * (deal.openKings + 1) : deal.total + value };
}

const chipsFor = (total) => (total === MOST ? 2 : [1, 11, 21, 31].includes(total) ? 1 : 0);

/** Deals new hands. \param make constructs the peer's objects (`deal`, `step`) from plain ones */
export function deal(game, dealer, make) {
  const seats = game.seats.length;
  for (let card = 0; card < HAND; ++card)
    for (let i = 1; i <= seats; ++i) game.seats[(dealer + i) % seats].hand.push(game.pack.pop());
  const starter = game.pack.pop();
  const open = starter[0] === "K";
  game.deals.push(make.deal({ dealer, starter, total: open ? 0 : worth(starter), mirrored: open ? 0 : worth(starter),
    openKings: open ? 1 : 0, passes: 0 }));
  if (starter[0] === "A") ++game.seats[dealer].chips;
  game.toAct = (dealer + 1) % seats;
}

/** Plays the playable card with this index (modulo their number), or passes if there is none. */
export function move(game, number, make) {
  const seats = game.seats.length;
  const seat = game.toAct;
  const { hand } = game.seats[seat];
  const current = game.deals[game.deals.length - 1];
  const playable = [];
  for (let i = 0; i < hand.length; ++i) {
    const { total } = after(current, hand[i]);
    if (total === null || total <= MOST) playable.push(i);
  }
  game.toAct = (seat + 1) % seats;
  if (playable.length > 0) {
    play(game, current, seat, playable[number % playable.length], make);
    return;
  }
  current.steps.push(make.step({ seat, card: "", value: 0 }));
  if (++current.passes < seats) {
    if (current.passes === 1) ++game.seats[game.toAct].chips;
    return;
  }
  for (const { hand: left } of game.seats) left.splice(0, left.length);
  if (game.pack.length <= seats * HAND) game.over = true;
  else deal(game, (current.dealer + 1) % seats, make);
}

function play(game, current, seat, at, make) {
  const { hand } = game.seats[seat];
  const card = hand[at];
  hand.splice(at, 1);
  const { value, total } = after(current, card);
  current.passes = 0;
  current.steps.push(make.step({ seat, card, value }));
  if (total === null) {
    ++current.openKings;
    return;
  }
  if (current.openKings > 0) for (const step of current.steps) if (step.card) step.value = value;
  current.openKings = 0;
  current.mirrored = value;
  current.total = total;
  game.seats[seat].chips += chipsFor(total);
}
