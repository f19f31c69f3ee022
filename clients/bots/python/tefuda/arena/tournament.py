"""Plays the matches, several at the same time."""
import asyncio
import contextlib
import logging
import time
from dataclasses import dataclass

from ..bot import Bot
from ..client import Client
from ..errors import Lost, Refused
from .players import PATIENCE, BotFailed, ProgramFailed, connection_for
from .schedule import server_seed

log = logging.getLogger("tefuda")

#: A deal begins again if a player's program fails before the match, because its connection may have been lost; at the
#: third failure the run ends.
MAX_FAILURES = 3


@dataclass
class Match:
    deal: int
    seating: tuple  # for each seat a player's number
    room: str
    result: dict
    illegal: tuple = ()  # for each seat how many of its actions were illegal, and random ones played instead


class Stuck(Exception):
    """A player has not played for too long."""


class Tournament:
    """Plays a list of matches at one address. \\param patience after how many seconds without an action a match is given up; 0 for
    never \\param done called after each match with its Match"""

    def __init__(self, url, players, game, seats, options, seed, patience, done):
        self.url = url
        self.players = players
        self.game = game
        self.seats = seats
        self.options = options
        self.seed = seed
        self.patience = patience
        self.done = done

    async def play(self, pairs, jobs):
        """Plays each (deal, seating), `jobs` of them at the same time. The first error stops all."""
        waiting = iter(pairs)
        workers = [asyncio.ensure_future(self.work(waiting)) for _ in range(jobs)]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)

    async def work(self, waiting):
        async with Client(self.url, PATIENCE) as client:
            for deal, seating in waiting:
                self.done(await self.play_one(client, deal, seating))

    async def play_one(self, client, deal, seating):
        failures = 0
        while True:
            try:
                return await self.try_one(client, deal, seating)
            except Lost as lost:  # before everybody sat: the same deal in another room
                reason = lost
            except BotFailed as failed:
                raise BotFailed(f"deal {deal}: {failed}") from failed
            except ProgramFailed as failed:
                failures += 1
                if failed.in_match or failures == MAX_FAILURES:
                    raise ProgramFailed(f"deal {deal}: {failed}") from failed
                reason = failed
            log.info("deal %s begins again: %s", deal, reason)
            await asyncio.sleep(0.3)

    async def try_one(self, client, deal, seating):
        levels = [self.players[player].level for player in seating]
        room = await client.create(self.game, seats=self.seats, options=self.options, bots=levels,
                                   fixed={"server_seed": server_seed(self.seed, deal), "shuffles": []})
        async with contextlib.AsyncExitStack() as table:
            watcher = await table.enter_async_context(connection_for(room, self.url))
            watching = await watcher.join(room, None)
            watching.bot = clock = Clock()
            endings = {}
            for seat, player in enumerate(seating):
                if levels[seat] is None:
                    chance = f"{self.seed}/{deal}/{seat}"
                    endings[seat] = await table.enter_async_context(
                        self.players[player].seated(self.url, room, seat, chance))
            try:
                # Each player has its own connection, on which the end comes a moment sooner or later.
                await all_of([watching.done, *endings.values()], clock, self.patience)
            except ProgramFailed as failed:
                failed.in_match = watching.match is not None
                raise
            except asyncio.TimeoutError:
                waiting = await seats_to_act(self.url, room) or endings
                who = ", ".join(f"{self.players[seating[seat]].name} in seat {seat}" for seat in waiting)
                raise Stuck(f"deal {deal}: no action for {self.patience:g} s; the match waits for {who}") from None
            with contextlib.suppress(Refused, Lost):
                await watcher.leave(room)
        illegal = tuple(endings[seat].result() if seat in endings else 0 for seat in range(len(seating)))
        return Match(deal, seating, room, watching.done.result()[0], illegal)


class Clock(Bot):
    """Watches a match: when did something happen last?"""

    def __init__(self):
        super().__init__()
        self.last = time.monotonic()

    def saw(self, update):
        self.last = time.monotonic()


async def all_of(endings, clock, patience):
    """Waits for all of them. \\raises the first error; TimeoutError after so many seconds without an update (0: never)"""
    waiting = set(endings)
    while waiting:
        left = clock.last + patience - time.monotonic() if patience else None
        if left is not None and left <= 0:
            raise asyncio.TimeoutError
        ended, waiting = await asyncio.wait(waiting, timeout=left, return_when=asyncio.FIRST_COMPLETED)
        for future in ended:
            future.result()


async def seats_to_act(url, room):
    """The seats that the match waits for; none if nobody can say."""
    with contextlib.suppress(Refused, Lost):
        async with connection_for(room, url) as client:
            place = await client.join(room, None, updates="full")
            for _ in range(50):
                if place.view:
                    return place.view["to_act"]
                await asyncio.sleep(0.1)
    return []
