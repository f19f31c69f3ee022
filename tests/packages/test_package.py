"""The Debian package, installed in a bare Debian below PACKAGE_ROOT. No systemd runs there: the tests start the server as the
service's file does, as its user and with its arguments."""
import gzip
import json
import re
import signal
import stat
import subprocess
import tempfile
import unittest
from pathlib import Path

from debian import OLD_PACKAGE, PACKAGE, ROOT, UNIT, Service, inside, install, with_long_conffile
from hardened import weaknesses


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
