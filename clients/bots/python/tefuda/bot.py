"""The base class of bots."""
import random


class Bot:
    """One player in one seat. Subclasses must implement `choose`; the other methods are optional."""

    #: Whether to call `choose` also when this seat may act but need not (for example, challenge).
    asked_always = False

    #: The Seat that this bot has, from before the first update on: `seat.seat` is its number, `seat.room` the room's code, and
    #: `seat.info` the newest `room` message, with the `options` and the names of all seats. The kit sets it before each call.
    seat = None

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
