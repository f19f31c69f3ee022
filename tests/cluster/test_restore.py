"""A test of a database that is restored as it was at a moment, from a base backup and the archive of its log."""
import os
import shutil

from cluster import Cluster, Postgres, until
from pair import acknowledged, go_on, in_thread, lost_of, people, stored_in
from recipes import recipe
from scenes import check, playing


class Archived(Cluster):
    def make_database(self):
        urls = super().make_database()
        self.folder.chmod(0o777)  # for PostgreSQL's tools
        self.archive = self.folder / "archive"
        self.archive.mkdir()
        if os.getuid() == 0:
            shutil.chown(self.archive, "postgres")
        self.postgres.set("archive_mode", "on")
        self.postgres.set("archive_command", f"cp %p {self.archive}/%f")
        self.postgres.restart("fast")
        return urls


class Restored(Postgres):
    """From a base backup, up to a moment, as server/OPERATING.md says."""

    def __init__(self, cluster, base, moment):
        self.archive, self.moment = cluster.archive, moment
        super().__init__(cluster.folder, base)

    def copy(self, base):
        base.rename(self.folder / "data")
        (self.folder / "data/recovery.signal").touch()
        if os.getuid() == 0:
            shutil.chown(self.folder / "data/recovery.signal", "postgres")

    def configure(self):
        super().configure()
        with (self.folder / "data/postgresql.auto.conf").open("a") as out:
            out.write(recipe("a moment", [("/archive", str(self.archive)), ("2026-11-24 18:00:00+00", self.moment)]))


async def test_a_restore_at_a_point_in_time_leaves_no_hole():
    async with Archived() as cluster:
        primary, base = cluster.postgres, cluster.folder / "base"
        players = await people(cluster)
        async with playing(players):
            await in_thread(primary.run, "pg_basebackup", "-D", base, "-d", primary.url(), "-c", "fast", "--no-sync")
            await go_on(players)
            moment = primary.query("SELECT now()")[0][0]
            await go_on(players)
            # What is behind the moment is in the archive, too.
            last = primary.query("SELECT pg_walfile_name(pg_switch_wal())")[0][0]
            await until((cluster.archive / last).exists, "the log is archived")
            await in_thread(primary.kill)
            before = acknowledged(players)
            cluster.postgres = restored = await in_thread(Restored, cluster, base, moment)
            await until(lambda: restored.query("SELECT pg_is_in_recovery()") == [["f"]], "it takes commits")
            stored = stored_in(restored)
            for cable in cluster.cables:
                cable.target = restored.port
            await go_on(players)
        lost = len(lost_of(cluster, players, before, stored))
        print(f"# lost {lost} of {sum(before.values())} that were acknowledged before the restore")
        check(lost > 0 and any(server.events("The database has forgotten") for server in cluster.servers), "somebody says so")
        check({cluster.metric(server, "tefuda_database_timeline") for server in cluster.servers} == {2.0}, "it has a new timeline")
