"""A cluster whose database has a standby, the people who play in it, and what is asked of their rooms afterwards."""
import asyncio
import contextlib
import json
import signal
import subprocess

from cluster import Cable, Cluster, Postgres, until
from player import Player
from scenes import check, make_room

ROOMS = 15  # of two people each


class Pair(Cluster):
    """The servers know two databases, the first primary first. Each server reaches each of them by a cable of its own
    (`cables_to`), a standby its primary by another one (`link`), and the balancer the servers by `doors` where
    `has_doors`. `is_synchronous`: a commit waits for the standbys. `former`: what was the primary before the last
    promotion. `has_rival`: there is a second standby, `rival`, which the URL names before the first one."""

    def __init__(self, is_synchronous, has_doors=False, has_rival=False):
        super().__init__()
        self.is_synchronous, self.has_doors, self.has_rival = is_synchronous, has_doors, has_rival
        self.former, self.doors, self.databases = None, [], []

    def make_database(self):
        self.primary = self.postgres = Postgres(self.folder)
        self.databases = [self.primary]
        self.folder.chmod(0o777)  # for PostgreSQL's tools
        self.link = Cable(self.primary.port)
        self.link.start()
        if self.has_rival:
            self.rival = Postgres(self.folder, self.replicated_url())
            self.databases.append(self.rival)
        self.standby = Postgres(self.folder, self.replicated_url())
        self.databases.append(self.standby)
        self.let_commits_wait()
        self.cables_to = {database: [Cable(database.port) for _ in range(self.count)] for database in self.databases}
        self.cables = [cable for cables in self.cables_to.values() for cable in cables]
        return [self.primary.url(",127.0.0.1:".join(str(cable.port) for cable in cables)) + "?target_session_attrs=read-write"
                for cables in zip(*self.cables_to.values())]

    def server_ports(self):
        if not self.has_doors:
            return super().server_ports()
        if not self.doors:
            self.doors = [Cable(server.port) for server in self.servers]
            for door in self.doors:
                door.start()
        return [door.port for door in self.doors]

    def stop_database(self):
        for database in self.databases:
            with contextlib.suppress(subprocess.CalledProcessError, FileNotFoundError):
                database.send(signal.SIGCONT)
                database.stop("immediate")
        for cable in self.doors + ([self.link] if self.databases else []):
            cable.stop()

    def replicated_url(self):
        return self.primary.url(self.link.port)

    def let_commits_wait(self):
        if self.is_synchronous:
            self.primary.set("synchronous_standby_names", "FIRST 2 (*)" if self.has_rival else "*")

    def promote(self):
        self.standby.promote()
        self.former, self.primary, self.standby = self.primary, self.standby, None
        self.postgres = self.primary
        # Until there is another standby.
        self.primary.set("synchronous_standby_names", "")

    def rejoin(self, is_rewound):
        """The former primary, which does not run, becomes the standby."""
        self.link.target = self.primary.port
        # pg_rewind looks for the timeline in the last checkpoint.
        self.primary.query("CHECKPOINT")
        self.former.rejoin(self.replicated_url(), is_rewound)
        self.standby, self.former = self.former, None

    async def replicates(self):
        streaming = "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'"
        await until(lambda: self.primary.query(streaming), "the standby follows")
        self.let_commits_wait()

    def timelines(self):
        return {self.metric(server, "tefuda_database_timeline") for server in self.servers}


async def people(cluster, rooms=ROOMS):
    players = []
    for number in range(rooms):
        room, wire = await make_room(cluster)
        await wire.close()
        players += [Player(cluster.ws(), room, f"P{number}-{seat}", number * 2 + seat, think=0.02) for seat in range(2)]
    return players


def acknowledged(players):
    """\\returns how many actions of each player are acknowledged"""
    return {player: len(player.acknowledged) for player in players}


async def go_on(players, seconds=180):
    """Until something of each room was acknowledged again."""
    before = acknowledged(players)
    rooms = {player.room for player in players}

    def moved():
        return {player.room for player, count in before.items() if len(player.acknowledged) > count} == rooms

    await until(moved, "every room goes on", seconds)


async def in_thread(call, *arguments):
    return await asyncio.get_running_loop().run_in_executor(None, call, *arguments)


def holes(cluster):
    """\\returns the matches whose actions are not 1, 2, 3 …"""
    return cluster.query("SELECT room, match FROM action GROUP BY room, match HAVING min(number) <> 1 OR "
                         "max(number) <> count(*)")


def stored_in(database):
    """\\returns by room, match and number the seat and the action"""
    return {(room, int(match), int(number)): (int(seat), json.loads(action)) for room, match, number, seat, action in
            database.query("SELECT room, match, number, seat, action FROM action")}


def lost_of(cluster, players, before, stored):
    """Which of the actions that were acknowledged before are not among those that the database had when it was promoted or
    restored; all rooms can be read since. \\returns the player and the place of each"""
    check(not holes(cluster), f"holes in {holes(cluster)}")
    for player in players:
        check(not player.problems, player.problems)
        check(cluster.get(f"/api/rooms/{player.room}")[0] == 200, f"{player.room} can be read")
    return [(player, place) for player in players
            for place, (match, seq, seat, action) in enumerate(player.acknowledged[:before[player]])
            if stored.get((player.room, match, seq - 1)) != (seat, action)]


def most_claims(cluster):
    """\\returns how often a room was claimed at most"""
    return int(cluster.query("SELECT coalesce(max(epoch), 0) FROM room")[0][0])


def told(players):
    waits = sorted(wait for player in players for wait in player.waits)
    if waits:
        print(f"# {len(waits)} returns: p50 {waits[len(waits) // 2]:.2f} s, worst {waits[-1]:.2f} s")
