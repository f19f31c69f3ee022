"""The base class of bots."""
import random


class Bot:
    """One player in one seat. Subclasses must implement `choose`; the other methods are optional."""

    #: Whether to call `choose` also when this seat may act but need not (for example, challenge).
    asked_always = False

    def __init__(self, seed=None):
        self.random = random.Random(seed)

    def choose(self, update):
        """Returns the action for `update`, which has `legal`, `view` (except with `updates="events"`) and `events`; None to
        do nothing now, where `update["must"]` is false. May be a coroutine. What it raises ends this seat: `await seat.done` raises it."""
        raise NotImplementedError

    def saw(self, update):
        """Called exactly once for each update of the match, before `choose`."""

    def ended(self, result):
        """Called when a match is over."""
