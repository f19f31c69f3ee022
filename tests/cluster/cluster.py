"""PostgreSQL, HAProxy and three servers on loopback, and a proxy before PostgreSQL that cuts and delays."""
import asyncio
import contextlib
import http.client
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests/support"))

from guard import end_with_us  # noqa: E402
from recipes import recipe  # noqa: E402

SERVER = os.environ.get("TEFUDA_SERVER", str(TOP / "build/release/bin/tefuda-server"))
PASSWORD = "not-a-secret"
PG_TOOLS = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))


def free_ports(count):
    """Below those of outgoing connections, so that nobody has them while what listens there is started again. Other processes
    with this function do not get them either, until this one ends."""
    ports = []
    while len(ports) < count:
        port = random.randrange(10_000, 32_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            claim = socket.socket(socket.AF_UNIX)
            # In Linux's abstract namespace: there is no file that could be left.
            claim.bind(f"\0tefuda-port-{port}")
            claims.append(claim)
            ports.append(port)
    return ports


claims = []


def is_alive(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def as_postgres(command):
    """PostgreSQL refuses to run as root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.getuid() == 0 else list(command)


class Postgres:
    """A primary, or a standby of the primary with this URL, which follows it at once."""

    SUPERUSER = "tefuda"

    def __init__(self, folder, primary=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="postgres-", dir=folder))
        os.chmod(self.folder, 0o755)
        self.port, = free_ports(1)
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
        if primary:
            self.copy(primary)
        else:
            (folder / "password").write_text(PASSWORD)
            os.chmod(folder / "password", 0o644)
            # With checksums, for pg_rewind.
            self.run("initdb", "-D", self.folder / "data", "-U", self.SUPERUSER, "-A", "scram-sha-256", "-E", "UTF8", "-k",
                     "--pwfile", folder / "password", "--no-sync")
        self.configure()
        self.start()
        self.query("SELECT 1")

    def copy(self, primary):
        self.run("pg_basebackup", "-D", self.folder / "data", "-d", primary, "-R", "-c", "fast", "--no-sync")

    def configure(self):
        """Of two settings the last one counts."""
        settings = {"port": self.port, "listen_addresses": "127.0.0.1", "unix_socket_directories": "", "max_connections": 200,
                    "shared_buffers": "128MB", "wal_retrieve_retry_interval": "200ms", "wal_keep_size": "256MB"}
        with (self.folder / "data/postgresql.conf").open("a") as out:
            out.writelines(f"{name} = '{value}'\n" for name, value in settings.items())

    def rejoin(self, primary, is_rewound):
        """A former primary, which does not run, becomes a standby of the primary with this URL: as it is, but for what
        the other one has otherwise, or as a new copy."""
        data = self.folder / "data"
        if is_rewound:
            self.run("pg_rewind", "-D", data, "--source-server", primary, "--no-sync")
            (data / "standby.signal").touch()
            if os.getuid() == 0:
                shutil.chown(data / "standby.signal", "postgres")
            with (data / "postgresql.auto.conf").open("a") as out:
                out.write(f"primary_conninfo = '{primary}'\n")
        else:
            shutil.rmtree(data)
            self.copy(primary)
        self.configure()
        self.start()

    def run(self, tool, *arguments):
        done = subprocess.run(as_postgres([str(PG_TOOLS / tool), *map(str, arguments)]), cwd="/", text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            raise RuntimeError(f"{tool}: {done.stdout}")

    def follow(self, name, changes):
        """Does what OPERATING.md tells the user `postgres` to do at its own PostgreSQL."""
        if self.SUPERUSER != "postgres" and not self.query("SELECT 1 FROM pg_roles WHERE rolname = 'postgres'"):
            self.query(f"CREATE ROLE postgres SUPERUSER LOGIN PASSWORD '{PASSWORD}'")
        environment = {"PATH": f"{PG_TOOLS}:{os.environ['PATH']}", "PGHOST": "127.0.0.1", "PGPORT": str(self.port),
                       "PGUSER": "postgres", "PGPASSWORD": PASSWORD}
        done = subprocess.run(as_postgres(["sh", "-e", "-c", recipe(name, changes)]), env=environment, cwd="/", text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            raise RuntimeError(f"{name}: {done.stdout}")

    def control(self, *arguments):
        # Not a pipe: PostgreSQL keeps it open.
        log = open(self.folder.parent / "postgres.log", "a")
        subprocess.run(as_postgres([str(PG_TOOLS / "pg_ctl"), "-D", str(self.folder / "data"), "-w", *arguments]),
                       cwd="/", stdout=log, stderr=log, check=True)

    def start(self):
        self.control("start")
        end_with_us(self.processes()[0])

    def stop(self, mode="fast"):
        self.control("stop", "-m", mode)

    def restart(self, mode):
        self.control("restart", "-m", mode)

    def set(self, name, value):
        """Changes a setting while it runs."""
        self.query(f"ALTER SYSTEM SET {name} = '{value}'")
        self.query("SELECT pg_reload_conf()")

    def processes(self):
        """The postmaster first."""
        postmaster = int((self.folder / "data/postmaster.pid").read_text().split()[0])
        children = pathlib.Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        return [postmaster, *map(int, children)]

    def send(self, how):
        """To all of its processes at once, as if the machine did it."""
        for process in self.processes():
            try:
                os.kill(process, how)
            except ProcessLookupError:
                pass

    def kill(self):
        """Returns when they are gone."""
        processes = self.processes()
        self.send(signal.SIGKILL)
        deadline = time.monotonic() + 30
        while (self.is_open() or any(map(is_alive, processes))) and time.monotonic() < deadline:
            time.sleep(0.05)
        # PostgreSQL takes one that its parent has not waited for yet for one that runs.
        (self.folder / "data/postmaster.pid").unlink(missing_ok=True)

    def is_open(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def promote(self):
        self.control("promote")

    def url(self, port=None, database="postgres"):
        return f"postgresql://{self.SUPERUSER}:{PASSWORD}@127.0.0.1:{port or self.port}/{database}"

    def query(self, sql, database="postgres"):
        """\\returns the rows as lists of texts"""
        done = subprocess.run([str(PG_TOOLS / "psql"), "-X", "-A", "-t", "-F", "\x1f", "-R", "\x1e", "-v",
                               "ON_ERROR_STOP=1", "-c", sql, self.url(database=database)],
                              text=True, capture_output=True, check=False)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return [row.split("\x1f") for row in done.stdout.rstrip("\n").split("\x1e") if row]


class Cable:
    """A TCP proxy on a thread of its own: what goes through it can be cut or delayed, or lost in one direction."""

    def __init__(self, target):
        self.port, = free_ports(1)
        self.target = target
        self.delay = 0
        self.deaf = False  # the answers of the database are lost
        self.held = False  # nothing arrives, in both directions, until it is False again
        self.cut_at = None  # all connections are cut, once, where this is in an answer, which is lost
        self.writers = set()

    def start(self):
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        listening = asyncio.start_server(self.connected, "127.0.0.1", self.port)
        self.server = asyncio.run_coroutine_threadsafe(listening, self.loop).result()

    def stop(self):
        self.loop.call_soon_threadsafe(self.server.close)
        self.cut()

    async def connected(self, reader, writer):
        try:
            to_reader, to_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        self.writers |= {writer, to_writer}
        await asyncio.gather(self.pump(reader, to_writer, False), self.pump(to_reader, writer, True))
        self.writers -= {writer, to_writer}

    async def pump(self, reader, writer, answers):
        try:
            while data := await reader.read(65536):
                if self.delay:
                    await asyncio.sleep(self.delay)
                while self.held:
                    await asyncio.sleep(0.02)
                if answers and self.deaf:
                    continue
                if answers and self.cut_at and self.cut_at in data:
                    self.cut_at = None
                    self.cut()
                    continue
                writer.write(data)
                await writer.drain()
        except (OSError, asyncio.CancelledError):
            pass
        writer.close()

    def cut(self):
        def abort():
            for writer in list(self.writers):
                writer.transport.abort()
        self.loop.call_soon_threadsafe(abort)


class Server:
    def __init__(self, folder, name, port, url, program=SERVER, flags=("--no-limits",)):
        self.name, self.port, self.url, self.program, self.flags = name, port, url, program, flags
        self.log_path = folder / f"{name}.log"
        self.process = None

    def start(self):
        environment = {**os.environ, "TEFUDA_DATABASE": self.url or ""}
        self.process = subprocess.Popen(
            [self.program, "--port", str(self.port), "--node", self.name, "--threads", "2", "--log-format", "json",
             *self.flags],
            stdout=subprocess.DEVNULL, stderr=open(self.log_path, "a"), env=environment)
        end_with_us(self.process.pid)

    def stop(self, how=signal.SIGTERM):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(how)
            self.process.wait(20)

    def send(self, how):
        self.process.send_signal(how)

    async def hang(self):
        self.send(signal.SIGSTOP)
        stat = pathlib.Path(f"/proc/{self.process.pid}/stat")
        await until(lambda: stat.read_text().rpartition(")")[2].split()[0] == "T", f"{self.name} hangs")

    def ready(self):
        return get(f"http://127.0.0.1:{self.port}/readyz", 1)[0] == 200

    def events(self, text):
        """The log's events with this message."""
        found = []
        if self.log_path.exists():
            for line in self.log_path.read_text().splitlines():
                if text in line:
                    try:
                        found.append(json.loads(line))
                    except ValueError:
                        pass
        return found


def get(url, timeout=5):
    """\\returns the status, 0 where there is no whole answer, and the body"""
    try:
        with urllib.request.urlopen(url, timeout=timeout) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as problem:
        return problem.code, problem.read().decode()
    except (OSError, http.client.HTTPException):
        return 0, ""


async def until(condition, what, seconds=180):
    end = time.monotonic() + seconds
    while not (result := condition()):
        if time.monotonic() > end:
            raise TimeoutError(f"not within {seconds} s: {what}")
        await asyncio.sleep(0.05)
    return result


class Cluster:
    """Use it as `async with Cluster() as cluster:`. TEFUDA_KEEP=1 keeps the logs."""

    def __init__(self, servers=3):
        self.count = servers
        self.is_kept = bool(os.environ.get("TEFUDA_KEEP"))
        self.balancer, self.servers, self.cables = None, [], []

    async def __aenter__(self):
        try:
            return await self.start()
        except BaseException as problem:
            await self.__aexit__(type(problem))
            raise

    def make_database(self):
        """Starts PostgreSQL. \returns for each server the URL of its database"""
        self.postgres = Postgres(self.folder)
        self.cables = [Cable(self.postgres.port) for _ in range(self.count)]
        return [self.postgres.url(cable.port) for cable in self.cables]

    def stop_database(self):
        self.postgres.stop("immediate")

    async def start(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tefuda-cluster-"))
        os.chmod(self.folder, 0o755)
        urls = self.make_database()
        for cable in self.cables:
            cable.start()
        ports = free_ports(self.count + 1)
        self.port = ports[0]
        self.servers = [Server(self.folder, name, port, url)
                        for name, port, url in zip(["one", "two", "three"], ports[1:], urls)]
        for server in self.servers:
            server.start()
        for server in self.servers:
            await until(server.ready, f"server {server.name} is ready")
        self.start_balancer()
        await until(lambda: get(f"http://127.0.0.1:{self.port}/api/games")[0] == 200, "the balancer answers")
        return self

    async def __aexit__(self, kind=None, *_):
        """After a failure the folder with the logs stays."""
        if self.balancer:
            self.stop_balancer()
        for server in self.servers:
            if server.process and server.process.poll() is None:
                server.send(signal.SIGTERM)
        for server in self.servers:
            try:
                server.stop()
            except subprocess.TimeoutExpired:
                server.process.kill()
        for cable in self.cables:
            cable.stop()
        self.stop_database()
        if kind or self.is_kept:
            print(f"The logs are in {self.folder}")
        else:
            shutil.rmtree(self.folder, ignore_errors=True)

    def server_ports(self):
        """Where the balancer reaches the servers."""
        return [server.port for server in self.servers]

    def start_balancer(self):
        addresses = {f"TEFUDA_SERVER_{i + 1}": f"127.0.0.1:{port}" for i, port in enumerate(self.server_ports())}
        log = open(self.folder / "haproxy.log", "a")
        self.balancer = subprocess.Popen(
            ["haproxy", "-db", "-f", str(TOP / "docker/haproxy.cfg")], stdout=log, stderr=log,
            env={**os.environ, **addresses, "TEFUDA_BIND": f"127.0.0.1:{self.port}"})
        end_with_us(self.balancer.pid)

    def stop_balancer(self):
        self.balancer.terminate()
        self.balancer.wait(10)

    def ws(self, room=None, server=None):
        port = server.port if server else self.port
        return f"ws://127.0.0.1:{port}/ws" + (f"?room={room}" if room else "")

    def get(self, path, server=None):
        return get(f"http://127.0.0.1:{(server.port if server else self.port)}{path}")

    def metric(self, server, name):
        """The sum of a metric's samples."""
        lines = get(f"http://127.0.0.1:{server.port}/metrics")[1].splitlines()
        return sum(float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith(name))

    def query(self, sql):
        return self.postgres.query(sql)

    def runner_of(self, room):
        """The server that has claimed the room; None where none has."""
        node = self.query(f"SELECT node FROM room WHERE code = '{room}'")[0][0]
        return next((server for server in self.servers if server.name == node), None)
