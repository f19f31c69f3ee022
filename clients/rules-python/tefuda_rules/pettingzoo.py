"""A match with PettingZoo's AEC interface: `TefudaAEC(game, seats=4)`. Needs the package pettingzoo.

An agent is `seat_0`, `seat_1` … Its observation is the same features and mask as in a batch; an action is one of their numbers. An
action with a list of cards takes several steps of the same agent. Only seats that the game waits for are asked. The reward is 0
until the end; then it is the seat's share of the win less the share of an average seat, so all rewards together are 0."""
import json

import numpy
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from ._core import Coder, Env, describe


class TefudaAEC(AECEnv):
    metadata = {"name": "tefuda_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, game, seats=None, options=None, render_mode=None):
        super().__init__()
        self.render_mode = render_mode
        self.table = {"game": game, "seats": Env(game, seats, options).seats, "options": options}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table["seats"])]
        meaning = describe(game, self.table["seats"])
        _, first, count, _ = meaning["features"][-1]
        numbers = len(meaning["actions"])
        # One space for each agent, so that each has its own seed.
        self.observation_spaces = {agent: Dict({"observation": Box(-32767, 32767, (first + count,), numpy.int16),
                                                "action_mask": Box(0, 1, (numbers,), numpy.int8)})
                                   for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(numbers) for agent in self.possible_agents}
        self.seed = 0

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        """`seed` is that of an Env; without one each reset takes the next number."""
        self.seed = self.seed + 1 if seed is None else seed
        self.env = Env(**self.table, seed=self.seed)
        self.coder = Coder(self.table["game"], self.table["seats"])  # of the deciding seat
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.begin()

    def begin(self):
        """Begins the next seat's decision."""
        seat, = self.env.to_act[:1]
        self.agent_selection = self.possible_agents[seat]
        self.coder.begin(self.env.observe(seat), self.env.legal(seat))

    def observe(self, agent):
        coder = self.coder
        if self.env.over or agent != self.agent_selection:
            coder = Coder(self.table["game"], self.table["seats"])
            coder.begin(self.env.observe(self.possible_agents.index(agent)), "[]")
        return {"observation": coder.features.copy(), "action_mask": coder.mask.astype(numpy.int8)}

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        made = self.coder.choose(int(action))
        if made is not None:
            self.env.step(self.possible_agents.index(agent), made)
            if self.env.over:
                self.end()
            else:
                self.begin()
        self._accumulate_rewards()

    def end(self):
        result = json.loads(self.env.result)
        seats = len(self.possible_agents)
        for seat, agent in enumerate(self.possible_agents):
            winners = result["winners"] or range(seats)
            self.rewards[agent] = (seat in winners) / len(winners) - 1 / seats
            self.terminations[agent] = True

    def render(self):
        """What a spectator sees, JSON text."""
        return self.env.observe(None) if self.render_mode == "ansi" else None

    def close(self):
        """Nothing to release."""
