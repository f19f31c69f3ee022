"""A bot that lives in the lobby: it takes seats in public rooms that wait, and leaves each of them after some matches."""
import asyncio
import contextlib
import json
import logging
import os
import pathlib
import time

from .errors import Lost, NoMatch, Refused, Unreadable
from .fields import field
from .plain import plain

log = logging.getLogger("tefuda")

LOOK = 2  # seconds from one look at the public rooms to the next
AVOID = 600  # for so many seconds a room that was left is not entered again


class Lobby:
    """Plays `game` in at most `rooms` rooms at once, `matches` in each. \\param wait for so many seconds it waits in a room for a match
    \\param seats a file that keeps the seats over a restart, or None \\param told called with each match's line of result"""

    def __init__(self, client, make_bot, name, game, rooms, matches, wait, seats, told):
        self.client = client
        self.make_bot = make_bot
        self.name = name
        self.game = game
        self.rooms = rooms
        self.matches = matches
        self.wait = wait
        self.told = told
        self.file = pathlib.Path(seats) if seats else None
        self.tokens = {}  # by room: of the seats that it has
        self.sitting = {}  # by room: the tasks
        self.avoided = {}  # by room: until when

    async def run(self):
        """Until it is cancelled. Then it keeps the seats in matches, if there is a file for them, and leaves all others."""
        try:
            for room, token in self.kept().items():
                self.sit_down(room, token)
            while True:
                with contextlib.suppress(Lost):  # the client connects again
                    await self.look()
                await asyncio.sleep(LOOK)
                await self.client.connected()
        finally:
            for task in self.sitting.values():
                task.cancel()
            await asyncio.gather(*self.sitting.values(), return_exceptions=True)

    async def look(self):
        listed = await self.client.request({"type": "list", "game": self.game})
        now = time.monotonic()
        self.avoided = {room: until for room, until in self.avoided.items() if until > now}
        for room in field(listed, "rooms"):
            if len(self.sitting) >= self.rooms:
                return
            if room["room"] not in self.sitting and room["room"] not in self.avoided and is_waiting(room):
                self.sit_down(room["room"])

    def sit_down(self, room, token=None):
        task = self.sitting[room] = asyncio.get_running_loop().create_task(self.sit(room, token))
        task.add_done_callback(lambda done: self.stood_up(room, done))

    def stood_up(self, room, task):
        self.sitting.pop(room, None)
        if not task.cancelled() and task.exception():
            log.error("room %s", plain(room), exc_info=task.exception())

    async def sit(self, room, token):
        seat = None
        try:
            seat = await self.client.join(room, self.make_bot(), self.name, self.matches, self.wait, token=token)
            seat.on_result = lambda match, result: self.told(seat, match, result)
            self.keep(room, seat.token)
            log.info("room %s: has seat %s", plain(room), seat.seat)
            await seat.done
        except asyncio.CancelledError:
            if self.file and seat and seat.is_playing():
                return  # it goes on after the restart
            await self.leave(room)
            raise
        except (Refused, Lost, NoMatch, Unreadable) as problem:
            log.info("room %s: %s", plain(room), problem)
        except Exception as problem:
            if not seat or problem is not seat.problem:
                raise
            # The bot's fault is logged; it ends this seat, and no other.
        await self.leave(room)

    async def leave(self, room):
        self.avoided[room] = time.monotonic() + AVOID
        with contextlib.suppress(Refused, Lost, asyncio.TimeoutError):
            await asyncio.wait_for(self.client.leave(room), 5)
        self.keep(room, None)

    def kept(self):
        if not self.file or not self.file.exists():
            return {}
        self.tokens = json.loads(self.file.read_text())
        return dict(self.tokens)

    def keep(self, room, token):
        self.tokens.pop(room, None)
        if token:
            self.tokens[room] = token
        if self.file:
            new = self.file.with_name(self.file.name + ".new")
            with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as stream:  # tokens are secrets
                json.dump(self.tokens, stream)
            new.replace(self.file)


def is_waiting(room):
    """Whether somebody who is connected waits there for more players."""
    seats = room["seats"]
    return (room["status"] == "waiting" and any(seat["kind"] == "empty" for seat in seats)
            and any(seat["kind"] == "human" and seat.get("connected") for seat in seats))
