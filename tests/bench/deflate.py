#!/usr/bin/env python3
"""What --deflate costs and saves: bytes and CPU time of an update, and the memory of a connection, with clients that offer
compression and with clients that do not. Uses the server of build/release, or the program named by TEFUDA_SERVER."""
import asyncio
import json
import os
import random
import socket
import struct
import sys
import time
from pathlib import Path

import websockets
from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "clients/bots/python"))

from tefuda import random_action  # noqa: E402
from tefuda.arena.local_server import local_server  # noqa: E402

SERVER = os.environ.get("TEFUDA_SERVER", ROOT / "build/release/bin/tefuda-server")
PLAYERS, SECONDS, IDLE = 20, 5, 1000
GAMES = {"fortyone": 2, "selfish": 4, "sugekari21": 4, "ttpageone": 4, "twentytwo": 4}
TICKS = os.sysconf("SC_CLK_TCK")


def server_process():
    """The process that listens: the youngest child of this one."""
    return max(int(child) for task in Path("/proc/self/task").iterdir()
               for child in (task / "children").read_text().split())


def cpu_seconds(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_bytes(pid):
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def bytes_received(client):
    """`tcpi_bytes_received` of the connection."""
    info = client.transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 136)
    return struct.unpack_from("Q", info, 128)[0]


class Measured(Extension):
    """Compression that notes for each update what its text and its frame take."""

    def __init__(self, inner, sizes):
        self.inner = inner
        self.sizes = sizes
        self.name = inner.name

    def encode(self, frame):
        return self.inner.encode(frame)

    def decode(self, frame, *, max_size=None):
        payload = len(frame.data)
        frame = self.inner.decode(frame, max_size=max_size)
        if frame.data.startswith(b'{"type":"update"'):
            self.sizes.append((len(frame.data), payload + (2 if payload < 126 else 4)))
        return frame


class Offer(ClientPerMessageDeflateFactory):
    def __init__(self, sizes):
        super().__init__()
        self.sizes = sizes

    def process_response_params(self, *arguments):
        return Measured(super().process_response_params(*arguments), self.sizes)


async def connect(url, compression, sizes=None):
    """\\param sizes gets (bytes of the text, bytes of the frame) of each update that was compressed"""
    extensions = [Offer([] if sizes is None else sizes)] if compression else None
    client = await websockets.connect(url, compression=None, extensions=extensions, max_size=None)
    await client.recv()
    return client


async def seat(client, game):
    others = GAMES[game] - 1
    await client.send(json.dumps({"type": "create", "game": game, "seats": others + 1, "bots": ["easy"] * others + [None]}))
    room = json.loads(await client.recv())["room"]
    await client.send(json.dumps({"type": "join", "room": room, "name": "bench"}))
    return room


async def play(client, until, game="fortyone"):
    """Plays random actions, and then the next match. \\returns the number and the sizes of updates"""
    room = await seat(client, game)
    rng = random.Random(1)
    updates = size = 0
    while time.monotonic() < until:
        text = await client.recv()
        message = json.loads(text)
        if message["type"] != "update":
            continue
        updates += 1
        size += len(text)
        if message.get("over"):
            await client.send(json.dumps({"type": "rematch", "room": room}))
        elif message.get("must"):
            await client.send(json.dumps({"type": "act", "room": room, "decision": message["decision"],
                                          "action": random_action(message["legal"], rng)}))
    return updates, size


async def measure(url, compression):
    pid = server_process()
    clients = [await connect(url, compression) for _ in range(PLAYERS)]
    before, cpu = sum(map(bytes_received, clients)), cpu_seconds(pid)
    played = await asyncio.gather(*(play(client, time.monotonic() + SECONDS) for client in clients))
    updates = sum(count for count, _ in played)
    cpu = cpu_seconds(pid) - cpu
    wire = sum(map(bytes_received, clients)) - before
    for client in clients:
        await client.close()
    memory = memory_bytes(pid)
    idle = [await connect(url, compression) for _ in range(IDLE)]
    for client in idle:
        await seat(client, "fortyone")
        while json.loads(await client.recv())["type"] != "update":
            pass
    memory = memory_bytes(pid) - memory
    for client in idle:
        client.transport.abort()
    size = sum(total for _, total in played) / updates
    return size, wire / updates, 1e6 * cpu / updates, memory / IDLE


async def measure_games(url):
    """Prints the updates of 800 to 1,600 bytes of each game."""
    for game in GAMES:
        sizes = []
        client = await connect(url, "deflate", sizes)
        await play(client, time.monotonic() + SECONDS, game)
        await client.close()
        found = [(text, frame) for text, frame in sizes if 800 <= text <= 1600]
        text, frame = (sum(column) / len(found) for column in zip(*found))
        print(f"| {game} | {len(found)} | {text:.0f} | {frame:.0f} |", flush=True)


def main():
    print("Updates of 800 to 1,600 bytes, compressed: the mean of their texts and of their frames.\n\n"
          "| game | updates | text, bytes | frame, bytes |\n| --- | --- | --- | --- |")
    with local_server(SERVER, ["--deflate"]) as url:
        asyncio.run(measure_games(url))
    print()
    print("| clients offer | an update, bytes | on the wire, with all other messages | CPU us an update | bytes of memory: a room "
          "with its connection |\n| --- | --- | --- | --- | --- |")
    for compression in (None, "deflate"):
        with local_server(SERVER, ["--deflate"]) as url:
            size, wire, cpu, memory = asyncio.run(measure(url, compression))
        print(f"| {'compression' if compression else 'nothing'} | {size:.0f} | {wire:.0f} | {cpu:.1f} | {memory:.0f} |")


main()
