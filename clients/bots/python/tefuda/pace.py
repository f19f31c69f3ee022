"""Spreads a client's messages so that the server never refuses them."""
import asyncio
import time

#: Shares of the server's limits that are used. Messages may arrive closer together than they were sent.
RATE_SHARE, BURST_SHARE = 0.98, 0.9


class Pace:
    """A bucket of tokens, one for each message. `limits`: those of `welcome`; None where there are none."""

    def __init__(self, limits, clock=time.monotonic):
        limits = limits or {}
        self.rate = (limits.get("messages_per_second") or 0) * RATE_SHARE
        self.burst = max(1, (limits.get("burst") or 1) * BURST_SHARE)
        self.tokens = self.burst
        self.clock = clock
        self.last = clock()

    def take(self):
        """Takes the next free turn. \\returns how many seconds to wait for it"""
        if not self.rate:
            return 0
        now = self.clock()
        self.tokens = min(self.burst, self.tokens + (now - self.last) * self.rate) - 1
        self.last = now
        return max(0, -self.tokens / self.rate)

    async def turn(self):
        """Waits until a message may be sent."""
        wait = self.take()
        if wait:
            await asyncio.sleep(wait)
