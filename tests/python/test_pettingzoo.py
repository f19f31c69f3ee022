"""Tests of the adapter for PettingZoo. Where that package is installed, its own API test runs too; elsewhere its base class is replaced
by the few lines below."""
import json
import random
import sys
import types
import unittest
import warnings

import numpy

try:
    import pettingzoo
except ImportError:
    pettingzoo = None

    class AECEnv:
        """What PettingZoo's class of this name does for a game in which all seats end together."""

        def last(self):
            agent = self.agent_selection
            return (self.observe(agent), self._cumulative_rewards[agent], self.terminations[agent],
                    self.truncations[agent], self.infos[agent])

        def agent_iter(self):
            while self.agents:
                yield self.agent_selection

        def _clear_rewards(self):
            self.rewards = dict.fromkeys(self.rewards, 0.0)

        def _accumulate_rewards(self):
            for agent, reward in self.rewards.items():
                self._cumulative_rewards[agent] += reward

        def _was_dead_step(self, action):
            assert action is None
            self.agents.remove(self.agent_selection)
            if self.agents:
                self.agent_selection = self.agents[0]

    class Space:
        def __init__(self, *arguments):
            self.arguments = arguments

    def module(name, **content):
        sys.modules[name] = types.ModuleType(name)
        vars(sys.modules[name]).update(content)

    module("pettingzoo", AECEnv=AECEnv)
    module("gymnasium")
    module("gymnasium.spaces", Box=Space, Dict=Space, Discrete=Space)

from support import TABLES  # noqa: E402
from tefuda_rules import Env  # noqa: E402
from tefuda_rules.pettingzoo import TefudaAEC  # noqa: E402


class Adapter(unittest.TestCase):
    def test_every_game_plays_to_its_end(self):
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                rng = random.Random(3)
                table = TefudaAEC(game, seats, options)
                table.reset(seed=3)
                earned = dict.fromkeys(table.possible_agents, 0.0)
                for agent in table.agent_iter():
                    seen, reward, terminated, truncated, _ = table.last()
                    earned[agent] += reward
                    self.assertEqual(seen["observation"].dtype, numpy.int16)
                    numbers = numpy.flatnonzero(seen["action_mask"])
                    self.assertEqual(terminated or truncated, len(numbers) == 0)
                    table.step(None if terminated else int(rng.choice(numbers)))
                winners = json.loads(table.env.result)["winners"] or range(seats)
                self.assertAlmostEqual(sum(earned.values()), 0)
                for seat, agent in enumerate(table.possible_agents):
                    self.assertAlmostEqual(earned[agent], (seat in winners) / len(winners) - 1 / seats)

    def test_the_seed_is_that_of_an_env(self):
        table = TefudaAEC("selfish", 3)
        table.reset(seed=8)
        self.assertEqual(table.env.observe(0), Env("selfish", 3, seed=8).observe(0))
        table.reset()
        self.assertEqual(table.env.observe(0), Env("selfish", 3, seed=9).observe(0))

    if pettingzoo:
        def test_its_own_api_test_passes(self):
            from pettingzoo.test import api_test
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # it warns that an observation with a mask is no array
                for game, seats, options in TABLES:
                    api_test(TefudaAEC(game, seats, options), num_cycles=500)
