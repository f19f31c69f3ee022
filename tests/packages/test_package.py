"""The Debian package, installed in a bare Debian below TEFUDA_ROOT. No systemd runs there: the tests start the server as the
service's file does, as its user and with its arguments."""
import asyncio
import contextlib
import gzip
import json
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import unittest
import urllib.request
from pathlib import Path

import websockets

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from hardened import weaknesses  # noqa: E402

ROOT = Path(os.environ["TEFUDA_ROOT"])
PACKAGE = Path(os.environ["TEFUDA_PACKAGE"])
OLD_PACKAGE = Path(os.environ["TEFUDA_OLD_PACKAGE"])
UNIT = Path(__file__).resolve().parents[2] / "server/package/tefuda.service"
PATIENCE = 120  # seconds after which something hangs that normally happens at once


def inside(*command, check=True):
    """Runs a command in the bare Debian. Returns its output."""
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LANG": "C.UTF-8"}
    done = subprocess.run(["chroot", ROOT, *command], capture_output=True, text=True, env=environment)
    if check and done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stdout}{done.stderr}")
    return done.stdout


def install(package):
    shutil.copy(package, ROOT / "tmp" / "tefuda.deb")
    inside("apt-get", "install", "-y", "-qq", "--no-install-recommends", "/tmp/tefuda.deb")
    (ROOT / "tmp" / "tefuda.deb").unlink()


@contextlib.contextmanager
def with_long_conffile(package):
    """The package as those of version 0.2.0 were: their configuration had every flag, and was a conffile."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True)
        (tree / "etc/tefuda").mkdir(parents=True)
        (tree / "etc/tefuda/tefuda.conf").write_text("data = /var/lib/tefuda\n#no-such-flag-any-more = 1\n")
        (tree / "DEBIAN/conffiles").write_text("/etc/tefuda/tefuda.conf\n")
        built = Path(folder) / "long.deb"
        subprocess.run(["dpkg-deb", "--root-owner-group", "--build", tree, built], check=True, stdout=subprocess.DEVNULL)
        yield built


def headers_used():
    """The files of other works that the server's sources include."""
    sources = UNIT.parents[2]
    named = {header for folder in ("server", "protocol", "rules") for file in (sources / folder).rglob("*.[ch]pp")
             for header in re.findall(r"^ *#include <(.+)>", file.read_text(), re.MULTILINE)}
    places = [Path("/usr/include"), *Path("/usr/include").glob("*-linux-gnu")]
    return [place / header for header in named if not (sources / header).exists() for place in places if (place / header).is_file()]


def packages_of(files):
    told = subprocess.run(["dpkg-query", "--search", *files], capture_output=True, text=True, check=True).stdout
    system = ("libc6-dev", "linux-libc-dev")
    return {line.split(":")[0] for line in told.splitlines()} - {*system}


def names_in(configuration):
    """The flags that a configuration names, also in comments."""
    return set(re.findall(r"^#?([a-z-]+) =", configuration.read_text(), re.MULTILINE))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def files():
    """All paths of the bare Debian but those that the package manager writes itself."""
    own = re.compile(r"/(var/(lib/(dpkg|apt|systemd)|cache|log)|tmp|proc|sys|dev|run)(/|$)|/etc/.*-$|/etc/ld\.so\.cache$|__pycache__")
    paths = (f"/{path.relative_to(ROOT)}" for path in ROOT.rglob("*"))
    return {path for path in paths if not own.match(path) and "__pycache__" not in path}


def calls_of(names):
    """The system calls that these words of a SystemCallFilter name."""
    found = set()
    for name in names.split():
        if name.startswith("@"):
            listed = subprocess.run(["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True).stdout
            found |= calls_of(" ".join(line.strip() for line in listed.splitlines()[1:] if not line.strip().startswith("#")))
        else:
            found.add(name)
    return found


class Service:
    """The server as the service's file starts it, until the end of the `with` block. Listens at a free port of loopback."""

    def __enter__(self):
        command = re.search(r"^ExecStart=(.*)$", UNIT.read_text(), re.MULTILINE)[1].split()
        user = re.search(r"^User=(.*)$", UNIT.read_text(), re.MULTILINE)[1]
        self.port = free_port()
        (ROOT / "run").mkdir(exist_ok=True)
        self.told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        path = ROOT / "run" / f"notify-{self.port}"
        self.told.bind(str(path))
        path.chmod(0o777)
        self.told.settimeout(PATIENCE)
        self.process = subprocess.Popen(
            ["chroot", ROOT, "setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *command],
            env={"PATH": os.environ["PATH"], "TEFUDA_PORT": str(self.port), "NOTIFY_SOCKET": f"/run/{path.name}"},
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
        self.told.close()

    def state(self):
        """The next state that it tells systemd."""
        return self.told.recv(4096).decode().split("\n")[0]

    def get(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE) as reply:
            return reply.status, reply.read().decode()

    def niceness(self):
        """Of each of its threads."""
        threads = Path(f"/proc/{self.process.pid}/task").iterdir()
        return [int((thread / "stat").read_text().rpartition(")")[2].split()[16]) for thread in threads]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        return self.process.returncode

    async def _make_room(self):
        async with websockets.connect(f"ws://127.0.0.1:{self.port}/ws") as connection:
            await connection.recv()
            await connection.send(json.dumps({"type": "create", "game": "fortyone"}))
            room = json.loads(await connection.recv())["room"]
            await connection.send(json.dumps({"type": "join", "room": room, "name": "Aki"}))
            joined = json.loads(await connection.recv())
            assert joined["type"] == "joined", joined
            return room

    def make_room(self):
        return asyncio.run(self._make_room())


class PackageTest(unittest.TestCase):
    def test_lintian_finds_no_error(self):
        found = subprocess.run(["lintian", "--fail-on", "error", "--tag-display-limit", "0", PACKAGE], capture_output=True, text=True)
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)

    def test_its_name_has_version_and_architecture(self):
        version = re.search(r"^project\(tefuda VERSION (\S+)", (UNIT.parents[2] / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
        self.assertRegex(PACKAGE.name, rf"^tefuda_{re.escape(version)}_[a-z0-9]+\.deb$")

    def test_it_names_its_home_and_brings_its_documents(self):
        self.assertRegex(subprocess.run(["dpkg-deb", "--field", PACKAGE, "Homepage"], capture_output=True, text=True).stdout, r"^https://\S+/tefuda\n$")
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["dpkg-deb", "--extract", PACKAGE, folder], check=True)
            documents = Path(folder) / "usr/share/doc/tefuda"
            with gzip.open(documents / "changelog.gz", "rt") as file:
                named = re.findall(r"/usr/share/doc/tefuda/(\S+\.gz)", file.read())
            self.assertEqual(named, ["CHANGELOG.md.gz"])
            for name in (*named, "OPERATING.md.gz"):
                with gzip.open(documents / name, "rt", encoding="utf-8") as file:
                    self.assertRegex(file.read(), r"\A# ")

    def test_its_program_is_hardened(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["dpkg-deb", "--extract", PACKAGE, folder], check=True)
            self.assertEqual(weaknesses(Path(folder) / "usr/bin/tefuda-server"), [])

    def test_it_has_the_notices_of_all_that_is_in_the_program(self):
        used = packages_of(headers_used())
        self.assertGreaterEqual(used, {"libcli11-dev", "nlohmann-json3-dev", "libsqlitecpp-dev", "libspdlog-dev"})
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["dpkg-deb", "--extract", PACKAGE, folder], check=True)
            with gzip.open(Path(folder) / "usr/share/doc/tefuda/notices.gz", "rt", encoding="utf-8") as file:
                notices = file.read()
        for package in used:
            with self.subTest(package):
                self.assertIn((Path("/usr/share/doc") / package / "copyright").read_text(), notices)
        self.assertIn("libfmt-dev\n==========\n", notices, "also what a library needs")

    def test_the_service_is_exposed_little(self):
        found = subprocess.run(["systemd-analyze", "security", "--offline=true", "--threshold=20", UNIT], capture_output=True, text=True)
        self.assertEqual(found.returncode, 0, found.stdout[-300:] + found.stderr)

    def test_the_service_lets_threads_lower_their_priority(self):
        filters = re.findall(r"^SystemCallFilter=(~?)(.*)$", UNIT.read_text(), re.MULTILINE)
        self.assertEqual([sign for sign, _ in filters], ["", "~"], "what is allowed, then what is not")
        self.assertIn("setpriority", calls_of(filters[0][1]))
        self.assertNotIn("setpriority", calls_of(filters[1][1]))

    def test_from_installation_to_purge(self):
        inside("apt-get", "update", "-qq")
        # Programs that dpkg itself needs and no bare system has.
        inside("apt-get", "install", "-y", "-qq", "--no-install-recommends", "adduser")
        before = files()
        with with_long_conffile(OLD_PACKAGE) as package:
            install(package)

        with self.subTest("the service's file is one for systemd"):
            with tempfile.TemporaryDirectory() as folder:
                unit = Path(folder) / "tefuda.service"
                unit.write_text(UNIT.read_text().replace("/usr/bin/tefuda-server", f"{ROOT}/usr/bin/tefuda-server"))
                found = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True)
            self.assertEqual((found.returncode, found.stderr), (0, ""))
        with self.subTest("others can't read the configuration, which may name a password"):
            mode = stat.S_IMODE((ROOT / "etc/tefuda/tefuda.conf").stat().st_mode)
            self.assertEqual(mode, 0o640)

        with Service() as service:
            self.assertEqual(service.state(), "READY=1")
            self.assertEqual(service.get("/readyz")[0], 200)
            self.assertIn("<title>", service.get("/")[1])
            self.assertTrue(any(nice > 0 for nice in service.niceness()), "threads of bots let others go first")
            uid = Path(f"/proc/{service.process.pid}").stat().st_uid
            self.assertEqual(uid, int(inside("id", "-u", "tefuda")))
            service.process.send_signal(signal.SIGHUP)
            self.assertEqual(service.state(), "RELOADING=1")
            self.assertEqual(service.state(), "READY=1")
            room = service.make_room()
            self.assertEqual(service.stop(), 0)
            self.assertEqual(service.state(), "STOPPING=1")

        configuration = ROOT / "etc/tefuda/tefuda.conf"
        configuration.write_text(configuration.read_text() + "retention = 7\n")
        install(PACKAGE)
        with self.subTest("an upgrade asks nothing, and keeps the data and what the operator has changed"), Service() as service:
            self.assertEqual(service.state(), "READY=1")
            self.assertEqual(json.loads(service.get(f"/api/rooms/{room}")[1])["seats"][0]["name"], "Aki")
            self.assertIn("retention = 7", configuration.read_text())
            self.assertEqual(service.stop(), 0)
        inside("apt-get", "remove", "-y", "-qq", "tefuda")
        self.assertTrue((ROOT / "var/lib/tefuda/rooms.sqlite").exists(), "removing keeps the data")
        self.assertIn("retention = 7", configuration.read_text(), "removing keeps the configuration")
        inside("apt-get", "purge", "-y", "-qq", "tefuda")

        install(PACKAGE)
        with self.subTest("the first configuration has few lines, and the list of all flags lies beside it"), Service() as service:
            self.assertEqual(service.state(), "READY=1")
            self.assertEqual(stat.S_IMODE(configuration.stat().st_mode), 0o640)
            told, known = (names_in(path) for path in (configuration, ROOT / "usr/share/doc/tefuda/tefuda.conf.all"))
            self.assertLess(told, known)
            self.assertEqual(inside("dpkg-query", "-W", "-f=${Conffiles}", "tefuda").strip(), "", "dpkg has nothing to ask about")
        inside("apt-get", "purge", "-y", "-qq", "tefuda")
        inside("apt-get", "autoremove", "--purge", "-y", "-qq")
        self.assertEqual(files() - before, set())
        self.assertNotIn("tefuda", (ROOT / "etc/passwd").read_text() + (ROOT / "etc/group").read_text())
