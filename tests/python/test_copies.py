"""Tests of copies, pickles and playouts, and of opponents in batches."""
import copy
import json
import pickle
import random
import unittest

import numpy
from support import OTHER_TABLES, TABLES, played, seen_by_all
from tefuda_rules import Batch, Coder, Env, describe

ARRAYS = ("features", "mask", "seat", "ended", "ranks", "scores", "winners", "teams", "rewards", "wins")


def arrays_of(batch):
    return {name: getattr(batch, name).tolist() for name in ARRAYS} | {"moves": batch.moves, "ends": batch.ends}


def stepped(batch, steps, seed):
    rng = numpy.random.default_rng(seed)
    for _ in range(steps):
        batch.step(numpy.argmax(batch.mask * rng.random(batch.mask.shape), axis=1))
    return batch


class Pickles(unittest.TestCase):
    def test_an_env_goes_on_where_it_was(self):
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                env = played(Env(game, seats, options, seed="5" * 64, entropy=["a"] * seats), 15, 3)
                for one in (env, played(env.redeal(0, 7), 5, 1)):
                    for again in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
                        self.assertEqual(seen_by_all(again), seen_by_all(one))
                        self.assertEqual(seen_by_all(played(again, 25, 4)), seen_by_all(played(one.copy(), 25, 4)))

    @unittest.skipIf(OTHER_TABLES, "the other games can't be built from a view")
    def test_so_does_one_that_was_built_from_a_view(self):
        env = played(Env.from_view(Env("twentytwo", seed=3).observe(1), 5), 4, 1)
        self.assertEqual(seen_by_all(pickle.loads(pickle.dumps(env))), seen_by_all(env))

    def test_a_batch_goes_on_where_it_was(self):
        for game, seats, options in TABLES:
            for opponents in ({}, {} if OTHER_TABLES else {0: "normal"}):
                with self.subTest(game=game, options=options, opponents=opponents):
                    batch = stepped(Batch(game, 5, seats, options, seed=4, opponents=opponents, history=2), 150, 1)
                    for again in (pickle.loads(pickle.dumps(batch)), batch.copy(), copy.deepcopy(batch)):
                        self.assertEqual(arrays_of(again), arrays_of(batch))
                        self.assertEqual(arrays_of(stepped(again, 40, 2)), arrays_of(stepped(batch.copy(), 40, 2)))

    def test_a_copy_leaves_the_first_one_alone(self):
        batch = Batch("fortyone", 3)
        before = arrays_of(batch)
        stepped(batch.copy(), 30, 1)
        self.assertEqual(arrays_of(batch), before)

    def test_an_env_of_a_batch_says_that_it_has_no_past(self):
        with self.assertRaisesRegex(TypeError, "pickle the Batch"):
            pickle.dumps(Batch("fortyone", 1).env(0))

    def test_a_very_long_past_can_be_forgotten(self):
        env = Env("fortyone")
        for seed in range(200_000):
            env = env.redeal(0, seed)
        del env


@unittest.skipIf(OTHER_TABLES, "the other games have no rules of thumb")
class RulesOfThumb(unittest.TestCase):
    def test_a_playout_is_what_the_rules_of_thumb_do(self):
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                env = played(Env(game, seats, options, seed=11), 4, 2)
                before = seen_by_all(env)
                shares = env.playouts(40, seed=3)
                self.assertEqual((shares.shape, shares.dtype), ((40, seats), numpy.float32))
                numpy.testing.assert_allclose(shares.sum(axis=1), 1, rtol=1e-5)
                numpy.testing.assert_array_equal(shares, env.playouts(40, seed=3))
                self.assertEqual(seen_by_all(env), before)

    def test_playouts_of_a_seat_depend_only_on_what_it_knows(self):
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                env = played(Env(game, seats, options, seed=8), 6, 8)
                other = env.redeal(0, 99)
                numpy.testing.assert_array_equal(env.playouts(10, 0, 5), other.playouts(10, 0, 5))

    def test_the_share_of_a_match_that_is_over_is_its_result(self):
        env = played(Env("fortyone", seed=4), 20_000, 1)
        winners = json.loads(env.result)["winners"]
        self.assertEqual(env.playouts(1).tolist(), [[(seat in winners) / len(winners) for seat in range(2)]])


@unittest.skipIf(OTHER_TABLES, "the other games have no rules of thumb")
class Opponents(unittest.TestCase):
    def test_they_are_never_asked_and_matches_end(self):
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                mine = seats - 1
                opponents = {seat: "normal" for seat in range(seats) if seat != mine}
                batch = Batch(game, 20, seats, options, opponents=opponents)
                rng = numpy.random.default_rng(1)
                while batch.ends < 30:
                    self.assertEqual(set(batch.seat.tolist()), {mine})
                    batch.step(numpy.argmax(batch.mask * rng.random(batch.mask.shape), axis=1))
                self.assertAlmostEqual(batch.wins.sum(), batch.ends, 3)

    def test_they_play_as_normal_does(self):
        # The whole match again by an Env, with the same rules of thumb. Selfish has no chance in them.
        batch = Batch("selfish", 50, 3, seed=9, opponents={1: "normal", 2: "normal"})
        for match in range(50):
            env = Env("selfish", 3, seed=9 + match)
            while env.to_act != [0]:
                env.step(env.to_act[0], env.rule_of_thumb(env.to_act[0]))
            self.assertEqual(batch.env(match).observe(0), env.observe(0))

    def test_they_beat_chance(self):
        batch = stepped(Batch("sugekari21", 200, 2, opponents={1: "normal"}), 400, 1)
        self.assertGreater(batch.ends, 200)
        self.assertGreater(batch.wins[1] / batch.ends, 0.8)

    def test_what_can_not_be_an_opponent_is_named(self):
        for text, opponents in [("not \"hard\"", {0: "hard"}), ("seats 0 to 1", {2: "normal"}),
                                ("At least one seat", {0: "normal", 1: "normal"})]:
            with self.assertRaisesRegex(ValueError, text):
                Batch("fortyone", 1, opponents=opponents)


class Results(unittest.TestCase):
    def test_rewards_winners_and_teams_are_those_of_the_result(self):
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                batch = Batch(game, 1, seats, options, seed=3)
                rng = random.Random(2)
                env, ends = batch.env(0), 0
                while ends < 2:
                    numbers = numpy.flatnonzero(batch.mask[0])
                    before = batch.env(0)
                    batch.step([rng.choice(numbers)])
                    if not batch.ended[0]:
                        self.assertFalse(batch.rewards.any())
                        continue
                    ends += 1
                    result = final_result(before, batch)
                    winners = result["winners"] or range(seats)
                    self.assertEqual(batch.winners[0].tolist(), [seat in result["winners"] for seat in range(seats)])
                    self.assertEqual(batch.teams[0].tolist(), result.get("team", [-1] * seats))
                    numpy.testing.assert_allclose(batch.rewards[0],
                                                  [(seat in winners) / len(winners) - 1 / seats for seat in range(seats)], atol=1e-6)
                del env


def final_result(before, batch):
    """The result of the match, of which only one action is missing: the one that gives the batch's ranks and scores."""
    seat = before.to_act[0]
    from support import random_action
    for seed in range(2000):
        env = before.copy()
        env.step(seat, random_action(json.loads(env.legal(seat)), random.Random(seed)))
        if env.over:
            result = json.loads(env.result)
            if result["ranks"] == batch.ranks[0].tolist() and result["scores"] == batch.scores[0].tolist():
                return result
    raise AssertionError("no action ends the match so")


class History(unittest.TestCase):
    def test_the_last_items_of_a_list_have_columns_newest_first(self):
        # Forty-One's sequence of plays.
        narrow, wide = describe("fortyone")["features"], describe("fortyone", history=3)["features"]
        names = [name for name, *_ in wide]
        self.assertEqual([name for name, *_ in narrow], [name for name in names if "[-" not in name])
        width = {name: (first, count) for name, first, count, _ in wide}
        batch = stepped(Batch("fortyone", 1, seed=2, history=3), 5, 1)
        sequence = json.loads(batch.env(0).observe(int(batch.seat[0])))["table"]["sequence"]
        self.assertGreater(len(sequence), 2)
        order = [suit_rank for suit_rank in
                 [f"{rank}{suit}" for suit in "SHDC" for rank in "A23456789TJQK"]]
        for back in (1, 2, 3):
            label = "table.sequence.last" + (f"[-{back}]" if back > 1 else "")
            card = next(name for name in names if name.startswith(label + ".") and name.endswith("card"))
            first, _ = width[card]
            turn = sequence[-back]
            row = batch.features[0][first:first + 52]
            self.assertEqual(row.sum(), 1 if "card" in turn else 0)
            if "card" in turn:
                self.assertIn(turn["card"], order)
                self.assertEqual(row.tolist().count(1), 1)

    def test_a_coder_makes_the_same_features(self):
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                batch = stepped(Batch(game, 3, seats, options, history=4), 60, 3)
                coder = Coder(game, seats, history=4)
                for match in range(3):
                    env, seat = batch.env(match), int(batch.seat[match])
                    coder.begin(env.observe(seat), env.legal(seat))
                    shown = describe(game, seats, 4)["features"]
                    end = next((first for name, first, *_ in shown if name.startswith("chosen.")), len(coder.features))
                    numpy.testing.assert_array_equal(coder.features[:end], batch.features[match][:end])

    def test_one_to_32_items_are_possible(self):
        for history in (0, 33):
            with self.assertRaisesRegex(ValueError, "history is of 1 to 32"):
                Batch("fortyone", 1, history=history)
