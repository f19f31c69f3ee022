"""Tests of matches that are built from what one seat sees."""
import json
import random
import unittest

from support import OTHER_TABLES, TABLES, played, random_step, seen_by_all
from tefuda_rules import Env


def update_of(env, seat):
    """What a server sends to the seat, as far as it is the engine's."""
    update = {"view": json.loads(env.observe(seat)), "events": json.loads(env.events(seat))}
    legal = json.loads(env.legal(seat))
    if legal:
        update.update(legal=legal, must=seat in env.to_act)
    return update


@unittest.skipIf(OTHER_TABLES, "the other games can't be built from a view")
class FromView(unittest.TestCase):
    def each_state(self, matches=3):
        """Envs of every game along whole random matches, with each seat's updates so far."""
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                for seed in range(matches):
                    env, rng = Env(game, seats, options, seed=seed + 20), random.Random(seed)
                    earlier = [[] for _ in range(seats)]
                    moves = 0
                    while not env.over and moves < 400:
                        yield env, options, earlier
                        for seat in range(seats):
                            earlier[seat].append(update_of(env, seat))
                        random_step(env, rng)
                        moves += 1

    def test_it_shows_its_seat_the_same_in_every_state(self):
        rng = random.Random(5)
        for env, options, earlier in self.each_state():
            seat = rng.randrange(env.seats)
            update = update_of(env, seat)
            for built in (Env.from_view(update, 3, options), Env.from_view(update, 4, options, earlier[seat][-30:])):
                self.assertEqual(built.observe(seat), env.observe(seat))
                self.assertEqual(built.legal(seat), env.legal(seat))
                self.assertEqual(built.events(seat), "[]")
                self.assertEqual((built.game, built.seats, built.options), (env.game, env.seats, env.options))

    def test_it_can_be_played_to_its_end(self):
        rng = random.Random(6)
        for env, options, earlier in self.each_state(1):
            if rng.random() < 0.1:
                seat = rng.randrange(env.seats)
                built = Env.from_view(update_of(env, seat), rng.randrange(100), options, earlier[seat])
                self.assertTrue(played(built, 20_000, 1).over)

    def test_the_seed_decides_the_deal_and_the_hidden_cards_vary(self):
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                env = played(Env(game, seats, options, seed=3), 6, 3)
                update = json.dumps(update_of(env, 0))
                futures = [str(seen_by_all(played(Env.from_view(update, seed, options), 60, 1))) for seed in (1, 1, 2, 3, 4, 5)]
                self.assertEqual(futures[0], futures[1])
                self.assertGreater(len(set(futures)), 1)

    def test_it_depends_only_on_what_the_seat_sees(self):
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                env = played(Env(game, seats, options, seed=8), 6, 8)
                one, other = (Env.from_view(update_of(world, 0), 7, options) for world in (env, env.redeal(0, 99)))
                self.assertEqual(seen_by_all(played(one, 12, 1)), seen_by_all(played(other, 12, 1)))

    def test_a_seat_remembers_what_it_had_left_of_an_earlier_deal(self):
        # In Forty-One the view has no longer what the seat had left; no other hand can hold it.
        found = 0
        for seed in range(30):
            env, rng, earlier = Env("fortyone", seed=seed), random.Random(seed), []
            while json.loads(env.observe(0))["table"]["deal"] == 1:
                earlier.append(update_of(env, 0))
                random_step(env, rng)
            left = set(earlier[-1]["view"]["hands"][0])
            found += bool(left)
            for again in range(10):
                built = Env.from_view(update_of(env, 0), again, earlier=earlier)
                self.assertFalse(left & set(json.loads(built.observe(1))["hands"][1]))
        self.assertGreater(found, 10)

    def test_a_view_alone_is_enough(self):
        env = Env("selfish", 3, seed=2)
        self.assertEqual(Env.from_view(env.observe(1)).observe(1), env.observe(1))

    def test_what_is_wrong_is_named(self):
        env = Env("twentytwo", 4, seed=2)
        update = update_of(env, env.to_act[0])
        view = update["view"]
        hand = [*view["hands"]]
        hand[view["seat"]] = ["AS"] * len(hand[view["seat"]])
        for text, wrong in [
            ("has no view", {"events": []}),
            ("names no game", {"view": {}}),
            ("There is no game", {"view": {**view, "game": "bridge"}}),
            ("can't be read", {"view": {**view, "phase": "bidding"}}),
            ("not that of a seat", {"view": {**view, "seat": None}}),
            ("No match with these options", {"view": {**view, "hands": hand}}),
            ("is not one for 4 seats", {"view": {**view, "to_act": [7]}}),
            ("other actions would be legal", {**update, "legal": [{"type": "pass"}]}),
        ]:
            with self.assertRaisesRegex(ValueError, text):
                Env.from_view(wrong)
        with self.assertRaisesRegex(ValueError, "dict or JSON"):
            Env.from_view("3")
        over = played(Env("selfish", 2), 100, 1)
        with self.assertRaisesRegex(ValueError, "The match is over"):
            Env.from_view(over.observe(0))
