"""One connection to a server, for seats in any number of rooms. It reconnects by itself."""
import asyncio
import json
import logging
import random

import websockets

from .errors import Lost, Refused
from .pace import Pace
from .seat import Seat

log = logging.getLogger("tefuda")

FAILURES = (OSError, EOFError, asyncio.TimeoutError, websockets.InvalidHandshake, websockets.ConnectionClosed)
TRIES = 10  # attempts to send a message that the server answers with `unavailable`


class Client:
    """Use it as `async with Client(url) as client:`. `patience`: how many seconds to try to reconnect. It sends no faster than
    the server allows, so that one connection may play in as many rooms as `limits` says."""

    def __init__(self, url, patience=300):
        self.url = url
        self.patience = patience
        self.socket = None
        self.limits = {}  # of `welcome`; None where the server has no such limit
        self.pace = Pace(None)
        self.seats = {}  # by room
        self.waiting = {}  # futures by id
        self.next_id = 1

    async def __aenter__(self):
        await self.connect()
        self.reader = asyncio.get_running_loop().create_task(self.run())
        return self

    async def __aexit__(self, *_):
        self.reader.cancel()
        await asyncio.gather(self.reader, return_exceptions=True)
        if self.socket:
            await self.socket.close()

    async def create(self, game, **fields):
        """Creates a room and returns its code. `fields` as in the message `create`: seats, options, public, clock, bots,
        fixed. \\raises Refused, Lost"""
        created = await self.request({"type": "create", "game": game, **fields})
        return created["room"]

    async def join(self, room, bot, name="bot", matches=1, **fields):
        """Takes a seat for `bot`, for this number of matches; joins as a spectator if `bot` is None. `fields` as in the
        message `join`: seat, entropy, updates. \\returns the Seat \\raises Refused, Lost"""
        if not bot:
            fields = {"role": "spectator", "updates": "events", **fields}
        seat = Seat(self, room, bot, matches, fields.get("updates", "full"))
        self.seats[room] = seat
        try:
            await self.request({"type": "join", "room": room, "name": name, **fields})
        except (Refused, Lost):
            del self.seats[room]
            raise
        return seat

    async def leave(self, room):
        self.seats.pop(room, None)
        await self.request({"type": "leave", "room": room})

    async def request(self, message):
        """Sends a message; waits and repeats it while the server is too busy. \\returns the reply \\raises Refused, Lost"""
        attempt = 0
        while True:
            try:
                return await self.request_once(message)
            except Refused as refused:
                if refused.code == "rate_limited":
                    await asyncio.sleep(refused.details["retry_after_ms"] / 1000)
                    continue
                attempt += 1
                if refused.code != "unavailable" or attempt == TRIES:
                    raise
                await asyncio.sleep(0.3 * attempt)

    async def request_once(self, message):
        await self.pace.turn()
        if self.socket is None:
            raise Lost("not connected")
        number, self.next_id = self.next_id, self.next_id + 1
        reply = self.waiting[number] = asyncio.get_running_loop().create_future()
        try:
            await self.socket.send(json.dumps({**message, "id": number}))
            return await reply
        except FAILURES:
            raise Lost("the connection was lost") from None
        finally:
            self.waiting.pop(number, None)

    async def connect(self):
        socket = await websockets.connect(self.url, max_size=None, compression=None)
        self.limits = json.loads(await socket.recv()).get("limits", {})
        self.pace = Pace(self.limits)
        self.socket = socket

    async def run(self):
        try:
            while True:
                await self.read()
                log.info("the connection was lost")
                await self.come_back()
        except Exception as problem:
            self.fail(problem)

    async def read(self):
        try:
            async for text in self.socket:
                self.receive(json.loads(text))
        except FAILURES:
            pass
        self.socket = None
        self.fail_requests(Lost("the connection was lost"))

    async def come_back(self):
        """Reconnects and resumes the seats. Waits 0.3 s before the first attempt, twice as long before each further one,
        at most 8 s. \\raises the last attempt's error after `patience` seconds"""
        wait, left = 0.3, self.patience
        while True:
            pause = wait * random.uniform(0.75, 1.25)
            await asyncio.sleep(pause)
            wait, left = min(wait * 2, 8), left - pause
            try:
                await self.connect()
                break
            except FAILURES:
                if left <= 0:
                    raise
        for seat in list(self.seats.values()):
            if not seat.done.done():
                seat.spawn(self.take_up(seat))

    async def take_up(self, seat):
        try:
            await self.request(seat.hello())
        except Lost:
            pass  # resumed after the next reconnection

    def receive(self, message):
        reply = self.waiting.get(message.get("re"))
        seat = self.seats.get(message.get("room"))
        if seat:
            try:
                seat.receive(message)
            except Exception as problem:  # of the bot: it ends this seat, and no other
                seat.bot_failed(problem)
        if reply and not reply.done():
            if message["type"] == "error":
                reply.set_exception(Refused(message["code"], message["message"], message.get("details")))
            else:
                reply.set_result(message)

    def fail(self, problem):
        self.fail_requests(problem)
        for seat in self.seats.values():
            seat.fail(problem)

    def fail_requests(self, problem):
        for reply in self.waiting.values():
            if not reply.done():
                reply.set_exception(problem)
