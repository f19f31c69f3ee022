"""How long the document of an open board takes, with many players of one board in the store. Arguments: how many players (10,000).
Needs a built release."""

import http.client
import importlib.util
import json
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile
import time

from database import postgres
from report import say, table

# As in database.py, which has put tests/cluster into the path.
from cluster import PG_TOOLS

# Another folder in the path may have a module of this name.
spec = importlib.util.spec_from_file_location("bench_people", pathlib.Path(__file__).with_name("people.py"))
people_bench = importlib.util.module_from_spec(spec)
spec.loader.exec_module(people_bench)

REQUESTS = 1000
DAY = int(time.time()) // 86_400 - 3
CHOICES = 5_000


def choices():
    """As many as a document has at most, of the usual size."""
    rng = random.Random(1)
    decision = [{"action": {"type": "play", "card": "7H"}, "players": 3, "mean_margin": -1.25},
                {"action": {"type": "play", "card": "KS"}, "players": 2, "mean_margin": 0.5}]
    return json.dumps([{"path": n // 100, "after": f"{rng.getrandbits(256):064x}", "actions": decision} for n in range(CHOICES)], separators=(",", ":"))


def rows(players):
    """Yields the rows of the tables that a board has once it is settled, by table."""
    yield "board", (DAY, "fortyone", "ab" * 32, 2, "{}", 3, 1, choices())
    for number in range(players):
        margin = number * 7 % 41 - 20
        yield "attempt", (DAY, "fortyone", people_bench.player_id(number), f"R{number:09d}", 1, margin)
        yield "board_line", (DAY, "fortyone", f"R{number:09d}", people_bench.player_id(number), margin, number * 1000 // players)


COLUMNS = {"board": "day, game, secret, seats, options, par, settled, choices", "attempt": "day, game, player, room, human, margin",
           "board_line": "day, game, room, player, margin, percent"}


def fill_folder(folder, players):
    people_bench.stop(people_bench.started("--data", folder)[0])
    people, rooms = sqlite3.connect(f"{folder}/people.sqlite"), sqlite3.connect(f"{folder}/rooms.sqlite")
    for player, of in people_bench.people_rows(players):
        people.execute("INSERT INTO player (id, name, kind, created, seen) VALUES (?, ?, ?, ?, ?)", player)
        people.execute("INSERT INTO secret (hash, player) VALUES (?, ?)", of)
    for name, row in rows(players):
        (rooms if name == "attempt" else people).execute(f"INSERT INTO {name} ({COLUMNS[name]}) VALUES ({','.join('?' * len(row))})", row)
    people.execute("UPDATE board_state SET opened = ?", (DAY,))
    for each in (people, rooms):
        each.commit()
        each.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        each.close()


def fill_tables(url, players):
    people_bench.fill_database(url, 0, players)
    with tempfile.TemporaryDirectory() as folder:
        for name, columns in COLUMNS.items():
            with open(f"{folder}/{name}", "w") as out:
                for of, row in rows(players):
                    if of == name:
                        out.write("\t".join(str(value) for value in row) + "\n")
            subprocess.run([str(PG_TOOLS / "psql"), "-X", "-q", "-c", f"\\copy {name} ({columns}) FROM '{folder}/{name}'", url], check=True)
    for command in (f"UPDATE board_state SET opened = {DAY}", "ANALYZE"):
        subprocess.run([str(PG_TOOLS / "psql"), "-X", "-q", "-c", command, url], check=True)


def measure(port, players):
    """\\returns milliseconds of the requests, sorted, and the size of the document"""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    date = time.strftime("%Y-%m-%d", time.gmtime(DAY * 86_400))
    times = {"the open board": [], "today's boards": [], "profile": []}
    rng = random.Random(2)
    size = 0
    for _ in range(REQUESTS):
        number = rng.randrange(players)
        for what, path in (("the open board", f"/api/daily/{date}/fortyone"), ("today's boards", "/api/daily"),
                           ("profile", f"/api/players/{people_bench.player_id(number)}")):
            begun = time.perf_counter()
            connection.request("GET", path, headers={"Authorization": f"Bearer {people_bench.secret(number)}"})
            answer = connection.getresponse()
            text = answer.read()
            times[what].append((time.perf_counter() - begun) * 1000)
            assert answer.status == 200, text
            size = max(size, len(text))
    board = None
    connection.request("GET", f"/api/daily/{date}/fortyone")
    board = json.loads(connection.getresponse().read())
    assert len(board["results"]) == players and len(board["choices"]) == CHOICES
    return {what: sorted(each) for what, each in times.items()}, size


def main(players):
    lines = []

    def take(store, server, port):
        try:
            times, size = measure(port, players)
            for what, each in times.items():
                lines.append([store, what, f"{each[len(each) // 2]:.1f}", f"{each[int(len(each) * 0.99)]:.1f}", f"{each[-1]:.1f}"])
            say(f"{store}: the document of the open board has {size / 1e6:.1f} MB")
        finally:
            people_bench.stop(server)

    with tempfile.TemporaryDirectory() as folder:
        fill_folder(folder, players)
        take("SQLite", *people_bench.started("--data", folder))
    with postgres() as url:
        fill_tables(url, players)
        take("PostgreSQL", *people_bench.started(database=url))
    say(f"{players:,} players of one board: milliseconds")
    table(["", "", "p50", "p99", "most"], lines)
    worst = max(float(line[3]) for line in lines if line[1] == "the open board")
    return 0 if worst <= 50 else f"p99 is {worst} ms: more than 50"


if __name__ == "__main__":
    sizes = [int(word) for word in sys.argv[1:]]
    sys.exit(main(*(sizes or [10_000])))
