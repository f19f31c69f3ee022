// Forty-One on boardgame.io: the game's playerView hides the other hands; matches are in memory. Prints its URL.
import { createRequire } from "node:module";
import { deal, fullPack, move } from "./fortyone.js";

const { Server } = createRequire(import.meta.url)("boardgame.io/server");

const plain = { step: (of) => of, deal: (of) => ({ ...of, steps: [] }) };

const game = {
  name: "fortyone",
  disableUndo: true,
  setup({ ctx, random }) {
    const seats = Array.from({ length: ctx.numPlayers }, () => ({ chips: 0, hand: [] }));
    const table = { seats, deals: [], pack: random.Shuffle(fullPack()), toAct: 0, over: false };
    deal(table, random.Die(ctx.numPlayers) - 1, plain);
    return table;
  },
  playerView: ({ G, playerID }) => ({
    ...G,
    pack: undefined,
    seats: G.seats.map((seat, i) => (String(i) === playerID ? seat : { ...seat, hand: seat.hand.map(() => null) })),
  }),
  moves: { play: { move: ({ G }, number) => move(G, number, plain), client: false } },
  turn: { minMoves: 1, maxMoves: 1, order: { first: ({ G }) => G.toAct, next: ({ G }) => G.toAct } },
  endIf: ({ G }) => (G.over ? { chips: G.seats.map(({ chips }) => chips) } : undefined),
};

const { appServer } = await Server({ games: [game], origins: [] }).run(0);
console.log(`boardgame.io is at http://127.0.0.1:${appServer.address().port}/`);
