"""Matches with Gymnasium's vector interface: `TefudaVectorEnv(game, 1000)` plays one seat of 1,000 matches at native speed, the other
seats by the rules of thumb. Needs the package gymnasium, 1.1 or later.

An observation is a dict of arrays: `observation`, the features of a batch, and `action_mask`, the numbers that are allowed now. An action is
one of these numbers for each match; an action with a list of cards takes several steps. The reward is 0 until the end; then it is the
seat's share of the win less an even share. A match that ends is followed by a new one in the same step
(AutoresetMode.SAME_STEP): the observation is then the new one's first, and `infos["final_obs"]` has the last one before the end."""
import numpy
from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv

from ._core import Batch, Env, describe


class TefudaVectorEnv(VectorEnv):
    """`seat`: the one that the actions are for. `history`: see Batch."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(self, game, num_envs, seats=None, options=None, seat=0, history=1):
        self.num_envs = num_envs
        self.seat = seat
        seats = Env(game, seats, options).seats
        self.setting = {"game": game, "matches": num_envs, "seats": seats, "options": options, "history": history,
                        "opponents": {other: "normal" for other in range(seats) if other != seat}}
        meaning = describe(game, seats, history)
        _, first, count, _ = meaning["features"][-1]
        width, numbers = first + count, len(meaning["actions"])
        self.single_observation_space = Dict({"observation": Box(-32767, 32767, (width,), numpy.int16),
                                              "action_mask": Box(0, 1, (numbers,), numpy.int8)})
        self.observation_space = Dict({"observation": Box(-32767, 32767, (num_envs, width), numpy.int16),
                                       "action_mask": Box(0, 1, (num_envs, numbers), numpy.int8)})
        self.single_action_space = Discrete(numbers)
        self.action_space = MultiDiscrete([numbers] * num_envs)
        self.next_seed = 1

    def reset(self, *, seed=None, options=None):
        """`seed`: the k-th match is Env(…, seed + k). Without one the matches are others than before. Raises ValueError for a list of
        seeds."""
        if seed is not None and not isinstance(seed, (int, numpy.integer)):
            raise ValueError("one seed is for all matches: the k-th one has seed + k")
        if seed is None and hasattr(self, "batch"):
            self.next_seed += self.num_envs + self.batch.ends
        elif seed is not None:
            self.next_seed = int(seed)
        self.batch = Batch(**self.setting, seed=self.next_seed)
        return self.observations(), {}

    def observations(self):
        return {"observation": self.batch.features.copy(), "action_mask": self.batch.mask.astype(numpy.int8)}

    def step(self, actions):
        before = self.observations()
        self.batch.step(numpy.asarray(actions))
        ended = self.batch.ended.copy()
        infos = {}
        if ended.any():
            final = numpy.full(self.num_envs, None, object)
            ranks = numpy.zeros(self.num_envs, int)
            for row in numpy.flatnonzero(ended):
                final[row] = {name: values[row] for name, values in before.items()}
                ranks[row] = self.batch.ranks[row, self.seat]
            infos = {"final_obs": final, "_final_obs": ended.copy(),
                     "final_info": {"rank": ranks, "_rank": ended.copy()}, "_final_info": ended.copy()}
        rewards = self.batch.rewards[:, self.seat].astype(numpy.float64)
        return self.observations(), rewards, ended, numpy.zeros(self.num_envs, bool), infos

    def close(self, **_):
        """Nothing to release."""
