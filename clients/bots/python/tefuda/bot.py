"""What a bot author writes."""
import random


class Bot:
    """One player in one seat. `choose` is the one method to write."""

    #: Whether `choose` is also asked where this seat may act but need not (a challenge, say).
    asked_always = False

    def __init__(self, seed=None):
        self.random = random.Random(seed)

    def choose(self, update):
        """The action for `update`, which has `legal`, `view` and `events`; None: none now. May be a coroutine."""
        raise NotImplementedError

    def saw(self, update):
        """Every update of the match, once each, before `choose` is asked."""

    def ended(self, result):
        """A match is over."""
