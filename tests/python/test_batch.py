"""Tests of batches: the same matches as single ones, exactly the legal actions, and features that a seat's messages hold."""
import itertools
import json
import random
import threading
import unittest

import numpy
import tefuda_rules
from support import TABLES, random_action
from tefuda_rules import Batch, Coder, Env, describe

#: Games whose actions have no lists: each action has one number.
WITHOUT_LISTS = [table for table in TABLES if table[0] in ("fortyone", "selfish")]


def some_choice(batch, rng):
    """A random number that is allowed, for each match."""
    return numpy.argmax(batch.mask * rng.random(batch.mask.shape), axis=1)


def allowed(mask):
    return numpy.flatnonzero(mask).tolist()


def all_actions(game, seats, view, legal, may_wait=False):
    """Every action that can be composed by the numbers."""
    coder = Coder(game, seats)
    found = []

    def go_on(choices):
        coder.begin(view, legal, may_wait)
        for number in choices:
            coder.choose(number)
        for number in allowed(coder.mask):
            coder.begin(view, legal, may_wait)
            for before in choices:
                coder.choose(before)
            action = coder.choose(number)
            if action is None:
                go_on([*choices, number])
            else:
                found.append(json.loads(action))

    go_on([])
    return found


class Batches(unittest.TestCase):
    def test_a_match_is_that_of_an_env_with_its_seed(self):
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                batch = Batch(game, 3, seats, options, seed=40)
                for row in range(3):
                    one, other = batch.env(row), Env(game, seats, options, seed=40 + row)
                    self.assertEqual([one.observe(seat) for seat in range(seats)],
                                     [other.observe(seat) for seat in range(seats)])
                    self.assertEqual(one.events(0), "[]")

    def test_features_and_mask_are_what_the_update_of_the_deciding_seat_holds(self):
        # Coder sees only the texts that a server sends to this seat: nothing else can be in the features.
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                batch = Batch(game, 8, seats, options, seed=2)
                coder = Coder(game, seats)
                rng = numpy.random.default_rng(2)
                begun = [True] * 8
                compared = 0
                for _ in range(150):
                    for row in range(8):
                        if not begun[row]:
                            continue
                        env = batch.env(row)
                        seat = int(batch.seat[row])
                        self.assertIn(seat, env.to_act)
                        coder.begin(env.observe(seat), env.legal(seat))
                        numpy.testing.assert_array_equal(coder.features, batch.features[row])
                        numpy.testing.assert_array_equal(coder.mask, batch.mask[row])
                        compared += 1
                    before = [batch.env(row).observe(None) for row in range(8)]
                    batch.step(some_choice(batch, rng))
                    begun = [batch.env(row).observe(None) != before[row] for row in range(8)]
                self.assertGreater(compared, 200)

    def test_the_numbers_compose_exactly_the_actions_that_the_rules_accept(self):
        # Against the engine: an action of the list is accepted, and every other of a pool of all lists of its cards, with
        # all that jokers may copy, is refused.
        for game, seats, options in [("twentytwo", 2, {"variant": "26"}), ("twentytwo", 3, {"follow": "must"}),
                                     ("sugekari21", 4, {"exchange": "partner", "games": 3, "jokers": True})]:
            with self.subTest(game=game, options=options):
                rng = random.Random(3)
                compared = 0
                for seed in range(12):
                    env = Env(game, seats, options, seed=seed)
                    for _ in range(400):
                        if env.over:
                            break
                        seat = env.to_act[0]
                        view, legal = json.loads(env.observe(seat)), json.loads(env.legal(seat))
                        hand = view["hands"][seat]
                        if len(hand) <= 5 and compared < 60:
                            self.compare(env, seat, hand, all_actions(game, seats, view, legal))
                            compared += 1
                        coder = Coder(game, seats)
                        coder.begin(view, legal)
                        action = None
                        while action is None:
                            action = coder.choose(rng.choice(allowed(coder.mask)))
                        env.step(seat, action)
                self.assertGreater(compared, 20)

    def test_a_joker_may_copy_each_rank_with_which_its_play_is_legal(self):
        # A hand of many jokers, whoever leads and answers.
        named = compared = 0
        for seed in range(60):
            env = Env("twentytwo", 2, {"variant": "26"}, seed=seed)
            rng = random.Random(seed)
            for _ in range(60):
                if env.over:
                    break
                seat = env.to_act[0]
                view, legal = json.loads(env.observe(seat)), json.loads(env.legal(seat))
                hand = view["hands"][seat]
                if "XX" in hand and len(hand) <= 6 and view["phase"] == "play":
                    actions = all_actions("twentytwo", 2, view, legal)
                    self.compare(env, seat, hand, actions)
                    named += sum("as" in action for action in actions)
                    compared += 1
                env.step(seat, random_action(legal, rng))
        self.assertGreater(named, 200)
        self.assertGreater(compared, 50)

    def compare(self, env, seat, hand, actions):
        def kind(action):
            return json.dumps({**action, "cards": sorted(action.get("cards", []))}, sort_keys=True)

        def ways(cards):
            """Nothing, and each list of lower ranks than the highest, which is what jokers copy that say nothing."""
            ranks = sorted({card[0] for card in cards if card != "XX"}, key="A KQJT98765432".index)
            lists = itertools.combinations_with_replacement(ranks, cards.count("XX"))
            return [{}, *({"as": list(one)} for one in lists if any(rank != ranks[0] for rank in one))]

        composed = {kind(action) for action in actions}
        for action in actions:
            env.copy().step(seat, action)
        for number in range(1, len(hand) + 1):
            for cards in {tuple(sorted(cards)) for cards in itertools.combinations(hand, number)}:
                for name, way in itertools.product(("play", "exchange", "give"), ways(cards)):
                    action = {"type": name, "cards": list(cards), **way}
                    try:
                        env.copy().step(seat, action)
                    except tefuda_rules.IllegalAction:
                        self.assertNotIn(kind(action), composed)
                    else:
                        self.assertIn(kind(action), composed)

    def test_matches_end_and_new_ones_follow(self):
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                batch = Batch(game, 16, seats, options, seed=5)
                rng = numpy.random.default_rng(5)
                self.assertFalse(batch.ranks.any())
                ends = numpy.zeros(16, int)
                for _ in range(20_000):
                    batch.step(some_choice(batch, rng))
                    ends += batch.ended
                    for row in numpy.flatnonzero(batch.ended):
                        self.assertEqual(min(batch.ranks[row]), 1)
                        self.assertEqual(json.loads(batch.env(row).observe(0))["result"], None)
                    if ends.min() >= 2:
                        break
                self.assertGreaterEqual(ends.min(), 2)
                self.assertEqual(batch.ends, ends.sum())

    def test_ranks_and_scores_are_those_of_the_result(self):
        for game, seats, options in WITHOUT_LISTS:
            with self.subTest(game=game):
                batch = Batch(game, 1, seats, options, seed=9)
                env = Env(game, seats, options, seed=9)
                rng = numpy.random.default_rng(9)
                coder = Coder(game, seats)
                while not env.over:
                    choice = some_choice(batch, rng)
                    seat = env.to_act[0]
                    coder.begin(env.observe(seat), env.legal(seat))
                    env.step(seat, coder.choose(int(choice[0])))
                    batch.step(choice)
                result = json.loads(env.result)
                self.assertTrue(batch.ended[0])
                self.assertEqual(batch.ranks[0].tolist(), result["ranks"])
                self.assertEqual(batch.scores[0].tolist(), result["scores"])

    def test_the_same_choices_give_the_same_arrays(self):
        def play(seed):
            batch = Batch("twentytwo", 20, seed=seed)
            rng = numpy.random.default_rng(1)
            for _ in range(200):
                batch.step(some_choice(batch, rng))
            return batch

        one, same, other = play(1), play(1), play(2)
        numpy.testing.assert_array_equal(one.features, same.features)
        self.assertFalse(numpy.array_equal(one.features, other.features))

    def test_seats_that_need_not_act_are_asked_if_one_wants(self):
        wait = len(describe("ttpageone", 3)["actions"]) - 1
        for ask_all in (False, True):
            batch = Batch("ttpageone", 50, 3, seed=1, ask_all=ask_all)
            rng = numpy.random.default_rng(1)
            waits = unneeded = 0
            for _ in range(400):
                waits += batch.mask[:, wait].sum()
                batch.step(some_choice(batch, rng))
                unneeded += sum(int(batch.seat[row]) not in batch.env(row).to_act for row in range(0, 50, 10))
            self.assertEqual(waits > 0, ask_all)
            self.assertEqual(unneeded > 0, ask_all)

    def test_two_batches_step_at_the_same_time(self):
        batches = [Batch("selfish", 300, 2, seed=seed) for seed in (1, 2)]
        alone = [Batch("selfish", 300, 2, seed=seed) for seed in (1, 2)]

        def run(batch):
            rng = numpy.random.default_rng(4)
            for _ in range(100):
                batch.step(some_choice(batch, rng))

        threads = [threading.Thread(target=run, args=(batch,)) for batch in batches]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for batch, same in zip(batches, alone):
            run(same)
            numpy.testing.assert_array_equal(batch.features, same.features)


class Descriptions(unittest.TestCase):
    def test_every_column_and_number_has_a_meaning(self):
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                description = describe(game, seats)
                batch = Batch(game, 1, seats, options)
                next_column = 0
                for name, first, count, meaning in description["features"]:
                    self.assertEqual(first, next_column)
                    self.assertTrue(name and meaning and count > 0)
                    next_column += count
                self.assertEqual(next_column, batch.features.shape[1])
                self.assertEqual(len(description["actions"]), batch.mask.shape[1])
                self.assertEqual(len(set(description["actions"])), batch.mask.shape[1])

    def test_columns_hold_what_their_names_say(self):
        env = Env("fortyone", seed=4)
        seat = env.to_act[0]
        coder = Coder("fortyone")
        coder.begin(env.observe(seat), env.legal(seat))
        columns = {name: coder.features[first:first + count] for name, first, count, _ in
                   describe("fortyone")["features"]}
        view = json.loads(env.observe(seat))
        names = [rank_suit for suit in "SHDC" for rank_suit in (rank + suit for rank in "A23456789TJQK")] + ["XX"]
        self.assertEqual([names[i] for i in numpy.flatnonzero(columns["hands[+0]"])],
                         sorted(view["hands"][seat], key=names.index))
        self.assertEqual(columns["hands[+1].unknown"].tolist(), [6])
        self.assertEqual(columns["seat"].tolist(), [int(seat == 0), int(seat == 1)])
        self.assertEqual(columns["to_act"].tolist(), [1, 0])
        self.assertEqual(names[int(numpy.argmax(columns["table.starter"]))], view["table"]["starter"])

    def test_an_action_is_what_its_number_says(self):
        texts = describe("fortyone")["actions"]
        env = Env("fortyone", seed=4)
        seat = env.to_act[0]
        coder = Coder("fortyone")
        legal = json.loads(env.legal(seat))
        coder.begin(env.observe(seat), env.legal(seat))
        spoken = [{field: value for field, value in json.loads(texts[number]).items()} for number in allowed(coder.mask)]
        self.assertEqual(sorted(map(str, spoken)), sorted(map(str, legal)))
        self.assertEqual(texts[-1], "wait")
        self.assertIn('{"type":"challenge","seat":"+1"}', describe("ttpageone", 3)["actions"])


class Refusals(unittest.TestCase):
    def refused(self, text, call, *arguments, **named):
        with self.assertRaisesRegex(ValueError, text):
            call(*arguments, **named)

    def test_a_number_that_is_not_allowed_is_named_and_nothing_changes(self):
        batch = Batch("fortyone", 4)
        before = batch.features.copy(), batch.mask.copy()
        good = numpy.argmax(batch.mask, axis=1)
        bad = int(numpy.argmin(batch.mask[2]))
        choices = good.copy()
        choices[2] = bad
        self.refused(f"Match 2: the number {bad}, .*, is not allowed", batch.step, choices)
        choices[2] = 1000
        self.refused("Match 2: the number 1000 is not allowed", batch.step, choices)
        choices[2] = -1
        self.refused("Match 2: the number -1 is not allowed", batch.step, choices)
        self.refused("a list of 4 numbers", batch.step, good[:3])
        self.refused("whole numbers, not float64", batch.step, good.astype(float))
        self.refused("whole numbers, not object", batch.step, [None] * 4)
        numpy.testing.assert_array_equal(before[0], batch.features)
        numpy.testing.assert_array_equal(before[1], batch.mask)
        with self.assertRaises(ValueError):
            batch.features[0, 0] = 1
        batch.step(good.tolist())
        self.assertFalse(numpy.array_equal(before[0], batch.features))

    def test_what_is_wrong_with_a_batch_is_named(self):
        self.refused("at least one match", Batch, "fortyone", 0)
        self.refused("numbers of seats: 2", Batch, "fortyone", 1, 3)
        self.refused("no game", Batch, "go", 1)
        self.refused("numbers of seats: 2", describe, "fortyone", 3)
        self.refused("this batch has the matches 0 to 3", Batch("fortyone", 4).env, 4)

    def test_a_text_that_is_no_update_is_named(self):
        coder = Coder("fortyone")
        env = Env("fortyone")
        seat = env.to_act[0]
        view, legal = env.observe(seat), env.legal(seat)
        self.refused("not that of a seat", coder.begin, env.observe(None), "[]")
        self.refused("no JSON object", coder.begin, "[]", legal)
        self.refused("no JSON list", coder.begin, view, "{}")
        self.refused("view can't be read: .*hands", coder.begin, {**json.loads(view), "hands": [1]}, legal)
        self.refused("template can't be read", coder.begin, view, [{"type": "draw"}])
        coder.begin(view, legal)
        self.refused("not allowed now", coder.choose, 10_000)
