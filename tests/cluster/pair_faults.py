"""Faults of a database with a standby, and of the network, for a cluster under load; what each of them costs."""
import asyncio
import collections
import signal
import statistics
import time

from cluster import until
from faults import Faults
from pair import acknowledged, go_on, in_thread, lost_of, stored_in
from scenes import check


class Standstill:
    """For how long no action of a room was acknowledged, at most, of all rooms."""

    def __init__(self, players):
        self.players = players
        self.rooms = {player.room for player in players}
        self.begin()

    def begin(self):
        self.longest = 0
        self.counts, self.since = self.count(), dict.fromkeys(self.rooms, time.monotonic())

    def count(self):
        counts = collections.Counter()
        for player in self.players:
            counts[player.room] += player.oks
        return counts

    async def watch(self):
        while True:
            await asyncio.sleep(0.02)
            counts, now = self.count(), time.monotonic()
            for room in self.rooms:
                if counts[room] == self.counts[room]:
                    continue
                self.longest = max(self.longest, now - self.since[room])
                self.since[room] = now
            self.counts = counts


class PairFaults(Faults):
    """`lost`, `waits`: of each fault, for each time, how many acknowledged actions are gone, and the longest standstill
    of a room."""

    def __init__(self, cluster, rng, players):
        super().__init__(cluster, rng)
        self.players, self.waits, self.lost = players, collections.defaultdict(list), collections.Counter()
        self.kinds += [self.kill_primary, self.hang_primary, self.kill_primary_that_comes_back, self.hang_primary_that_comes_back,
                       self.cut_standby, self.hold_standby, self.part_server_from_database, self.part_server_from_balancer]

    async def run(self, count):
        still = Standstill(self.players)
        watching = asyncio.ensure_future(still.watch())
        for number, fault in enumerate(self.in_random_order(count)):
            self.under_way = fault.__name__
            still.begin()
            try:
                await fault()
                await go_on(self.players)
            except Exception as problem:
                raise AssertionError(f"fault {number + 1}, {fault.__name__}: {problem}") from problem
            self.waits[self.under_way].append(still.longest)
            print(f"# fault {number + 1}, {self.under_way}: {still.longest:.1f} s", flush=True)
            await asyncio.sleep(self.rng.uniform(0, 1))
        watching.cancel()

    def table(self):
        rows = [f"{name} | {len(waits)} | {statistics.median(waits):.1f} | {max(waits):.1f} | {self.lost[name]}"
                for name, waits in sorted(self.waits.items())]
        return "\n".join(["fault | times | a room stood still for s, median | worst | acknowledged actions lost",
                          "--- | --- | --- | --- | ---", *rows])

    async def fail_over(self, stop):
        """The primary is lost, and the standby promoted; all rooms go on there. What an asynchronous standby had not got is
        the end of matches, and nothing else."""
        cluster = self.cluster
        if not cluster.is_synchronous:
            await self.cut_link(self.rng.uniform(0, 2))
        await in_thread(stop)
        cluster.link.target = 1
        cluster.link.cut()
        # What was acknowledged has arrived.
        await asyncio.sleep(1)
        before, stored = acknowledged(self.players), await in_thread(stored_in, cluster.standby)
        await in_thread(cluster.promote)
        await go_on(self.players)
        await self.judge(before, stored)

    async def judge(self, before, stored):
        lost = await in_thread(lost_of, self.cluster, self.players, before, stored)
        check(not (lost and self.cluster.is_synchronous), f"{len(lost)} acknowledged actions are gone")
        self.lost[self.under_way] += len(lost)
        gone = collections.defaultdict(set)
        for player, place in lost:
            gone[player].add(place)
        first_gone, last_kept = {}, {}
        for player, count in before.items():
            for place, (match, seq, _, _) in enumerate(player.acknowledged[:count]):
                key = (player.room, match)
                if place in gone[player]:
                    first_gone[key] = min(seq, first_gone.get(key, seq))
                else:
                    last_kept[key] = max(seq, last_kept.get(key, seq))
        inside = [key for key, seq in first_gone.items() if seq < last_kept.get(key, 0)]
        check(not inside, f"actions inside of {inside} are gone")
        for player, places in gone.items():
            player.acknowledged = [each for place, each in enumerate(player.acknowledged) if place not in places]

    async def rejoin(self):
        if self.cluster.former.is_open():
            await in_thread(self.cluster.former.kill)
        await in_thread(self.cluster.rejoin, self.rng.random() < 0.5)
        await self.cluster.replicates()

    async def tempt(self):
        """The former primary takes connections, and says that it is a primary: nobody uses it."""
        cluster = self.cluster
        for cable in cluster.cables:
            cable.cut()
        # What was connected before may wait there for a standby, and does not notice that nobody waits for it.
        began = cluster.former.query("SELECT clock_timestamp()")[0][0]
        await go_on(self.players)
        server = self.server()
        server.stop(signal.SIGKILL)
        server.start()
        await until(server.ready, f"{server.name} starts beside two primaries")
        await go_on(self.players)
        connected = ("SELECT application_name, query FROM pg_stat_activity WHERE application_name LIKE 'tefuda %' "
                     f"AND backend_start > '{began}'")
        # One that only asks which database this is ends at once.
        await until(lambda: not cluster.former.query(connected), "nobody uses the former primary")

    async def kill_primary(self):
        await self.fail_over(self.cluster.primary.kill)
        await self.rejoin()

    async def hang_primary(self):
        primary = self.cluster.primary
        await self.fail_over(lambda: primary.send(signal.SIGSTOP))
        await self.rejoin()

    async def kill_primary_that_comes_back(self):
        await self.fail_over(self.cluster.primary.kill)
        await in_thread(self.cluster.former.start)
        if self.rng.random() < 0.5:
            self.cluster.former.set("synchronous_standby_names", "")
        await self.tempt()
        await self.rejoin()

    async def hang_primary_that_comes_back(self):
        primary = self.cluster.primary
        await self.fail_over(lambda: primary.send(signal.SIGSTOP))
        await in_thread(primary.send, signal.SIGCONT)
        await self.tempt()
        await self.rejoin()

    async def cut_link(self, seconds):
        """The standby does not reach its primary."""
        link = self.cluster.link
        target, link.target = link.target, 1  # nothing listens there
        link.cut()
        await asyncio.sleep(seconds)
        link.target = target

    async def cut_standby(self):
        await self.cut_link(self.rng.uniform(0.5, 8))

    async def hold(self, cable):
        """A network that loses everything for a while, and then brings it after all."""
        cable.held = True
        await asyncio.sleep(self.rng.uniform(0.5, 8))
        cable.held = False

    async def hold_standby(self):
        await self.hold(self.cluster.link)

    async def part_server_from_database(self):
        await self.hold(self.rng.choice(self.cluster.cables_to[self.cluster.primary]))

    async def part_server_from_balancer(self):
        await self.hold(self.rng.choice(self.cluster.doors))
