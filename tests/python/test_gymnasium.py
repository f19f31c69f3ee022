"""Tests of the adapter for Gymnasium's vector interface. Where that package is not installed, its classes are replaced by the few lines
below, which check what the documentation demands."""
import enum
import sys
import types
import unittest

import numpy

try:
    import gymnasium
    import gymnasium.vector
except ImportError:
    gymnasium = None

if not hasattr(sys.modules.get("gymnasium"), "vector"):
    class Box:
        def __init__(self, low, high, shape, dtype):
            self.shape, self.dtype = shape, dtype

        def contains(self, value):
            return value.shape == self.shape and value.dtype == self.dtype

    class Dict(dict):
        def contains(self, value):
            return value.keys() == self.keys() and all(space.contains(value[name]) for name, space in self.items())

    class Discrete:
        def __init__(self, n):
            self.n = n

    class MultiDiscrete:
        def __init__(self, nvec):
            self.nvec = nvec

    class AutoresetMode(enum.Enum):
        NEXT_STEP = "NextStep"
        SAME_STEP = "SameStep"
        DISABLED = "Disabled"

    class VectorEnv:
        metadata = {}

    def module(name, **content):
        sys.modules.setdefault(name, types.ModuleType(name))
        vars(sys.modules[name]).update(content)

    module("gymnasium")
    module("gymnasium.spaces", Box=Box, Dict=Dict, Discrete=Discrete, MultiDiscrete=MultiDiscrete)
    module("gymnasium.vector", VectorEnv=VectorEnv, AutoresetMode=AutoresetMode)

from support import OTHER_TABLES, TABLES  # noqa: E402
from tefuda_rules import Env  # noqa: E402
from tefuda_rules.gymnasium import TefudaVectorEnv  # noqa: E402


@unittest.skipIf(OTHER_TABLES, "the other games have no rules of thumb")
class VectorInterface(unittest.TestCase):
    def chosen(self, observations, rng):
        mask = observations["action_mask"]
        return numpy.argmax(mask * rng.random(mask.shape), axis=1)

    def test_every_game_is_played_by_its_interface(self):
        for game, seats, options in TABLES:
            with self.subTest(game=game, options=options):
                envs = TefudaVectorEnv(game, 6, seats, options, seat=seats - 1)
                rng = numpy.random.default_rng(3)
                observations, infos = envs.reset(seed=5)
                self.assertEqual(infos, {})
                ends = 0
                while ends < 8:
                    self.assertTrue(envs.observation_space.contains(observations))
                    before = observations
                    observations, rewards, ended, truncated, infos = envs.step(self.chosen(observations, rng))
                    self.assertEqual((rewards.shape, rewards.dtype, ended.dtype, truncated.any()),
                                     ((6,), numpy.float64, numpy.bool_, False))
                    self.assertFalse(rewards[~ended].any())
                    self.assertEqual("final_obs" in infos, ended.any())
                    for row in numpy.flatnonzero(ended):
                        ends += 1
                        numpy.testing.assert_array_equal(infos["final_obs"][row]["observation"], before["observation"][row])
                        self.assertTrue(envs.single_observation_space.contains(infos["final_obs"][row]))
                        self.assertGreaterEqual(infos["final_info"]["rank"][row], 1)

    def test_the_seed_is_that_of_the_first_match(self):
        envs = TefudaVectorEnv("fortyone", 4)
        envs.reset(seed=7)
        self.assertEqual(envs.batch.env(2).options, Env("fortyone").options)
        first = envs.reset(seed=7)[0]["observation"]
        numpy.testing.assert_array_equal(first, envs.reset(seed=7)[0]["observation"])
        self.assertTrue((first != envs.reset()[0]["observation"]).any())
        with self.assertRaisesRegex(ValueError, "one seed"):
            envs.reset(seed=[1, 2, 3, 4])

    if hasattr(gymnasium, "vector"):
        def test_its_own_wrapper_counts_the_matches_and_their_rewards(self):
            from gymnasium.wrappers.vector import RecordEpisodeStatistics
            envs = RecordEpisodeStatistics(TefudaVectorEnv("selfish", 8))
            rng = numpy.random.default_rng(3)
            observations, _ = envs.reset(seed=5)
            earned = []
            while len(earned) < 20:
                observations, rewards, ended, _, _ = envs.step(self.chosen(observations, rng))
                earned += rewards[ended].tolist()
            self.assertEqual(list(envs.return_queue), earned)
            self.assertEqual(envs.episode_count, len(earned))

    def test_its_metadata_name_the_autoreset_mode(self):
        self.assertEqual(TefudaVectorEnv.metadata["autoreset_mode"].value, "SameStep")
