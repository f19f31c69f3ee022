"""A server that keeps its rooms in a folder, and `tefuda-server migrate`, which brings them into the database."""
import os
import subprocess

from cluster import SERVER, Server, free_ports, until
from recipes import recipe
from scenes import check


class Alone:
    """One server that keeps its rooms in a folder."""

    def __init__(self, cluster, name):
        self.cluster = cluster
        self.folder = cluster.folder / f"data-{name}"
        port, = free_ports(1)
        self.server = Server(cluster.folder, name, port, None, flags=("--no-limits", "--data", str(self.folder)))

    async def __aenter__(self):
        self.server.start()
        await until(self.server.ready, "the server with a folder is ready")
        return self

    async def __aexit__(self, *_):
        self.server.stop()

    def ws(self, room=None, _=None, server=None):
        return self.cluster.ws(room, self.server)

    def migrate(self):
        """As OPERATING.md tells it. \\returns the exit code, and what was said"""
        secret = self.folder.parent / f"{self.folder.name}.database"
        secret.write_text(self.cluster.postgres.url())
        return run(["sh", "-e", "-c", recipe("migrate", [("tefuda-server", str(SERVER)), ("--data data", f"--data {self.folder}"),
                                                         ("secrets/database", str(secret))])], os.environ)


def migrate(folder, url):
    """\\returns the exit code, and what was said"""
    return run([SERVER, "migrate", "--data", str(folder)], {**os.environ, "TEFUDA_DATABASE": url})


def run(command, environment):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment)
    check("not-a-secret" not in done.stdout + done.stderr, "the password is not shown")
    return done.returncode, (done.stdout + done.stderr).strip()
