"""Tests of matches with OpenSpiel's names."""
import json
import random
import unittest

from support import TABLES
from tefuda_rules import Env, State


def seen(state):
    players = range(state.num_players())
    return (state.current_player(), state.legal_actions(), state.returns(), state.history(), state.is_terminal(),
            [state.observation_string(player) for player in players], [state.information_state_string(player) for player in players])


class States(unittest.TestCase):
    def each_match(self):
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                yield State(game, seats, options, seed=5), random.Random(7)

    def test_a_match_is_that_of_an_env_and_its_returns_sum_up_to_0(self):
        for state, rng in self.each_match():
            self.assertEqual(state.observation_string(0), Env(state.env.game, state.env.seats, state.env.options, seed=5).observe(0))
            self.assertEqual(set(state.returns()), {0.0})
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
            self.assertEqual((state.current_player(), state.legal_actions()), (None, []))
            result = json.loads(state.env.result)
            self.assertAlmostEqual(sum(state.returns()), 0, 5)
            for seat, one in enumerate(state.returns()):
                self.assertEqual(one > 0, seat in result["winners"] and len(result["winners"]) < state.num_players())

    def test_what_is_taken_back_was_never_done(self):
        for state, rng in self.each_match():
            steps = []
            for _ in range(40):
                if state.is_terminal():
                    break
                steps.append(seen(state))
                state.apply_action(rng.choice(state.legal_actions()))
            for before in reversed(steps):
                state.undo_action()
                self.assertEqual(seen(state), before)
            with self.assertRaises(ValueError):
                state.undo_action()

    def test_a_clone_goes_on_alone(self):
        for state, rng in self.each_match():
            for _ in range(10):
                state.apply_action(rng.choice(state.legal_actions()))
                if state.is_terminal():
                    break
                other, before = state.clone(), seen(state)
                self.assertEqual(seen(other), before)
                other.apply_action(other.legal_actions()[0])
                self.assertEqual(seen(state), before)

    def test_an_illegal_action_changes_nothing(self):
        for state, _ in self.each_match():
            before = seen(state)
            wrong = next(number for number in range(10_000) if number not in state.legal_actions())
            with self.assertRaises(ValueError):
                state.apply_action(wrong)
            self.assertEqual(seen(state), before)

    def test_the_information_state_is_all_that_the_player_was_told_and_has_begun(self):
        for state, rng in self.each_match():
            players = range(state.num_players())
            told = [[state.env.events(player)] for player in players]
            for _ in range(60):
                if state.is_terminal():
                    break
                env, chooser, action = state.env, state.current_player(), rng.choice(state.legal_actions())
                begun = len(state.picks) + 1
                state.apply_action(action)
                is_complete = state.env is not env
                for player in players:
                    text = state.information_state_string(player)
                    if is_complete:
                        told[player].append(state.env.events(player))
                        self.assertEqual(text, "\n".join(told[player]))
                    else:  # a list of cards that nobody else knows of
                        self.assertEqual(text.count("\n"), len(told[player]) - 1 + begun * (player == chooser))
