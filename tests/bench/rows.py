"""What many stored actions cost: commits and claims with an empty database and with one that has so many millions of actions of
the last 30 days, in turns; then retention of a day. Arguments: how many millions (10), and a folder that keeps the database
for the next time. Needs a built release with test-server-store."""

import asyncio
import os
import pathlib
import statistics
import sys
import time

from database import time_claims
from report import ratios, say, table
from stored_rows import ACTIONS, DAYS, KeptPostgres, fill, stored_rooms

# As in database.py, which has put tests/cluster into the path.
from cluster import TOP, Cable, Cluster
from pair import people
from scenes import check, playing

SECONDS = 10
ROUNDS = 5
CLAIMS = 20


class Filled(Cluster):
    def __init__(self, kept):
        super().__init__()
        self.kept = kept

    def make_database(self):
        self.postgres = KeptPostgres(self.kept or self.folder)
        self.cables = [Cable(self.postgres.port) for _ in range(self.count)]
        return [self.postgres.url(cable.port) for cable in self.cables]

    def stop_database(self):
        self.postgres.stop()


class Commits:
    """Of all servers together, since it was made: how many, and how long they took."""

    def __init__(self, cluster):
        self.cluster, self.before, self.began = cluster, self.read(cluster), time.monotonic()

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
        seconds, now = time.monotonic() - self.began, self.read(self.cluster)
        since = {name: value - self.before.get(name, 0) for name, value in now.items()}
        count = since["tefuda_journal_commit_seconds_count"]
        bounds = {float(name.split('"')[1]): value for name, value in since.items() if "_bucket" in name}
        p99 = min(bound for bound, value in bounds.items() if value >= 0.99 * count)
        return {"commits": count / seconds, "mean": since["tefuda_journal_commit_seconds_sum"] / count * 1e3, "p99": p99 * 1e3}


async def play(cluster, seconds=SECONDS):
    """30 people. \\returns the figures of their commits"""
    async with playing(await people(cluster)):
        await asyncio.sleep(2)
        commits = Commits(cluster)
        await asyncio.sleep(seconds)
        return commits.told()


async def measure(cluster):
    commits = await play(cluster)
    claims = await time_claims(cluster, CLAIMS)
    return {**commits, "claim": statistics.median(claims) * 1e3, "worst": max(claims) * 1e3}


def row(name, results):
    return [name, *(f"{statistics.median(each[key] for each in results):,.1f}" for key in ("commits", "mean", "p99", "claim", "worst"))]


async def retention(cluster):
    """Deletes the oldest day, while people play. \\returns seconds, and the figures of commits meanwhile"""
    playing_on = asyncio.ensure_future(play(cluster))
    await asyncio.sleep(4)
    began = time.monotonic()
    deleting = await asyncio.create_subprocess_exec(TOP / "build/release/bin/test-server-store", "[.retention]",
                                                    env={**os.environ, "TEFUDA_TEST_DATABASE": cluster.postgres.url()})
    check(await deleting.wait() == 0, "retention")
    return time.monotonic() - began, await playing_on


async def main(millions, kept):
    async with Cluster() as empty, Filled(kept) as filled:
        began = time.monotonic()
        if not stored_rooms(filled.postgres):
            fill(filled.postgres, millions * 10**6)
        stored, size = filled.query("SELECT sum(reltuples)::bigint, pg_size_pretty(pg_database_size('postgres')) FROM pg_class "
                                    "WHERE oid IN (SELECT inhrelid FROM pg_inherits) AND relkind = 'r' AND reltuples > 0")[0]
        # What writing the rows leaves to be written later is no part of what they cost.
        filled.query("CHECKPOINT")
        say(f"filled in {time.monotonic() - began:.0f} s: {size}")
        results = {"none": [], f"{int(stored):,}": []}
        for _ in range(ROUNDS):
            for cluster, each in zip((empty, filled), results.values()):
                each.append(await measure(cluster))
        head = ["actions stored", "commits/s", "mean ms", "p99 ms, at most"]
        table([*head, "claim ms", "worst"], [row(name, each) for name, each in results.items()])
        for key in ("commits", "mean", "claim"):
            of = ratios(results, list(results)[1], "none", key)
            say(f"{key}, with and without, each round: median {statistics.median(of):.2f} ({min(of):.2f} to {max(of):.2f})")
        before = stored_rooms(filled.postgres)
        seconds, commits = await retention(filled)
        rooms = before - stored_rooms(filled.postgres)
        say(f"Retention of one day of {DAYS}, {rooms * ACTIONS:,} actions in {rooms:,} rooms: {seconds:.1f} s")
        table(head, [row("meanwhile", [{**commits, "claim": 0, "worst": 0}])[:4]])


if __name__ == "__main__":
    asyncio.run(main(int((sys.argv[1:] or ["10"])[0]), pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None))
