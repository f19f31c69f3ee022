"""How long a player waits for the list of its games, with many results in the store. Arguments: how many results (1,000,000) of how
many players (10,000). Needs a built release."""

import contextlib
import hashlib
import http.client
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time

from database import postgres
from report import say, table

# As in database.py, which has put tests/cluster into the path.
from cluster import SERVER

REQUESTS = 2000
START = 1_700_000_000_000_000  # microseconds since 1970
GAMES = {"fortyone": 2, "selfish": 4, "sugekari21": 4, "ttpageone": 4, "twentytwo": 4}


def player_id(number):
    return f"player{number:06d}"


def secret(number):
    return f"{number:064x}"


class Server:
    """With these flags, and these variables in its environment."""

    def __init__(self, *flags, **variables):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TEFUDA_")}
        self.process = subprocess.Popen([SERVER, "--port", "0", "--no-limits", "--log-level", "warn", *flags], stdout=subprocess.PIPE,
                                        text=True, env={**environment, **variables})
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1].strip().strip("/"))

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


class Requests:
    """One after the other, and how many milliseconds each takes."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port)
        self.times = {}

    def get(self, what, path, number):
        """\\returns the answer's text"""
        begun = time.perf_counter()
        self.connection.request("GET", path, headers={"Authorization": f"Bearer {secret(number)}"})
        answer = self.connection.getresponse()
        text = answer.read()
        self.times.setdefault(what, []).append((time.perf_counter() - begun) * 1000)
        assert answer.status == 200, text
        return text


def percentiles(times):
    """\\returns the median, what 99 of 100 take at most, and the most"""
    times = sorted(times)
    return [f"{times[min(len(times) - 1, int(len(times) * part))]:.1f}" for part in (0.5, 0.99, 1)]


class Measured:
    """Requests to a server that has many rows in its store."""

    columns = {"player": "id, name, kind, created, seen", "secret": "hash, player", "result": "room, match, ended, game, text",
               "played": "player, ended, room, match, game, won"}
    changes = ()  # after the rows

    def __init__(self, players):
        self.players = players

    def rows(self):
        """Yields (table, row)."""
        for number in range(self.players):
            yield "player", (player_id(number), json.dumps(f"Name {number}"), "human", "2026-01-31", int(time.time()))
            yield "secret", (hashlib.sha256(secret(number).encode()).hexdigest(), player_id(number))

    def fill_folder(self, folder):
        Server("--data", folder).close()
        with contextlib.closing(sqlite3.connect(f"{folder}/people.sqlite")) as db:
            db.execute("ATTACH ? AS rooms", (f"{folder}/rooms.sqlite",))
            for name, row in self.rows():
                # A result has a check sum too, which nobody reads here.
                columns, row = (f"{self.columns[name]}, crc", (*row, 0)) if name == "result" else (self.columns[name], row)
                db.execute(f"INSERT INTO {name} ({columns}) VALUES ({','.join('?' * len(row))})", row)
            for change in self.changes:
                db.execute(change)
            db.commit()
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def fill_database(self, database):
        Server(TEFUDA_DATABASE=database.url()).close()
        with tempfile.TemporaryDirectory() as folder:
            files = {name: open(f"{folder}/{name}", "w") for name in self.columns}
            for name, row in self.rows():
                files[name].write("\t".join(str(value).replace("\\", "\\\\") for value in row) + "\n")
            for name, columns in self.columns.items():
                files[name].close()
                database.query(f"\\copy {name} ({columns}) FROM '{folder}/{name}'")
        # As autovacuum does, a little later.
        for change in (*self.changes, "ANALYZE"):
            database.query(change)

    def take(self, store, server):
        """\\returns lines of a table"""
        with contextlib.closing(server):
            requests = Requests(server)
            self.ask(requests)
        return [[store, what, *percentiles(times)] for what, times in requests.times.items()]

    def run(self, bounded, bound):
        """\\returns 0, or a text if the requests that are bounded take longer than so many ms"""
        with tempfile.TemporaryDirectory() as folder:
            self.fill_folder(folder)
            lines = self.take("SQLite", Server("--data", folder))
        with postgres() as database:
            self.fill_database(database)
            lines += self.take("PostgreSQL", Server(TEFUDA_DATABASE=database.url()))
        table(["", "", "p50", "p99", "most"], lines)
        worst = max(float(line[3]) for line in lines if line[1] in bounded)
        return 0 if worst <= bound else f"p99 is {worst} ms: more than {bound}"


class Games(Measured):
    def __init__(self, count, players):
        super().__init__(players)
        self.count = count

    def rows(self):
        yield from super().rows()
        rng = random.Random(1)
        for number in range(self.count):
            game = rng.choice(list(GAMES))
            seats = [player_id(at) for at in rng.sample(range(self.players), GAMES[game])]
            room, match, ended = f"R{number // 20:08d}", number % 20 + 1, START + 1_000_000 * number
            # As the server writes it.
            text = {"room": room, "match": match, "game": game, "options": {}, "ended": "2026-01-31T12:00:00.000Z",
                    "reason": "went_out", "seats": [{"player": seat, "name": f"Name {seat}", "kind": "human", "rank": place + 1,
                                                     "score": 10 - place, "bot_share": 0} for place, seat in enumerate(seats)]}
            yield "result", (room, match, ended, game, json.dumps(text, separators=(",", ":")))
            for place, seat in enumerate(seats):
                yield "played", (seat, ended, room, match, game, int(place == 0))

    def ask(self, requests):
        """The first page of players' games, and the page behind it."""
        rng = random.Random(2)
        for _ in range(REQUESTS):
            number = rng.randrange(self.players)
            page = json.loads(requests.get("first page", "/api/me/games", number))
            assert page["finished"], page
            if page["next"]:
                assert len(page["finished"]) == 50
                requests.get("second page", f"/api/me/games?after={page['next']}", number)
            requests.get("profile", f"/api/players/{player_id(number)}", number)


def main(count, players):
    say(f"{count:,} results of {players:,} players: milliseconds")
    return Games(count, players).run(("first page", "second page"), 20)


if __name__ == "__main__":
    sizes = [int(word) for word in sys.argv[1:]]
    sys.exit(main(*(sizes or [1_000_000, 10_000])))
