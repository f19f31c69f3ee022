"""The sample bots of all kits, and the arena, as processes."""
import asyncio
import itertools
import math
import os
import pathlib
import subprocess
import sys
import time

from cluster import SERVER, TOP
from scenes import check, games, make_room

KITS = TOP / "clients/bots"
COMMANDS = {
    "python": [sys.executable, str(KITS / "python/bot.py")],
    # Older versions of Node have WebSocket only with this flag.
    "javascript": ["node", "--experimental-websocket", "--no-warnings", str(KITS / "javascript/bot.js")],
    "cpp": [str(pathlib.Path(SERVER).parent / "kit-bot")],
}


def tables(cluster):
    """\\returns games, each with the kits of a room's seats: each kit plays in each game"""
    found = []
    for game, seats in games(cluster).items():
        kits = itertools.cycle(COMMANDS)
        for _ in range(math.ceil(len(COMMANDS) / seats)):
            found.append((game, list(itertools.islice(kits, seats))))
    return found


class KitBots:
    """Bots that play match after match in a room for each of `tables`, through the balancer.
    Use it as `async with KitBots(cluster) as bots:`; at the end all of them must still play."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.bots = []  # (what it is, its process)
        self.rooms = []
        self.counts = {}  # by room: the actions that are stored, and when they last grew
        self.longest = 0  # seconds in which a room had no action

    async def __aenter__(self):
        for game, kits in tables(self.cluster):
            room, wire = await make_room(self.cluster, game, seats=len(kits))
            await wire.close()
            self.rooms.append(room)
            for kit in kits:
                command = [*COMMANDS[kit], self.cluster.ws(), room, "--name", kit, "--matches", "100000"]
                log = open(self.cluster.folder / f"bots-{kit}.log", "a")
                process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log, env=quiet_environment())
                self.bots.append((f"{kit} in {game} {room}", process))
        await self.go_on()
        self.longest = 0
        return self

    async def __aexit__(self, kind, *_):
        ended = [f"{what}: {process.returncode}" for what, process in self.bots if process.poll() is not None]
        for _, process in self.bots:
            process.kill()
            process.wait()
        if kind is None:
            check(not ended, f"bots ended: {ended}")

    def look(self):
        """Looks how far each room is."""
        now = time.monotonic()
        codes = ", ".join(f"'{room}'" for room in self.rooms)
        found = dict(self.cluster.query(f"SELECT room, count(*) FROM action WHERE room IN ({codes}) GROUP BY room"))
        for room in self.rooms:
            count, since = self.counts.get(room, (-1, now))
            grown = int(found.get(room, 0))
            self.longest = max(self.longest, now - since)
            if grown > count:
                self.counts[room] = (grown, now)
        return {room: count for room, (count, _) in self.counts.items()}

    async def go_on(self, seconds=180):
        """Waits until there is a new action in every room."""
        before, end = self.look(), time.monotonic() + seconds
        while stuck := [room for room, count in self.look().items() if count <= before[room]]:
            check(time.monotonic() < end, f"nobody acts in {stuck}")
            await asyncio.sleep(0.1)

    async def watch(self):
        """Keeps `longest` up to date, until it is cancelled."""
        while True:
            await asyncio.get_running_loop().run_in_executor(None, self.look)
            await asyncio.sleep(0.1)


def start_arena(cluster, matches):
    """Two bots of the Python kit, match after match in rooms of their own."""
    return subprocess.Popen([sys.executable, "-m", "tefuda.arena", "bot:AnyLegal", "bot:AnyLegal", "--game", "selfish",
                             "--matches", str(matches), "--jobs", "2", "--url", cluster.ws()], cwd=KITS / "python",
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=quiet_environment())


def quiet_environment():
    return {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
