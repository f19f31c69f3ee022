"""Learns Forty-One from nothing, by playing against itself, and plays what it has learned in the arena.

    python3 learn.py [--rounds 300] [--seed 1] [--weights fortyone.npz]
    LEARNED=fortyone.npz python3 -m tefuda.arena learn:Learned normal --game fortyone --matches 2000

A small network gives each rank a score, and each position a value. After every few moves of many matches it is changed so that moves
which led to more chips than expected become more likely (proximal policy optimisation, with NumPy alone)."""
import argparse
import json
import os
import time

import numpy
from tefuda_rules import Batch, Coder, Env, describe

GAME = "fortyone"
COLUMNS = {name: slice(first, first + count) for name, first, count, _ in describe(GAME)["features"]}
PASS = describe(GAME)["actions"].index('{"type":"pass"}')
RANKS = 13
MOVES = RANKS + 1  # a card of each rank, or a pass: suits do not matter in this game
HIDDEN = 64
FADE = 0.95      # what a chip of the next turn counts now
TRUST = 0.8      # how far a move is judged by the turns after the next, and not by the values of their positions
RATE = 5e-3      # of learning, at first; it falls to a tenth
ENTROPY = 0.01   # how much it is made to try out moves


def ranks(cards):
    """How many of each rank, from how many of each card."""
    return cards[:, :52].reshape(-1, 4, RANKS).sum(1)


def one_of(numbers, low, high):
    """A row with a 1 in the place of each number."""
    return numpy.eye(high - low + 1, dtype=numpy.float32)[numpy.clip(numbers, low, high) - low]


def look(features):
    """What the network sees of a position, from the columns of a batch."""
    def of(name):
        return features[:, COLUMNS[name]]

    last = of("table.sequence.last.0.value?") > 0  # the last turn was a card with a value, and not a pass
    return numpy.concatenate([
        one_of(of("table.total")[:, 0], -6, 41), of("table.total?"),
        one_of(numpy.where(last, of("table.sequence.last.0.value"), -2)[:, 0], -2, 10),
        ranks(of("hands[+0]")) / 2, one_of(of("hands[+1].unknown")[:, 0], 0, 6),
        ranks(of("table.sequence.sum.0.card") + of("table.starter") + of("table.finished.sum.starter") +
              of("table.finished.sum.sequence.sum.0.card")) / 2,
        one_of(of("table.deal")[:, 0], 1, 4), of("table.dealer"), of("table.sequence.last.kind"), lead(features)[:, None] / 4,
    ], axis=1, dtype=numpy.float32)


def lead(features):
    """The deciding seat's chips less the other's."""
    return (features[:, COLUMNS["scores[+0]"]] - features[:, COLUMNS["scores[+1]"]])[:, 0].astype(numpy.float32)


def moves_of(mask):
    """Which ranks may be played, and whether to pass."""
    return numpy.concatenate([ranks(mask), mask[:, PASS:PASS + 1]], axis=1) > 0


def numbers_of(moves, mask):
    """The batch's numbers for such moves: the first card of the rank."""
    cards = mask[:, :52].reshape(-1, 4, RANKS)[numpy.arange(len(moves)), :, numpy.minimum(moves, RANKS - 1)]
    return numpy.where(moves == RANKS, PASS, cards.argmax(1) * RANKS + moves)


class Network:
    """A score for each move and, in the last column, the expected gain in chips: straight from what is seen, plus by way of a
    hidden layer. Trained with Adam."""

    def __init__(self, rng, inputs):
        def random(a, b, size):
            return (rng.standard_normal((a, b)) * size).astype(numpy.float32)

        self.parts = [random(inputs, HIDDEN, (2 / inputs) ** 0.5), numpy.zeros(HIDDEN, numpy.float32),
                      random(HIDDEN, MOVES + 1, 0.1 / HIDDEN ** 0.5), numpy.zeros(MOVES + 1, numpy.float32),
                      numpy.zeros((inputs, MOVES + 1), numpy.float32)]
        self.means = [numpy.zeros_like(part) for part in self.parts]
        self.squares = [numpy.zeros_like(part) for part in self.parts]
        self.steps = 0

    def answer(self, seen):
        """The hidden layer, and the output."""
        to_hidden, offsets, to_out, out_offsets, straight = self.parts
        hidden = numpy.maximum(seen @ to_hidden + offsets, 0)
        return hidden, hidden @ to_out + out_offsets + seen @ straight

    def judge(self, seen, legal):
        """The probability of each move, and the value of each position."""
        out = self.answer(seen)[1]
        return softmax(out, legal), out[:, -1]

    def change(self, seen, hidden, slope, rate):
        """A step of Adam. \\param slope of the loss by the output"""
        self.steps += 1
        inside = (slope @ self.parts[2].T) * (hidden > 0)
        slopes = [seen.T @ inside, inside.sum(0), hidden.T @ slope, slope.sum(0), seen.T @ slope]
        rate *= (1 - 0.999 ** self.steps) ** 0.5 / (1 - 0.9 ** self.steps)
        for part, by, mean, square in zip(self.parts, slopes, self.means, self.squares):
            mean += 0.1 * (by - mean)
            square += 0.001 * (by * by - square)
            part -= rate * mean / (numpy.sqrt(square) + 1e-8)


def softmax(out, legal):
    scores = numpy.where(legal, out[:, :MOVES], -1e9)
    scores = numpy.exp(scores - scores.max(1, keepdims=True))
    return scores / scores.sum(1, keepdims=True)


def play(batch, network, rng, turns):
    """Plays so many turns of all matches. Returns what was seen, and for each turn its advantage and the value to learn."""
    gathered = []
    for _ in range(turns):
        seen, legal, seat, before = look(batch.features), moves_of(batch.mask), batch.seat.copy(), lead(batch.features)
        chances, values = network.judge(seen, legal)
        moves = (chances.cumsum(1) > rng.random((len(batch), 1))).argmax(1)
        moves = numpy.where(legal[numpy.arange(len(batch)), moves], moves, legal.argmax(1))
        batch.step(numbers_of(moves, batch.mask))
        # From the point of view of the seat that moved: the other's lead counts against it.
        sign = numpy.where(batch.seat == seat, 1, -1)
        rows = numpy.arange(len(batch))
        final = batch.scores[rows, seat] - batch.scores[rows, 1 - seat]
        gain = numpy.where(batch.ended, final, sign * lead(batch.features)) - before
        gathered.append((seen, legal, moves, chances[rows, moves], values, gain, sign * ~batch.ended))
    follows = network.judge(look(batch.features), moves_of(batch.mask))[1]
    advantage = numpy.zeros(len(batch), numpy.float32)
    examples = []
    for seen, legal, moves, chance, values, gain, sign in reversed(gathered):
        advantage = gain + FADE * sign * follows - values + FADE * TRUST * sign * advantage
        follows = values
        examples.append((seen, legal, moves, chance, advantage, advantage + values))
    return [numpy.concatenate(parts) for parts in zip(*examples)]


def learn_from(network, examples, rng, rate):
    """One pass over the examples, in parts."""
    order = rng.permutation(len(examples[0]))
    for part in numpy.array_split(order, max(1, len(order) // 2048)):
        seen, legal, moves, chance, advantage, goal = (column[part] for column in examples)
        hidden, out = network.answer(seen)
        chances = softmax(out, legal)
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        rows = numpy.arange(len(part))
        ratio = chances[rows, moves] / chance
        # No slope where the move has already become so much more, or less, likely.
        free = numpy.where(advantage > 0, ratio < 1.2, ratio > 0.8)
        slope = numpy.empty_like(out)
        push = chances.copy()
        push[rows, moves] -= 1
        logs = numpy.log(chances + 1e-9)
        slope[:, :MOVES] = push * (advantage * ratio * free)[:, None]
        slope[:, :MOVES] += ENTROPY * chances * (logs - (chances * logs).sum(1, keepdims=True))
        slope[:, -1] = 0.5 * (out[:, -1] - goal)
        network.change(seen, hidden, slope / len(part), rate)


def learn(rounds, seed, report=lambda round, network: None, matches=256, turns=32):
    """Trains a network from random weights. The same seed gives the same network."""
    rng = numpy.random.default_rng(seed)
    batch = Batch(GAME, matches, seed=seed * 1_000_000)
    network = Network(rng, look(batch.features).shape[1])
    for round in range(rounds):
        examples = play(batch, network, rng, turns)
        for _ in range(3):
            learn_from(network, examples, rng, RATE * max(1 - round / rounds, 0.1))
        report(round, network)
    return network


def wins_against_normal(network, deals, seed=10**9):
    """The share of wins in this process; each deal is played from both seats."""
    won = 0.0
    for deal in range(deals):
        for mine in (0, 1):
            env, coder = Env(GAME, seed=seed + deal), Coder(GAME)
            while not env.over:
                seat, = env.to_act
                env.step(seat, best_action(network, coder, env.observe(seat), env.legal(seat)) if seat == mine
                         else env.rule_of_thumb(seat))
            winners = env.result.split('"winners":[')[1].split("]")[0]
            won += 0.5 if "," in winners else float(winners == str(mine))
    return won / deals / 2


def best_action(network, coder, view, legal):
    """The likeliest move, as the server wants it."""
    coder.begin(view, legal)
    mask = coder.mask[None]
    moves = network.judge(look(coder.features[None]), moves_of(mask))[0].argmax(1)
    return coder.choose(int(numbers_of(moves, mask)[0]))


def save(network, path):
    numpy.savez(path, *network.parts)


def load(path):
    network = Network(numpy.random.default_rng(0), 1)
    with numpy.load(path) as parts:
        network.parts = [parts[name] for name in parts.files]
    return network


try:
    from tefuda import Bot
except ImportError:
    pass  # only the arena needs the kit for bots
else:
    class Learned(Bot):
        """Plays by the weights in the file that the variable LEARNED names."""

        def __init__(self, seed=None):
            super().__init__(seed)
            self.network = load(os.environ.get("LEARNED", "fortyone.npz"))
            self.coder = Coder(GAME)

        def choose(self, update):
            return json.loads(best_action(self.network, self.coder, update["view"], update["legal"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", default="fortyone.npz")
    asked = parser.parse_args()
    began = time.monotonic()

    def report(round, network):
        if (round + 1) % 50 == 0:
            won = wins_against_normal(network, 200)
            print(f"{time.monotonic() - began:6.0f} s  round {round + 1:5}  {won * 100:5.1f} % against normal", flush=True)

    network = learn(asked.rounds, asked.seed, report)
    save(network, asked.weights)
    print(f"{wins_against_normal(network, 1000) * 100:.1f} % against normal in 2,000 matches; saved as {asked.weights}")


if __name__ == "__main__":
    main()
