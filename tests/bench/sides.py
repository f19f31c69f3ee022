"""The servers that are compared ("sides"), each in its own process, and the load."""

import contextlib
import ctypes
import json
import os
import re
import signal
import subprocess
import tempfile
import urllib.request
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
BIN = TOP / "build/release/bin"
PEERS = TOP / "tests/bench/peers"
# Node has only one core, so V8's other threads would only compete with the main thread.
NODE = ["node", "--single-threaded"]

PR_SET_PDEATHSIG = 1

# The first two cores that this process may use: one for the server, one for the load. If there is only one, they share it.
SERVER_CORE, LOAD_CORE = (sorted(os.sched_getaffinity(0)) * 2)[:2]


def die_with_parent():
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def go_ahead():
    """Gives the current process real-time priority over all other programs on the machine. Root only."""
    die_with_parent()
    os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))


class Sides:
    """Starts a server on one core, anew for each measurement, and the load on another."""

    def __init__(self, game, urgent):
        self.game = game
        self._prepare = go_ahead if urgent else die_with_parent
        self._folder = tempfile.TemporaryDirectory()
        self._traces = {}
        self._environment = os.environ | {"NODE_ENV": "production"}

    @contextlib.contextmanager
    def _started(self, *command, cores=SERVER_CORE):
        """Starts a server that prints its URL, for the duration of the context; yields its port and process id."""
        process = subprocess.Popen(["taskset", "-c", *map(str, [cores, *command])], stdout=subprocess.PIPE, text=True,
                                   preexec_fn=self._prepare, env=self._environment)
        try:
            for line in process.stdout:
                if found := re.search(r"http://[^:]+:(\d+)/", line):
                    break
            else:
                raise SystemExit(f"{command[0]} did not start")
            yield int(found[1]), process.pid
        finally:
            process.terminate()
            process.wait()

    def tefuda(self, *flags, threads=1, cores=SERVER_CORE):
        return self._started(BIN / "tefuda-server", "--port", "0", "--no-limits", "--log-level", "warn",
                             "--threads", threads, *flags, cores=cores)

    def durable(self):
        return self.tefuda("--data", tempfile.mkdtemp(dir=self._folder.name))

    def nobody(self):
        """Without players."""
        return self.tefuda("--identity", "off", "--data", tempfile.mkdtemp(dir=self._folder.name))

    @contextlib.contextmanager
    def somebody(self):
        """With players, whose secrets are in the file of `secrets`: 128 of them."""
        with self.durable() as (port, pid):
            order = urllib.request.Request(f"http://127.0.0.1:{port}/api/me", b'{"secret":true}', {"Content-Type": "application/json"})
            secrets = [json.load(urllib.request.urlopen(order))["secret"] for _ in range(128)]
            Path(self.secrets[1]).write_text("\n".join(secrets))
            yield port, pid

    @property
    def secrets(self):
        """The flags of a load whose connections are players."""
        return ["--secrets", f"{self._folder.name}/secrets"]

    @contextlib.contextmanager
    def database(self):
        """PostgreSQL runs on this machine, too, on all cores."""
        from database import postgres
        with postgres() as database:
            self._environment["TEFUDA_DATABASE"] = database.url()
            try:
                with self.tefuda() as started:
                    yield started
            finally:
                del self._environment["TEFUDA_DATABASE"]

    def ceiling(self, game=None):
        return self._started(BIN / "tefuda-ceiling", self._trace(tuple(game or self.game)))

    def colyseus(self):
        return self._started(*NODE, PEERS / "colyseus.js")

    def boardgame_io(self):
        return self._started(*NODE, PEERS / "boardgame.js")

    def _trace(self, game):
        if game not in self._traces:
            trace = self._traces[game] = Path(self._folder.name) / f"trace{len(self._traces)}"
            with self.tefuda() as (port, _):
                self.load(port, *game, "--record", trace)
        return self._traces[game]

    def load(self, port, *flags, pid=None, cores=LOAD_CORE):
        """Runs tefuda-load once and returns its results."""
        command = ["taskset", "-c", cores, BIN / "tefuda-load", "--port", port, *flags]
        if pid:
            command += ["--server-pid", pid]
        command = list(map(str, command))
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, preexec_fn=self._prepare)
        if done.returncode != 0:
            raise SystemExit(f"the load failed: {' '.join(command)}")
        return json.loads(done.stdout) if done.stdout.strip() else None

    def rules(self, *flags):
        """Runs the benchmarks of the engines and returns Google Benchmark's results."""
        done = subprocess.run(["taskset", "-c", str(SERVER_CORE), BIN / "tefuda-rules-bench",
                               "--benchmark_format=json", *flags],
                              stdout=subprocess.PIPE, text=True, check=True, preexec_fn=self._prepare)
        return json.loads(done.stdout)["benchmarks"]
