"""A database with a standby as OPERATING.md makes it, and what it says to do when the primary is lost."""
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

from alone import run
from cluster import PASSWORD, Postgres, Server, as_postgres, free_ports, until
from pair import go_on, in_thread, people
from recipes import recipe
from scenes import check, playing


class Machine(Postgres):
    """A PostgreSQL of the recipes; its certificate is signed by itself. \\param primary another one: this is its standby"""

    SUPERUSER = "postgres"

    def copy(self, primary):
        primary.follow("a standby", [("DATA", f"{self.folder}/data"), ("@db1", f"@localhost:{primary.port}"), *self.root()])

    def configure(self):
        super().configure()
        data = self.folder / "data"
        with (data / "postgresql.conf").open("a") as out:
            out.write(recipe("postgresql.conf of a pair", [("'*'", "'127.0.0.1'")]))
        (data / "pg_hba.conf").write_text(recipe("pg_hba.conf of a pair", [("10.0.0.0/24", "127.0.0.0/8")]))
        for name in ("server.crt", "server.key"):
            shutil.copy(self.folder.parent / name, data)
            if os.getuid() == 0:
                shutil.chown(data / name, "postgres")

    def root(self):
        return [("/etc/postgresql/root.crt", f"{self.folder.parent}/server.crt")]

    def fence(self):
        shell = f"systemctl() {{ :; }}\n{recipe('fence', [('/etc/postgresql/15/main', str(self.folder))])}"
        code, said = run(as_postgres(["sh", "-e", "-c", shell]), os.environ)
        check(code == 0 and (self.folder / "start.conf").read_text() == "manual\n", said)

    def rejoin(self, primary):
        self.follow("rejoin", [("DATA", f"{self.folder}/data"), ("-h db2", f"-h localhost -p {primary.port}"), ("@db2", f"@localhost:{primary.port}"),
                               ("host=db2", f"host=localhost port={primary.port} password={PASSWORD}"), *self.root()])
        self.configure()
        self.start()


class Club:
    """One server at this database; what a test asks of a cluster."""

    def __init__(self, folder, url):
        self.server = Server(folder, "one", free_ports(1)[0], url)

    def ws(self, room=None, server=None):
        return f"ws://127.0.0.1:{self.server.port}/ws"


async def test_a_standby_step_by_step():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tefuda-standby-"))
    folder.chmod(0o755)
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                    "/CN=localhost", "-keyout", folder / "server.key", "-out", folder / "server.crt"], check=True, capture_output=True)
    machines, club = [], None
    try:
        db1 = await in_thread(Machine, folder)
        machines.append(db1)
        await in_thread(db1.follow, "an empty database", [("'PASSWORD'", f"'{PASSWORD}'")])
        await in_thread(db1.follow, "a role that replicates", [("'PASSWORD'", f"'{PASSWORD}'")])
        db2 = await in_thread(Machine, folder, db1)
        machines.append(db2)
        await in_thread(db2.follow, "the standby looks often", [])
        await in_thread(db1.follow, "commits wait", [])
        waits = "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'quorum'"
        await until(lambda: db1.query(waits), "commits wait for the standby")
        url = recipe("the URL of a pair", [("PASSWORD", PASSWORD), ("db1,db2", f"localhost:{db1.port},localhost:{db2.port}"),
                                           ("/etc/tefuda/root.crt", str(folder / "server.crt"))]).strip()
        club = Club(folder, url)
        club.server.start()
        await until(club.server.ready, "the server takes players")
        players = await people(club, rooms=2)
        async with playing(players):
            await go_on(players)
            await in_thread(db1.kill)
            db1.fence()
            await in_thread(db2.follow, "promote", [])
            await go_on(players)
            await in_thread(db1.rejoin, db2)
            await until(lambda: db2.query("SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'"), "the old primary follows")
            await in_thread(db2.follow, "commits wait", [])
            await until(lambda: db2.query(waits), "commits wait for the old primary")
            await go_on(players)
        check(not any(player.problems for player in players), [player.problems for player in players])
    finally:
        if club:
            club.server.stop(signal.SIGKILL)
        for machine in machines:
            if machine.is_open():
                machine.stop("immediate")
    shutil.rmtree(folder)
