"""A connection that is asked one thing after the other, and a player who remembers what was acknowledged."""
import asyncio
import json
import random
import sys
import time

import websockets

from cluster import TOP

sys.path.insert(0, str(TOP / "clients/bots/python"))
from tefuda.templates import random_action  # noqa: E402

FAILURES = (OSError, EOFError, asyncio.TimeoutError, websockets.InvalidHandshake, websockets.ConnectionClosed)


class Wire:
    """One WebSocket. `got` has everything that came."""

    patience = 60  # seconds, for each message

    def __init__(self):
        self.got = []
        self.next_id = 0

    @classmethod
    async def to(cls, url, patience=patience):
        wire = cls()
        wire.patience = patience
        wire.socket = await asyncio.wait_for(websockets.connect(url, max_size=None, compression=None), patience)
        await wire.next("welcome")
        return wire

    async def read(self, seconds=None):
        message = json.loads(await asyncio.wait_for(self.socket.recv(), seconds or self.patience))
        self.got.append(message)
        return message

    async def next(self, kind):
        """The next message of this type; those before it are in `got`."""
        while (message := await self.read())["type"] != kind:
            pass
        return message

    async def say(self, **message):
        """\\returns the reply"""
        self.next_id += 1
        await self.socket.send(json.dumps({**message, "id": self.next_id}))
        while True:
            reply = await self.read()
            if reply.get("re") == self.next_id:
                return reply

    async def close(self):
        await self.socket.close()


class Player:
    """Plays at random in one room, and comes back whatever happens to its connection. `acknowledged`: of each action
    that was answered with `ok`, (match, seq, seat, action). `waits`: the seconds from each lost connection to the first
    answer after it. `refused`: how often nothing could be stored. `think`: seconds before each action."""

    def __init__(self, url, room, name, seed, matches=10**6, think=0):
        self.url, self.room, self.name, self.matches = url, room, name, matches
        self.think = think
        self.rng = random.Random(seed)
        self.token = None
        self.seat = None
        self.match = 1
        self.acknowledged = []
        self.oks = 0
        self.waits = []
        self.refused = 0
        self.lost_at = None
        self.finished = 0
        self.stopping = False
        self.problems = []

    async def run(self):
        while not self.stopping and self.finished < self.matches:
            try:
                await self.connect_and_play()
            except FAILURES:
                pass
            if self.lost_at is None:
                self.lost_at = time.monotonic()
            await asyncio.sleep(self.rng.uniform(0.1, 0.4))

    async def connect_and_play(self):
        # Not for as long as a server hangs: another one may have the room.
        wire = await Wire.to(f"{self.url}?room={self.room}", patience=5)
        try:
            if self.token:
                reply = await wire.say(type="resume", room=self.room, token=self.token)
            else:
                reply = await wire.say(type="join", room=self.room, name=self.name)
            if reply["type"] == "error":
                if reply["code"] in ("bad_token", "no_such_room", "room_full") and self.token:
                    self.problems.append(f"{self.name} in {self.room}: {reply['code']} for its token")
                return
            self.token, self.seat = reply["token"], reply["seat"]
            if self.lost_at is not None:
                self.waits.append(time.monotonic() - self.lost_at)
                self.lost_at = None
            await self.play(wire)
        finally:
            asyncio.ensure_future(wire.close())

    async def play(self, wire):
        for message in [m for m in wire.got if m["type"] == "room"][-1:]:
            self.match = message["match"]
        sent = None
        while not self.stopping and self.finished < self.matches:
            message = await wire.read(30)
            kind = message["type"]
            if kind in ("moved", "closing", "replaced"):
                return
            if kind == "room":
                if message["status"] == "playing":
                    self.match = message["match"]
            elif kind == "ok" and sent and message.get("re") == sent[0]:
                self.acknowledged.append((sent[2], message["seq"], self.seat, sent[1]))
                self.oks += 1
                sent = None
            elif kind == "error":
                if message["code"] in ("unavailable", "elsewhere", "rate_limited"):
                    self.refused += message["code"] == "unavailable"
                    await asyncio.sleep(0.2)
                    return
                if message["code"] not in ("stale_decision", "already_playing", "not_playing"):
                    self.problems.append(f"{self.name} in {self.room}: {message['code']}: {message['message']}")
                sent = None
            elif kind == "update":
                if message.get("over") or message["view"].get("result") is not None:
                    if not message.get("resync"):
                        self.finished += 1
                    wire.next_id += 1
                    await wire.socket.send(json.dumps({"type": "rematch", "room": self.room, "id": wire.next_id}))
                elif "legal" in message and (message.get("must", True) or self.rng.random() < 0.1):
                    wire.next_id += 1
                    action = random_action(message["legal"], self.rng)
                    await asyncio.sleep(self.think)
                    sent = (wire.next_id, action, self.match)
                    await wire.socket.send(json.dumps({"type": "act", "room": self.room, "id": wire.next_id,
                                                       "decision": message["decision"], "action": action}))
