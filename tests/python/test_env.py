"""Tests of single matches: what they refuse, copies, and deals of what a seat doesn't know."""
import json
import random
import unittest

import tefuda_rules
from support import OTHER_TABLES, ROOT, TABLES, played, random_step, seen_by_all
from tefuda_rules import Env, IllegalAction


class Matches(unittest.TestCase):
    def test_every_game_plays_to_its_end_by_its_templates(self):
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                env = played(Env(game, seats, options, seed=7), 20_000, 7)
                self.assertTrue(env.over)
                result = json.loads(env.result)
                self.assertEqual(len(result["ranks"]), seats)
                self.assertEqual(json.loads(env.observe(0))["result"], result)
                self.assertEqual(env.to_act, [])
                with self.assertRaises(IllegalAction):
                    env.step(0, {"type": "pass"})

    def test_the_seed_decides_all_chance(self):
        one, same, other = (played(Env("twentytwo", 4, seed=seed), 30, 1) for seed in (5, f"{5:064x}", 6))
        self.assertEqual(seen_by_all(one), seen_by_all(same))
        self.assertNotEqual(seen_by_all(one), seen_by_all(other))
        self.assertNotEqual(Env("selfish", seed=5, entropy=["mine"]).copy().observe(None) +
                            played(Env("selfish", seed=5, entropy=["mine"]), 5, 1).observe(0),
                            Env("selfish", seed=5).observe(None) + played(Env("selfish", seed=5), 5, 1).observe(0))

    def test_defaults_are_filled_in(self):
        env = Env("selfish")
        self.assertEqual(env.seats, 4)
        self.assertEqual(json.loads(env.options)["jokers"], 0)
        self.assertEqual(Env("selfish", options='{"jokers":1}').options,
                         Env("selfish", options={"jokers": 1}).options)

    def test_an_action_may_be_text_or_a_dict(self):
        one, other = Env("selfish", 2), Env("selfish", 2)
        seat = one.to_act[0]
        one.step(seat, {"type": "draw"})
        other.step(seat, '{"type": "draw"}')
        self.assertEqual(seen_by_all(one), seen_by_all(other))

    def test_games_and_their_seats_are_listed(self):
        self.assertEqual(tefuda_rules.games()["sugekari21"], [2, 4])
        lines = (ROOT / "rules/games.txt").read_text().splitlines()
        self.assertEqual([*tefuda_rules.games()], [line.split()[0] for line in lines if line and not line.startswith("#")])


@unittest.skipIf(OTHER_TABLES, "the other games have no rules of thumb to search with")
class Searches(unittest.TestCase):
    def test_a_search_is_of_what_its_seat_knows_and_repeats_with_its_seed(self):
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                env = played(Env(game, seats, options, seed=11), 4, 3)
                seat = env.to_act[0]
                action = env.search(seat, iterations=60, seed=5)
                self.assertEqual(env.search(seat, iterations=60, seed=5), action)
                self.assertEqual(env.redeal(seat, 9).search(seat, iterations=60, seed=5), action)
                self.assertIsInstance(json.loads(env.search(seat, ms=1)), dict)
                env.step(seat, action)

    def test_it_beats_the_rules_of_thumb(self):
        earned = 0
        for seed in range(30):
            env = Env("fortyone", seed=seed)
            while not env.over:
                seat = env.to_act[0]
                env.step(seat, env.search(seat, iterations=100, seed=seed) if seat == seed % 2 else env.rule_of_thumb(seat, seed))
            earned += env.returns[seed % 2]
        self.assertGreater(earned, 0)

    def test_what_is_no_search_is_refused(self):
        env = Env("fortyone", seed=1)
        seat = env.to_act[0]
        for wrong in ({}, {"ms": 0}, {"ms": -1}, {"ms": float("nan")}, {"ms": float("inf")}, {"iterations": 0}):
            with self.assertRaises(ValueError):
                env.search(seat, **wrong)
        with self.assertRaisesRegex(ValueError, "does not wait for seat"):
            env.search(1 - seat, ms=1)

    def test_returns_are_the_rewards_of_a_batch(self):
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                env = Env(game, seats, options, seed=7)
                self.assertEqual(env.returns, [0.0] * seats)
                winners = json.loads(played(env, 20_000, 7).result)["winners"] or range(seats)
                self.assertAlmostEqual(sum(env.returns), 0, 5)
                for seat, one in enumerate(env.returns):
                    self.assertAlmostEqual(one, (seat in winners) / len(winners) - 1 / seats, 5)


class Copies(unittest.TestCase):
    def test_a_copy_goes_on_by_itself_with_the_same_chance(self):
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                env = played(Env(game, seats, options, seed=3), 15, 3)
                before = seen_by_all(env)
                copy = env.copy()
                self.assertEqual(seen_by_all(copy), before)
                played(copy, 25, 4)
                self.assertEqual(seen_by_all(env), before)
                self.assertEqual(seen_by_all(played(env, 25, 4)), seen_by_all(copy))

    def test_a_redeal_shows_its_seat_the_same_and_deals_the_rest_again(self):
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                env = played(Env(game, seats, options, seed=3), 6, 3)
                for seat in range(seats):
                    redealt = [env.redeal(seat, seed) for seed in range(6)]
                    for other in redealt:
                        self.assertEqual(other.observe(seat), env.observe(seat))
                        self.assertEqual(other.legal(seat), env.legal(seat))
                        self.assertEqual(other.events(seat), "[]")
                    futures = {str(seen_by_all(played(other.copy(), 60, 1))) for other in redealt}
                    self.assertGreater(len(futures), 1)
                    self.assertEqual(seen_by_all(played(env.redeal(seat, 4), 12, 1)),
                                     seen_by_all(played(redealt[4], 12, 1)))

    def test_a_redeal_depends_only_on_what_its_seat_knows(self):
        # Two worlds: one is a redeal of the other, so seat 0 can't tell them apart. Nor can it by what it redeals.
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                env = played(Env(game, seats, options, seed=8), 6, 8)
                other = env.redeal(0, 99)
                for seed in range(4):
                    self.assertEqual(seen_by_all(played(env.redeal(0, seed), 12, 1)),
                                     seen_by_all(played(other.redeal(0, seed), 12, 1)))
                self.assertEqual(env.rule_of_thumb(0), other.rule_of_thumb(0))


class Refusals(unittest.TestCase):
    def refused(self, text, *arguments, **named):
        with self.assertRaisesRegex(ValueError, text):
            Env(*arguments, **named)

    def test_what_is_wrong_with_a_match_is_named(self):
        self.refused('no game "bridge": the games are sugekari21', "bridge")
        self.refused("Sugekari Twenty-One can be played with these numbers of seats: 2, 4", "sugekari21", 3)
        self.refused('"jokers" must be one of 0,1,2', "selfish", options={"jokers": 3})
        self.refused('unknown field "joker"', "selfish", options={"joker": 1})
        self.refused("must be an object", "selfish", options="[]")
        self.refused("3 entropies for 2 seats", "fortyone", entropy=["a", "b", "c"])
        for seed in (-1, 2**256, "1", "g" * 64, 1.5, None):
            self.refused("A seed is", "fortyone", seed=seed)

    def test_what_is_wrong_with_an_action_is_named_and_nothing_changes(self):
        env = Env("fortyone", seed=2)
        seat = env.to_act[0]
        before = seen_by_all(env)
        for text, who, action in [
            ("unknown \"type\"", seat, {"type": "draw"}),
            ("\"card\" is missing", seat, {"type": "play"}),
            ("must be a card", seat, {"type": "play", "card": "1S"}),
            ("not JSON", seat, "{"),
            ("must be an object", seat, [1]),
            (".", seat, {"type": "pass"}),
            (".", 1 - seat, {"type": "pass"}),
        ]:
            with self.assertRaisesRegex(IllegalAction, text):
                env.step(who, action)
        with self.assertRaisesRegex(ValueError, "surrogates not allowed"):
            env.step(seat, '"\ud800"')
        self.assertEqual(seen_by_all(env), before)

    def test_a_seat_that_is_not_there_is_named(self):
        env = Env("fortyone")
        for call in (env.observe, env.legal, env.events, env.redeal, env.rule_of_thumb):
            for seat in (-1, 2):
                with self.assertRaisesRegex(ValueError, f"Seat {seat}: this match has the seats 0 to 1"):
                    call(seat)
        with self.assertRaisesRegex(ValueError, "Seat 2"):
            env.step(2, {"type": "pass"})


class RulesOfThumb(unittest.TestCase):
    def test_they_are_legal_and_finish_every_game(self):
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                env = Env(game, seats, options, seed=11)
                for _ in range(20_000):
                    if env.over:
                        break
                    seat = env.to_act[0]
                    env.step(seat, env.rule_of_thumb(seat))
                self.assertTrue(env.over)

    def test_they_have_no_opinion_where_the_seat_need_not_act(self):
        env = Env("fortyone")
        self.assertIsNone(env.rule_of_thumb(1 - env.to_act[0]))


class Secrecy(unittest.TestCase):
    def test_what_a_seat_sees_is_the_same_in_a_world_that_it_cannot_tell_apart(self):
        # The same public actions in both worlds, for as long as they are legal in both.
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                rng = random.Random(5)
                env = played(Env(game, seats, options, seed=8), 5, 8)
                others = [env.redeal(0, seed) for seed in range(20)]
                other = next((other for other in others if seen_by_all(other) != seen_by_all(env)), others[0])
                for _ in range(10):
                    if env.to_act != [0]:
                        break
                    seat, action = random_step(env, rng)
                    other.step(seat, action)
                    if env.to_act == other.to_act == [0]:
                        self.assertEqual(env.legal(0), other.legal(0))
