"""What the tests of tefuda_rules share."""
import json
import os
import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "clients/bots/python"))

from tefuda.templates import random_action  # noqa: E402

#: The build of the checkout whose module is tested: tests/python/install has installed it.
BUILD = Path(os.environ.get("TEFUDA_RULES_BUILD", ROOT / "build/release"))
SERVER = os.environ.get("TEFUDA_SERVER", str(BUILD / "bin/tefuda-server"))

#: The tables of a module with other games, JSON; tests/python/test_more_games.py sets it.
OTHER_TABLES = os.environ.get("TEFUDA_TABLES")

#: Every game, with options that change what its messages look like.
TABLES = json.loads(OTHER_TABLES) if OTHER_TABLES else [
    ("sugekari21", 2, {"two_player": "refill"}),
    ("sugekari21", 4, {"exchange": "hearts", "games": 3, "jokers": True}),
    ("twentytwo", 3, {}),
    ("twentytwo", 4, {"variant": "26", "max_lead": 2}),
    ("ttpageone", 4, {"teams": 2, "games": 2}),
    ("fortyone", 2, {}),
    ("selfish", 4, {"coming_out": True, "jokers": 2}),
]


def random_step(env, rng):
    """Lets one seat that may act, waited for or not, do anything legal. Returns the seat and the action."""
    able = [seat for seat in range(env.seats) if env.legal(seat) != "[]"]
    seat = rng.choice(env.to_act) if rng.random() < 0.8 else rng.choice(able)
    action = random_action(json.loads(env.legal(seat)), rng)
    env.step(seat, action)
    return seat, action


def seen_by_all(env):
    """All that an Env shows to anybody."""
    seats = [*range(env.seats)]
    return ([env.observe(seat) for seat in [*seats, None]], [env.events(seat) for seat in [*seats, None]],
            [env.legal(seat) for seat in seats], env.to_act, env.over, env.result, env.timed)


def played(env, moves, seed):
    """Up to so many random steps."""
    rng = random.Random(seed)
    while moves > 0 and not env.over:
        random_step(env, rng)
        moves -= 1
    return env
