"""A server that keeps its rooms in a folder, and `tefuda-server migrate`, which brings them into the database."""
import os
import subprocess

from cluster import SERVER, Server, free_ports, until
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
        return migrate(self.folder, self.cluster.postgres.url())


def migrate(folder, url):
    """\\returns the exit code, and what was said"""
    done = subprocess.run([SERVER, "migrate", "--data", str(folder)], capture_output=True, text=True, timeout=60,
                          env={**os.environ, "TEFUDA_DATABASE": url})
    check("not-a-secret" not in done.stdout + done.stderr, "the password is not shown")
    return done.returncode, (done.stdout + done.stderr).strip()
