"""How many moves a second: one by one, and in batches. One thread, in seconds of its own processor time.

    python3 examples/speed.py [--seconds 3] [--matches 1000] [GAME …]

A line for each game: moves a second of Env (templates as JSON, a random action, a step), and of Batch (features and masks of all
matches, a random number for each, a step), with and without the time that NumPy takes to choose."""
import argparse
import json
import random
import time

import numpy
import tefuda_rules


def fill(template, rng):
    """An action of a template; of a choice the fewest cards, beginning with the highest."""
    action = {}
    for field, value in template.items():
        if isinstance(value, dict):
            least = value["choose"][0] if isinstance(value["choose"], list) else value["choose"]
            cards = sorted(value["from"], key=lambda card: "X23456789TJQKA".index(card[0]), reverse=True)
            value = value.get("with", []) + cards[:least]
        if field != "optional":
            action[field] = value
    return action


def one_by_one(game, seconds):
    """Moves a second of single matches."""
    rng = random.Random(1)
    moves = seed = 0
    env = tefuda_rules.Env(game)
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        for _ in range(100):
            if env.over:
                seed += 1
                env = tefuda_rules.Env(game, seed=seed)
            seat = env.to_act[0]
            env.step(seat, json.dumps(fill(rng.choice(json.loads(env.legal(seat))), rng)))
            moves += 1
    return moves / (time.thread_time() - end + seconds)


def batched(game, matches, seconds):
    """Moves a second of a batch: of its steps alone, and with a random choice by NumPy."""
    batch = tefuda_rules.Batch(game, matches)
    rng = numpy.random.default_rng(1)
    noise = rng.random((64, *batch.mask.shape), dtype=numpy.float32)
    stepping = 0.0
    turn = 0
    began = time.thread_time()
    while time.thread_time() < began + seconds:
        choices = numpy.argmax(batch.mask * noise[turn % 64], axis=1)
        turn += 1
        before = time.thread_time()
        batch.step(choices)
        stepping += time.thread_time() - before
    return batch.moves / stepping, batch.moves / (time.thread_time() - began)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=[*tefuda_rules.games()], metavar="GAME")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--matches", type=int, default=1000)
    asked = parser.parse_args()
    print(f"{'game':<12}{'one by one':>12}{'batched':>12}{'with choice':>13}   moves a second")
    for game in asked.games:
        single = one_by_one(game, asked.seconds)
        steps, all_of_it = batched(game, asked.matches, asked.seconds)
        print(f"{game:<12}{single:>12,.0f}{steps:>12,.0f}{all_of_it:>13,.0f}", flush=True)


if __name__ == "__main__":
    main()
