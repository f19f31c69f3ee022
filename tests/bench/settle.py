"""How long it takes to settle a board of the day with many results, and how long others wait meanwhile. Some matches are played, all
others are copies of them in the store. Arguments: how many results (10,000). Needs a built release."""

import asyncio
import contextlib
import json
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
import zlib

from database import postgres
from people import Server, percentiles
from report import say, table

# As in database.py, which has put tests/cluster into the path.
from cluster import TOP
from player import random_action
from test_people import make, wire_of

PLAYED = 250
AT_ONCE = 20
GAME = "fortyone"
DAYS = 2 * 86_400
IDLE_SECONDS = 5


class Clock:
    """The wall clock of a server, set by tests/e2e/support/clock.c."""

    def __init__(self, folder):
        self.file, self.shim = f"{folder}/ahead", f"{folder}/clock.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", self.shim, str(TOP / "tests/e2e/support/clock.c"), "-ldl"], check=True)
        self.set(0)

    def set(self, seconds):
        pathlib.Path(self.file).write_text(str(seconds))

    def server(self, *flags, **variables):
        return Server(*flags, LD_PRELOAD=self.shim, CLOCK_AHEAD=self.file, **variables)


async def play(server):
    """Plays the board as so many people, each in a way of its own."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def one(number):
        async with turns:
            rng = random.Random(number)
            player = await asyncio.to_thread(make, server)
            wire = await wire_of(player["secret"], server)
            room = (await wire.say(type="create", game=GAME, daily=True))["room"]
            await wire.say(type="join", room=room, name="Me")
            update = await wire.next("update")
            while not update.get("over"):
                if update.get("must"):
                    await wire.socket.send(json.dumps({"type": "act", "room": room, "decision": update["decision"],
                                                       "action": random_action(update["legal"], rng)}))
                update = await wire.next("update")
            await wire.close()

    await asyncio.gather(*map(one, range(PLAYED)))


def row_crc(*columns):
    """As the server's check sum of a row: numbers in groups of seven bits, texts after their length."""
    def number(value):
        out = bytearray()
        while value >= 0x80:
            out.append(value & 0x7F | 0x80)
            value >>= 7
        return bytes([*out, value])

    parts = []
    for column in columns:
        text = column.encode() if isinstance(column, str) else None
        parts.append(number(column) if text is None else number(len(text)) + text)
    return zlib.crc32(b"".join(parts))


def copy_in_folder(folder, copies):
    with contextlib.closing(sqlite3.connect(f"{folder}/rooms.sqlite")) as db:
        rooms = db.execute("SELECT code, state, finished, touched FROM room").fetchall()
        for code, *room in rooms:
            found = db.execute("SELECT number, setup_crc, actions_crc, ended, banks, setup, actions FROM match WHERE room = ?", (code,)).fetchone()
            day, game, player, margin = db.execute("SELECT day, game, player, margin FROM attempt WHERE room = ?", (code,)).fetchone()
            for n in range(1, copies):
                of = row_crc(f"{code}{n}", *found[:5])
                db.execute("INSERT INTO room VALUES (?, ?, ?, ?, ?, ?)", (f"{code}{n}", *room, of, row_crc(f"{code}{n}", *room, of)))
                db.execute("INSERT INTO match (room, crc, number, setup_crc, actions_crc, ended, banks, setup, actions) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                           (f"{code}{n}", of, *found))
                db.execute("INSERT INTO attempt VALUES (?, ?, ?, ?, 1, ?)", (day, game, f"{player}{n}", f"{code}{n}", margin))
        names = ("id", "folded", "writes", "rooms", "sum", "expired")
        head = dict(zip(names, db.execute(f"SELECT {', '.join(names)} FROM journal").fetchone()))
        head["rooms"], head["sum"] = db.execute("SELECT count(*), sum(crc) FROM room").fetchone()
        db.execute("UPDATE journal SET rooms = ?, sum = ?, crc = ?", (head["rooms"], head["sum"], row_crc(*head.values())))
        db.commit()


def copy_in_tables(database, copies):
    more = f"FROM {{}}, generate_series(1, {copies - 1}) n"
    columns = {"room": ("code || n", "epoch, created, touched, state"), "match": ("room || n", "number, setup, began, ended, part"),
               "action": ("room || n", "match, number, seat, ms, action, banks, part, by_bot")}
    for name, (code, others) in columns.items():
        database.query(f"INSERT INTO {name} ({code.split()[0]}, {others}) SELECT {code}, {others} {more.format(name)}")
    database.query(f"INSERT INTO attempt (day, game, player, room, human, margin) SELECT day, game, player || n, room || n, human, margin {more.format('attempt')}")
    database.query("ANALYZE")


def get(server, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}", timeout=120) as answer:
        return json.load(answer)


async def wait_while(server, task):
    """\\returns the milliseconds that others wait until the task is done: for a message, and for today's boards"""
    waits = {"ping": [], "GET /api/daily": []}

    async def again(what, step, pause):
        while not task.done():
            begun = time.perf_counter()
            await step()
            waits[what].append((time.perf_counter() - begun) * 1000)
            await asyncio.sleep(pause)

    wires = [await wire_of((await asyncio.to_thread(make, server))["secret"], server) for _ in range(4)]
    await asyncio.gather(*(again("ping", lambda wire=wire: wire.say(type="ping"), 0.005) for wire in wires),
                         again("GET /api/daily", lambda: asyncio.to_thread(get, server, "/api/daily"), 0.02))
    await asyncio.gather(*(wire.close() for wire in wires))
    return waits


async def settle(server, clock, results):
    """\\returns what others wait while nothing happens, what while the board is settled, and the seconds until it is"""
    idle = await wait_while(server, asyncio.create_task(asyncio.sleep(IDLE_SECONDS)))
    date = get(server, "/api/daily")["date"]
    clock.set(DAYS)
    begun = time.perf_counter()

    async def board():
        while True:
            with contextlib.suppress(urllib.error.HTTPError):
                return await asyncio.to_thread(get, server, f"/api/daily/{date}/{GAME}")

    task = asyncio.create_task(board())
    meanwhile = await wait_while(server, task)
    assert len(task.result()["results"]) == results and task.result()["choices"]
    return idle, meanwhile, time.perf_counter() - begun


def main(results):
    lines = []

    def take(store, copy, *flags, **variables):
        with tempfile.TemporaryDirectory() as folder:
            clock = Clock(folder)
            with contextlib.closing(clock.server(*flags, **variables)) as server:
                asyncio.run(play(server))
            copy(results // PLAYED)
            with contextlib.closing(clock.server(*flags, **variables)) as server:
                idle, meanwhile, seconds = asyncio.run(settle(server, clock, results))
        say(f"{store}: settled within {seconds:.1f} s")
        for when, waits in (("idle", idle), ("settling", meanwhile)):
            for what, each in waits.items():
                lines.append([store, when, what, len(each), *percentiles(each)])

    with tempfile.TemporaryDirectory() as folder:
        take("SQLite", lambda copies: copy_in_folder(folder, copies), "--data", folder)
    with postgres() as database:
        take("PostgreSQL", lambda copies: copy_in_tables(database, copies), "--node", "bench", TEFUDA_DATABASE=database.url())
    say(f"{results:,} results of one board: milliseconds")
    table(["", "", "", "", "p50", "p99", "most"], lines)


if __name__ == "__main__":
    sizes = [int(word) for word in sys.argv[1:]]
    sys.exit(main(*(sizes or [10_000])))
