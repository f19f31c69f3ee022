"""Proxies between a bot and its server: one that cuts a connection, one that plays several servers."""
import asyncio
import collections
import contextlib
import json
import socket
import threading

import websockets
from sites import WebSocketServer


class CuttingProxy:
    """Forwards data in both directions, but cuts the first connection in the middle of the match."""

    ENOUGH = 20_000  # bytes from the server

    def __init__(self, port, enough=ENOUGH):
        self.server = port
        self.enough = enough
        self.connections = 0
        self.first = None
        self.passed = bytearray()  # all that the bots were sent
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):  # closed
            while True:
                client, _ = self.listener.accept()
                self.connections += 1
                self.first = self.first or client
                limit = self.enough if self.connections == 1 else None
                server = socket.create_connection(("127.0.0.1", self.server))
                for way in ((client, server, None, False), (server, client, limit, True)):
                    threading.Thread(target=self.pass_on, args=way, daemon=True).start()

    def pass_on(self, source, target, most, is_answer):
        passed = 0
        with contextlib.suppress(OSError):
            while (data := source.recv(4096)) and (most is None or passed < most):
                target.sendall(data)
                passed += len(data)
                if is_answer:
                    self.passed += data
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def cut(self):
        self.first.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.listener.close()


class MovingProxy(WebSocketServer):
    """Looks like several servers behind a balancer, and has only one behind itself. Every room leaves the connection on which
    it is played after some messages: once from a connection for no room, once from one for the room. It leaves when the bot has sent an
    action, which is refused behind the `moved`. Joins of the last `elsewhere` rooms that are made are refused on a connection for no room. `rooms`: in the order in which they were made.
    `opened`: the paths of the connections, in order. `said`: the type of the first message on each."""

    ENOUGH = 8  # messages to a room, after which it moves

    def __init__(self, url, elsewhere=0, made=2):
        self.target = url.rpartition("/")[0]
        self.rooms = []
        self.opened = []
        self.said = []
        self.far = range(made - elsewhere, made)
        self.moves = collections.Counter()  # by path

    async def connected(self, client, *_):
        path = client.path
        self.opened.append(path)
        gone = set()  # rooms that are not on this connection any more
        moving = set()  # those of them whose clients were not told yet
        async with websockets.connect(self.target + path, compression=None, max_size=None) as server:
            ways = [asyncio.ensure_future(way) for way in (self.from_client(client, server, path, gone, moving),
                                                           self.from_server(client, server, path, gone, moving))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)

    async def from_client(self, client, server, path, gone, moving):
        is_first = True
        async for text in client:
            message = json.loads(text)
            if is_first:
                self.said.append(message["type"])
            is_first = False
            room = message.get("room")
            is_far = path == "/ws" and room in self.rooms and self.rooms.index(room) in self.far
            if room in moving:
                moving.remove(room)
                await client.send(json.dumps({"type": "moved", "room": room}))
            if room in gone or is_far:
                await client.send(json.dumps({"type": "error", "code": "elsewhere", "re": message.get("id"),
                                              "message": "The room runs on another server."}))
            else:
                await server.send(text)

    async def from_server(self, client, server, path, gone, moving):
        count = collections.Counter()
        async for text in server:
            message = json.loads(text)
            room = message.get("room")
            if message["type"] == "created":
                self.rooms.append(room)
            if room in gone:
                continue
            await client.send(text)
            count[room] += message["type"] == "update"
            if count[room] >= self.ENOUGH and self.moves[path, room] == 0 and message.get("must"):
                self.moves[path, room] += 1
                gone.add(room)
                moving.add(room)
