"""The figures of several servers with one database: PostgreSQL, HAProxy and three servers on this machine, as in tests/cluster."""

import asyncio
import contextlib
import os
import pathlib
import signal
import statistics
import sys
import tempfile
import time

from report import median, ratios, say, show_progress, spread, table, values

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cluster"))
from cluster import Cluster, Postgres, until  # noqa: E402
from player import Player, Wire  # noqa: E402
from scenes import make_room, playing  # noqa: E402

RATE = 2000
KILLS = 20
ACTIONS = 200
ROOMS = 10_000


@contextlib.contextmanager
def postgres():
    """Yields an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        database = Postgres(pathlib.Path(folder))
        try:
            yield database
        finally:
            database.stop("immediate")


def measure(bench):
    """Measures what the database costs and what several servers give for it."""
    sides = {"SQLite": [bench.sides.durable], "PostgreSQL": [bench.sides.database]}
    if bench.peers:
        sides["colyseus"] = [bench.sides.colyseus, "--peer", "colyseus"]
    for pattern, flags in bench.patterns.items():
        results = bench.in_turn(f"database, {pattern}", sides, *flags)
        say(f"database: {pattern}, as fast as they can")
        table(["", "moves/s", "+- %", "p50 ms", "p99 ms"],
              [[name, f"{median(of, 'moves_a_second'):,.0f}", f"{spread(values(of, 'moves_a_second')):.0f}",
                *(f"{median(of, 'latency_us', p) / 1e3:.1f}" for p in ("p50", "p99"))] for name, of in results.items()])
        if bench.peers:
            bench.targets.at_least(f"{pattern}: PostgreSQL, of Colyseus' moves/s",
                                   ratios(results, "PostgreSQL", "colyseus", "moves_a_second"), 1)
    results = bench.in_turn("database, rate", {"SQLite": [bench.sides.durable], "PostgreSQL": [bench.sides.database]},
                            *bench.patterns["tables"], "--rate", RATE)
    say(f"database: tables at {RATE:,} moves/s")
    table(["", "moves/s", "p50 ms", "p99 ms"],
          [[name, f"{median(of, 'moves_a_second'):,.0f}", *(f"{median(of, 'latency_us', p) / 1e3:.1f}" for p in ("p50", "p99"))]
           for name, of in results.items()])
    bench.targets.at_most(f"p99 at {RATE:,} moves/s with PostgreSQL, ms", [median(results["PostgreSQL"], "latency_us", "p99") / 1e3], 20)
    few = 2 if bench.smoke else KILLS
    figures = bench.results["cluster"] = asyncio.run(measure_cluster(few, 50 if bench.smoke else ROOMS))
    say("database: three servers")
    table(["", "p50 ms", "worst ms", "of"],
          [[name, f"{statistics.median(of) * 1e3:,.1f}", f"{max(of) * 1e3:,.1f}", len(of)] for name, of in figures.items()])
    bench.targets.at_most("from a kill to the next accepted move, worst, s", [max(figures["kill to next move"])], 5)
    bench.targets.at_most(f"claim with a match of {ACTIONS} actions, ms", [statistics.median(figures["claim"]) * 1e3], 20)


async def measure_cluster(few, rooms):
    async with Cluster() as cluster:
        show_progress("database: claims")
        claims = await time_claims(cluster, few)
        show_progress("database: kills")
        kills = await time_kills(cluster, few)
        show_progress("database: lists")
        lists = await time_lists(cluster, few, rooms)
        show_progress("")
        return {"kill to next move": kills, "claim": claims, f"first page of {rooms:,} rooms": lists}


@contextlib.asynccontextmanager
async def played(cluster, game, seats, think, **fields):
    """A room of players, who play; yields them."""
    room, wire = await make_room(cluster, game, seats=seats, **fields)
    await wire.close()
    players = [Player(cluster.ws(), room, f"player {seat}", seat, think=think) for seat in range(seats)]
    async with playing(players):
        yield players


async def time_kills(cluster, count):
    """From kill -9 of a room's server to the next move that is accepted in it."""
    times = []
    async with played(cluster, "sugekari21", 2, think=0.01) as players:
        def accepted():
            return sum(len(player.acknowledged) for player in players)
        for _ in range(count):
            before = accepted()
            await until(lambda: accepted() > before + 5, "the room is played in")
            server = cluster.runner_of(players[0].room)
            server.send(signal.SIGKILL)
            began = time.monotonic()
            server.process.wait()
            before = accepted()
            while accepted() == before:
                await asyncio.sleep(0.005)
            times.append(time.monotonic() - began)
            server.start()
            await until(server.ready, "it is back")
            await asyncio.sleep(1)  # until the balancer knows it
    return times


async def time_claims(cluster, count):
    """From `resume` on a server that does not have the room, to its answer; the match has 200 actions."""
    async with played(cluster, "ttpageone", 3, think=0, options={"games": 9}) as players:
        def actions():
            newest = cluster.query(f"SELECT number FROM action WHERE room = '{players[0].room}' "
                                   "ORDER BY match DESC, number DESC LIMIT 1")
            return int(newest[0][0]) if newest else 0
        await until(lambda: actions() >= ACTIONS, f"a match has {ACTIONS} actions", 60)
    room, token = players[0].room, players[0].token
    times = []
    for turn in range(count):
        wire = await Wire.to(cluster.ws(room, cluster.servers[turn % 2]))
        began = time.monotonic()
        reply = await wire.say(type="resume", room=room, token=token)
        times.append(time.monotonic() - began)
        if reply["type"] != "joined":
            raise SystemExit(f"resume was answered with {reply}")
        await wire.close()
    return times


async def time_lists(cluster, count, rooms):
    """From a request for /api/rooms to its whole answer, with so many public rooms of which most run elsewhere."""
    room, wire = await make_room(cluster, "fortyone", public=True)
    cluster.query(f"INSERT INTO room (code, epoch, state) SELECT 'B' || to_char(n, 'FM0000000'), 1, state "
                  f"FROM room, generate_series(1, {rooms}) AS n WHERE code = '{room}'")
    await asyncio.sleep(3)  # until all servers have looked
    times = []
    for _ in range(count):
        began = time.monotonic()
        status, _ = cluster.get("/api/rooms", cluster.servers[0])
        times.append(time.monotonic() - began)
        if status != 200:
            raise SystemExit(f"/api/rooms was answered with {status}")
    await wire.close()
    return times
