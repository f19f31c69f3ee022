"""A match as the literature of games and learning has it, with OpenSpiel's names: players, actions that are numbers, returns,
information states."""
import numpy

from ._core import Coder, Env, describe


class State:
    """A match, one decision after the other. `State(game, seats, options, seed)` as Env; players are seats.

    An action is a number of `describe(game, seats)["actions"]`; one with a list of cards takes several, as in a Batch. Only seats that
    the game waits for are asked, the lowest first. `env` is the Env that it is at: don't step it."""

    def __init__(self, game, seats=None, options=None, seed=1):
        self.env = Env(game, seats, options, seed)
        self.texts = describe(game, self.env.seats)["actions"]
        self.coder = Coder(game, self.env.seats)
        self.picks = ()  # of the present decision, so far
        self.past = []  # for each action the Env and the picks before it, and the action
        self.begin()

    def begin(self):
        """Begins the decision at `env`, and goes on to where it is."""
        if not self.env.over:
            seat = self.env.to_act[0]
            self.coder.begin(self.env.observe(seat), self.env.legal(seat))
            for number in self.picks:
                self.coder.choose(number)

    def num_players(self):
        return self.env.seats

    def is_terminal(self):
        return self.env.over

    def current_player(self):
        """The seat that decides; None at the end."""
        return None if self.env.over else self.env.to_act[0]

    def legal_actions(self):
        """The numbers that it may choose, ascending; none at the end."""
        return [] if self.env.over else numpy.flatnonzero(self.coder.mask).tolist()

    def action_to_string(self, action):
        return self.texts[action]

    def apply_action(self, action):
        """Raises ValueError for an action that is not legal; then nothing has changed."""
        if self.env.over:
            raise ValueError("The match is over.")
        made = self.coder.choose(action)
        self.past.append((self.env, self.picks, action))
        if made is None:
            self.picks += (action,)
            return
        seat, self.env = self.env.to_act[0], self.env.copy()
        self.env.step(seat, made)
        self.picks = ()
        self.begin()

    def undo_action(self):
        """Takes the last action back. Raises ValueError where there is none."""
        if not self.past:
            raise ValueError("There is no action to take back.")
        self.env, self.picks, _ = self.past.pop()
        self.begin()

    def history(self):
        """All actions so far. With them and the seed it can be played again."""
        return [action for _, _, action in self.past]

    def returns(self):
        """For each player a number from -1 to 1: its share of the win less an even share. They sum up to 0; all are 0 until the end."""
        return self.env.returns

    def observation_string(self, player=None):
        """What a player (default: the one who decides) sees now, JSON text."""
        return self.env.observe(self.current_player() if player is None else player)

    def information_state_string(self, player=None):
        """All that a player (default: the one who decides) has seen and done since the deal, a line for each action. Two states that it
        can't tell apart have the same text."""
        player = self.current_player() if player is None else player
        envs = [env for env, picks, _ in self.past if not picks] + [self.env] * (not self.picks)
        lines = [env.events(player) for env in envs]
        return "\n".join(lines + [self.texts[number] for number in self.picks if player == self.current_player()])

    def clone(self):
        other = object.__new__(State)
        vars(other).update(vars(self), past=self.past[:], coder=Coder(self.env.game, self.env.seats))
        other.begin()
        return other
