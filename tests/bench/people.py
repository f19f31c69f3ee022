"""How long a player waits for the list of its games, with many results in the store. Arguments: how many results (1,000,000) of how
many players (10,000). Needs a built release."""

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
from cluster import PG_TOOLS, SERVER

REQUESTS = 2000
START = 1_700_000_000_000_000  # microseconds since 1970
GAMES = {"fortyone": 2, "selfish": 4, "sugekari21": 4, "ttpageone": 4, "twentytwo": 4}


def player_id(number):
    return f"player{number:06d}"


def secret(number):
    return f"{number:064x}"


def results(count, players):
    """Yields (room, match, ended, game, text, players)."""
    rng = random.Random(1)
    for number in range(count):
        game = rng.choice(list(GAMES))
        seats = [player_id(at) for at in rng.sample(range(players), GAMES[game])]
        room, ended = f"R{number // 20:08d}", START + 1_000_000 * number
        # As the server writes it.
        text = {"room": room, "match": number % 20 + 1, "game": game, "options": {}, "ended": "2026-01-31T12:00:00.000Z",
                "reason": "went_out", "seats": [{"player": seat, "name": f"Name {seat}", "kind": "human", "rank": place + 1,
                                                 "score": 10 - place, "bot_share": 0} for place, seat in enumerate(seats)]}
        yield room, number % 20 + 1, ended, game, json.dumps(text, separators=(",", ":")), seats


def people_rows(players):
    for number in range(players):
        name = json.dumps(f"Name {number}")
        yield (player_id(number), name, "human", "2026-01-31", int(time.time())), (hashlib.sha256(secret(number).encode()).hexdigest(),
                                                                                     player_id(number))


def started(*flags, database=None):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TEFUDA_")}
    if database:
        environment["TEFUDA_DATABASE"] = database
    server = subprocess.Popen([SERVER, "--port", "0", "--no-limits", "--log-level", "warn", *flags], stdout=subprocess.PIPE, text=True,
                              env=environment)
    return server, int(server.stdout.readline().rsplit(":", 1)[1].strip().strip("/"))


def stop(server):
    server.terminate()
    server.wait()
    server.stdout.close()


def fill_folder(folder, count, players):
    stop(started("--data", folder)[0])
    people = sqlite3.connect(f"{folder}/people.sqlite")
    for player, of in people_rows(players):
        people.execute("INSERT INTO player (id, name, kind, created, seen) VALUES (?, ?, ?, ?, ?)", player)
        people.execute("INSERT INTO secret (hash, player) VALUES (?, ?)", of)
    people.commit()
    rooms = sqlite3.connect(f"{folder}/rooms.sqlite")
    for room, match, ended, game, text, seats in results(count, players):
        rooms.execute("INSERT INTO result (room, match, ended, game, text, crc) VALUES (?, ?, ?, ?, ?, 0)", (room, match, ended, game, text))
        rooms.executemany("INSERT INTO played (player, ended, room, match, game, won) VALUES (?, ?, ?, ?, ?, ?)",
                          [(seat, ended, room, match, game, int(place == 0)) for place, seat in enumerate(seats)])
    rooms.commit()
    for each in (people, rooms):
        each.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        each.close()


def fill_database(url, count, players):
    stop(started(database=url)[0])
    tables = {"player": "id, name, kind, created, seen", "secret": "hash, player", "result": "room, match, ended, game, text",
              "played": "player, ended, room, match, game, won"}
    with tempfile.TemporaryDirectory() as folder:
        files = {name: open(f"{folder}/{name}", "w") for name in tables}

        def write(name, row):
            files[name].write("\t".join(str(value).replace("\\", "\\\\") for value in row) + "\n")

        for player, of in people_rows(players):
            write("player", player)
            write("secret", of)
        for room, match, ended, game, text, seats in results(count, players):
            write("result", (room, match, ended, game, text))
            for place, seat in enumerate(seats):
                write("played", (seat, ended, room, match, game, int(place == 0)))
        for name, columns in tables.items():
            files[name].close()
            subprocess.run([str(PG_TOOLS / "psql"), "-X", "-q", "-c", f"\\copy {name} ({columns}) FROM '{folder}/{name}'", url], check=True)
    # As autovacuum does, a little later.
    subprocess.run([str(PG_TOOLS / "psql"), "-X", "-q", "-c", "ANALYZE", url], check=True)


def measure(port, players):
    """\\returns milliseconds of requests for the first page of players' games, and of the page behind it, sorted"""
    rng = random.Random(2)
    connection = http.client.HTTPConnection("127.0.0.1", port)
    times = {"first page": [], "second page": [], "profile": []}

    def get(what, path, number):
        begun = time.perf_counter()
        connection.request("GET", path, headers={"Authorization": f"Bearer {secret(number)}"})
        answer = connection.getresponse()
        text = answer.read()
        times[what].append((time.perf_counter() - begun) * 1000)
        assert answer.status == 200, text
        return json.loads(text)

    for _ in range(REQUESTS):
        number = rng.randrange(players)
        page = get("first page", "/api/me/games", number)
        assert page["finished"], page
        if page["next"]:
            assert len(page["finished"]) == 50
            get("second page", f"/api/me/games?after={page['next']}", number)
        get("profile", f"/api/players/{player_id(number)}", number)
    return {what: sorted(each) for what, each in times.items() if each}


def main(count, players):
    rows = []

    def take(store, server, port):
        try:
            for what, times in measure(port, players).items():
                rows.append([store, what, f"{times[len(times) // 2]:.1f}", f"{times[int(len(times) * 0.99)]:.1f}", f"{times[-1]:.1f}"])
        finally:
            stop(server)

    with tempfile.TemporaryDirectory() as folder:
        fill_folder(folder, count, players)
        take("SQLite", *started("--data", folder))
    with postgres() as url:
        fill_database(url, count, players)
        take("PostgreSQL", *started(database=url))
    say(f"{count:,} results of {players:,} players: milliseconds")
    table(["", "", "p50", "p99", "most"], rows)
    worst = max(float(row[3]) for row in rows if row[1] != "profile")
    return 0 if worst <= 20 else f"p99 is {worst} ms: more than 20"


if __name__ == "__main__":
    sizes = [int(word) for word in sys.argv[1:]]
    sys.exit(main(*(sizes or [1_000_000, 10_000])))
