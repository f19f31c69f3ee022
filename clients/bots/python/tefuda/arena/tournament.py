"""Plays the matches, several at the same time."""
import asyncio
import contextlib
import logging
from dataclasses import dataclass

from ..client import Client
from ..errors import Lost, Refused
from .players import ProgramFailed, connection_for
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


class Tournament:
    """Plays a list of matches at one address. \\param done called after each match with its Match"""

    def __init__(self, url, players, game, seats, options, seed, done):
        self.url = url
        self.players = players
        self.game = game
        self.seats = seats
        self.options = options
        self.seed = seed
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
        async with Client(self.url) as client:
            for deal, seating in waiting:
                self.done(await self.play_one(client, deal, seating))

    async def play_one(self, client, deal, seating):
        failures = 0
        while True:
            try:
                return await self.try_one(client, deal, seating)
            except Lost as lost:  # before everybody sat: the same deal in another room
                reason = lost
            except ProgramFailed as failed:
                failures += 1
                if failed.in_match or failures == MAX_FAILURES:
                    raise
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
            endings = [watching.done]
            for seat, player in enumerate(seating):
                if levels[seat] is None:
                    chance = f"{self.seed}/{deal}/{seat}"
                    endings.append(await table.enter_async_context(
                        self.players[player].seated(self.url, room, seat, chance)))
            try:
                await first_problem_or(watching.done, endings)
            except ProgramFailed as failed:
                failed.in_match = watching.match is not None
                raise
            with contextlib.suppress(Refused, Lost):
                await watcher.leave(room)
        return Match(deal, seating, room, watching.done.result()[0])


async def first_problem_or(goal, endings):
    """Waits for `goal`, one of `endings`; raises the first error among `endings` before that."""
    waiting = set(endings)
    while not goal.done():
        ended, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for future in ended:
            future.result()
    goal.result()
