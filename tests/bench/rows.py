"""What many stored actions cost: commits, claims and retention with an empty database and with so many millions of actions of
the last 30 days in it. Argument: how many millions (10). Needs a built release with
test-server-journal."""

import asyncio
import os
import statistics
import sys
import time

from database import time_claims
from report import say, table

# As in database.py, which has put tests/cluster into the path.
from cluster import TOP, Cluster
from pair import people
from scenes import check, make_room, playing, sit

DAYS, ACTIONS = 30, 100  # of a match
SECONDS = 15


class Commits:
    """Of all servers together, since it was made: how many, and how long they took."""

    def __init__(self, cluster):
        self.cluster, self.before = cluster, self.read(cluster)

    @staticmethod
    def read(cluster):
        texts = [cluster.get("/metrics", server)[1] for server in cluster.servers]
        counts = {}
        for line in "\n".join(texts).splitlines():
            if line.startswith("tefuda_journal_commit_seconds"):
                name, value = line.rsplit(" ", 1)
                counts[name] = counts.get(name, 0) + float(value)
        return counts

    def told(self):
        """\\returns how many in a second, their mean, and what 99 of 100 took at most, in ms"""
        now = self.read(self.cluster)
        since = {name: value - self.before.get(name, 0) for name, value in now.items()}
        count = since["tefuda_journal_commit_seconds_count"]
        bounds = {float(name.split('"')[1]): value for name, value in since.items() if "_bucket" in name}
        p99 = min(bound for bound, value in bounds.items() if value >= 0.99 * count)
        return [f"{count / SECONDS:,.0f}", f"{since['tefuda_journal_commit_seconds_sum'] / count * 1e3:.1f}", f"{p99 * 1e3:.0f}"]


async def play(cluster, seconds=SECONDS):
    """30 people. \\returns the figures of their commits"""
    async with playing(await people(cluster)):
        await asyncio.sleep(2)
        commits = Commits(cluster)
        await asyncio.sleep(seconds)
        return commits.told()


async def measure(cluster, name):
    """\\returns a row of the table"""
    commits = await play(cluster)
    claims = await time_claims(cluster, 20)
    return [name, *commits, f"{statistics.median(claims) * 1e3:.1f}", f"{max(claims) * 1e3:.1f}"]


async def fill(cluster, actions):
    """A partition for each of the last days; in each room one match, which has ended."""
    room, wire = await make_room(cluster, seats=2)
    await wire.close()
    # A room in which nobody ever sat is deleted after a minute.
    seated, _ = await sit(cluster, room, "Aki")
    cluster.query("DROP TABLE action_before")
    rooms = actions // DAYS // ACTIONS
    for days in range(1, DAYS + 1):
        day = f"((now() AT TIME ZONE 'UTC')::date - {days})"
        part, begin, end = cluster.query(f"SELECT to_char({day}, 'YYYYMMDD'), {day}, {day} + 1")[0]
        code = f"'D{days:02}' || to_char(n, 'FM0000000')"
        cluster.query(f"""
            INSERT INTO room (code, epoch, touched, created, state)
              SELECT {code}, 1, '{begin} 12:00+00', '{begin} 11:00+00', replace(state::text, 'waiting', 'finished')::json
              FROM room, generate_series(1, {rooms}) AS n WHERE code = '{room}';
            INSERT INTO match (room, number, setup, began, ended, part)
              SELECT {code}, 1, json_build_object('game', 'fortyone', 'options', json_build_object(), 'names', json_build_array('Aki', 'Ben'),
                'seed', repeat('0123456789abcdef', 8)), '{begin} 11:00+00', '{begin} 12:00+00', '{begin}' FROM generate_series(1, {rooms}) AS n;
            CREATE TABLE action_{part} (LIKE action INCLUDING ALL);
            INSERT INTO action_{part} (room, match, number, seat, ms, action, part)
              SELECT {code}, 1, number, number % 2, number * 1000, json_build_object('type', 'discard', 'card', 'S' || number % 13), '{begin}'
              FROM generate_series(1, {rooms}) AS n, generate_series(1, {ACTIONS}) AS number;
            ALTER TABLE action ATTACH PARTITION action_{part} FOR VALUES FROM ('{begin}') TO ('{end}')""")
    await seated.close()
    cluster.query("VACUUM ANALYZE")


async def retention(cluster):
    """Deletes the oldest day, while people play. \\returns seconds, and the figures of commits meanwhile"""
    playing_on = asyncio.ensure_future(play(cluster))
    await asyncio.sleep(4)
    began = time.monotonic()
    deleting = await asyncio.create_subprocess_exec(TOP / "build/release/bin/test-server-journal", "[.retention]",
                                                    env={**os.environ, "TEFUDA_TEST_DATABASE": cluster.postgres.url()})
    check(await deleting.wait() == 0, "retention")
    return time.monotonic() - began, await playing_on


async def main(millions):
    async with Cluster() as cluster:
        rows = [await measure(cluster, "none")]
        began = time.monotonic()
        await fill(cluster, millions * 10**6)
        stored, size = cluster.query("SELECT count(*), pg_size_pretty(pg_database_size('postgres')) FROM action")[0]
        say(f"filled in {time.monotonic() - began:.0f} s: {size}")
        rows.append(await measure(cluster, f"{int(stored):,}"))
        head = ["actions stored", "commits/s", "mean ms", "p99 ms, at most"]
        table([*head, "claim ms", "worst"], rows)
        seconds, commits = await retention(cluster)
        rooms = millions * 10**6 // DAYS // ACTIONS
        say(f"Retention of one day of {DAYS}, {rooms * ACTIONS:,} actions in {rooms:,} rooms: {seconds:.1f} s")
        table(head, [["meanwhile", *commits]])


asyncio.run(main(int((sys.argv[1:] or ["10"])[0])))
