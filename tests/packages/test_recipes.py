"""What OPERATING.md tells an operator to do with one server on Debian, word for word in a bare one."""
import json
import re
import shutil
import ssl
import subprocess
import unittest

from debian import OLD_PACKAGE, PACKAGE, ROOT, Systemd, inside
from recipes import recipe

DATA = ROOT / "var/lib/tefuda"
ADDED = [ROOT / "etc/apt/apt.conf.d/99-yes", ROOT / "usr/bin/certbot"]
AGE = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for name in [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]:
    if name not in ('player', 'secret', 'code') and not name.startswith('sqlite_'): db.execute(f'DROP TABLE {name}')
db.execute('PRAGMA user_version = 1')
db.commit()
"""


def follow(name, changes=(), folder="/root"):
    """As root, in his home."""
    return inside("sh", "-e", "-c", f"cd {folder}\n{recipe(name, changes)}")


def certificate(name, folder):
    """\\returns its serial number; it and its key are where certbot would put them"""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", f"/CN={name}", "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"],
                   check=True, capture_output=True)
    (folder / "privkey.pem").chmod(0o600)
    return (folder / "fullchain.pem").read_text().strip()


def served(port):
    return ssl.get_server_certificate(("127.0.0.1", port)).strip()


class RecipesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        inside("apt-get", "update", "-qq")
        inside("apt-get", "install", "-y", "-qq", "--no-install-recommends", "adduser")
        # Nobody is there to say yes.
        ADDED[0].write_text('APT::Get::Assume-Yes "true";\n')
        cls.systemd = Systemd()
        cls.systemd.__enter__()
        # The name that the document has: this architecture's, and this version's.
        home = ROOT / "root"
        document = recipe("install")
        cls.name = re.search(r"tefuda_\S+\.deb", document)[0]
        for version, package in (("", OLD_PACKAGE), ("new-", PACKAGE)):
            shutil.copy(package, home / f"{version}{cls.name}")
        sums = subprocess.run(["sha256sum", cls.name], cwd=home, capture_output=True, text=True, check=True).stdout
        (home / "SHA256SUMS").write_text(f"{sums}{'0' * 64}  tefuda_0.2.0_other.deb\n")

    @classmethod
    def tearDownClass(cls):
        inside("apt-get", "purge", "-y", "-qq", "tefuda")
        cls.systemd.__exit__()
        for path in (*ADDED, *(ROOT / "root").glob("*tefuda_*.deb"), ROOT / "root/SHA256SUMS"):
            path.unlink(missing_ok=True)
        for folder in (ROOT / "var/backups/tefuda", ROOT / "etc/letsencrypt", ROOT / "etc/systemd/system/tefuda.service.d"):
            shutil.rmtree(folder, ignore_errors=True)

    def room(self, code):
        return json.loads(self.systemd.service.get(f"/api/rooms/{code}")[1])["seats"][0]["name"]

    def has(self, code):
        try:
            return self.room(code) == "Aki"
        except OSError:
            return False

    def test_install_backup_upgrade_the_way_back_and_restore(self):
        systemd = self.systemd
        follow("install")
        self.assertIsNotNone(systemd.service, systemd.calls)
        first = systemd.service.make_room()
        said = follow("backup")
        self.assertIn("1 rooms, 0 matches and 0 actions were read: all are good.", said)
        second = systemd.service.make_room()

        # One file is of an older format, so that the upgrade converts it.
        inside("systemctl", "stop", "tefuda")
        subprocess.run(["python3", "-c", AGE, DATA / "people.sqlite"], check=True)
        shutil.move(ROOT / "root" / f"new-{self.name}", ROOT / "root" / self.name)
        follow("upgrade")
        self.assertTrue(self.has(first) and self.has(second))
        copies = [path.name for path in DATA.glob("version-*")]
        self.assertEqual(len(copies), 1, copies)
        third = systemd.service.make_room()

        shutil.copy(OLD_PACKAGE, ROOT / "root/tefuda_0.1.0_amd64.deb")
        follow("way back", [("version-2", copies[0])])
        self.assertEqual(inside("dpkg-query", "-W", "-f=${Version}", "tefuda"), "0.0.1")
        self.assertTrue(self.has(first) and self.has(second))
        self.assertFalse(self.has(third), "made after the upgrade")

        follow("restore")
        self.assertTrue(self.has(first))
        self.assertFalse(self.has(second), "made after the backup")
        self.assertEqual((ROOT / "var/lib").glob("tefuda.before").__next__().name, "tefuda.before")
        shutil.rmtree(ROOT / "var/lib/tefuda.before")

        with self.subTest("a configuration with which no server starts stops no server"):
            configuration, process = ROOT / "etc/tefuda/tefuda.conf", systemd.service.process
            was = configuration.read_text()
            self.assertEqual(inside("sh", "-c", "systemctl reload tefuda; echo $?").split(), ["0"])
            configuration.write_text(was + "retnetion = 7\n")
            self.assertEqual(inside("sh", "-c", "systemctl reload tefuda; echo $?").split(), ["1"])
            self.assertRegex(follow("upgrade"), r"not restarted, because .*retnetion")
            self.assertRaisesRegex(RuntimeError, "retnetion", follow, "change")
            self.assertIs(systemd.service.process, process)
            self.assertIsNone(process.poll())
            self.assertTrue(self.has(first))
            configuration.write_text(was)
            follow("change")
            self.assertIsNot(systemd.service.process, process)
            self.assertTrue(self.has(first))

        with self.subTest("moderators who are not root"):
            inside("apt-get", "install", "-qq", "--no-install-recommends", "sudo")
            inside("adduser", "--disabled-password", "--gecos", "", "aki")
            follow("moderators")
            self.assertIn("192.0.2.7", inside("runuser", "-u", "aki", "--", "sh", "-e", "-c", recipe("a moderator")))
            acts = json.loads(inside("runuser", "-u", "tefuda", "--", "tefuda-server", "admin", "--json", "log"))["rows"]
            self.assertEqual([acts[-1]["command"], acts[-1]["arguments"]["by"]], ["mute", "aki"])
            for words in ("delete aki --yes", "export aki", "drain", "rooms --config /etc/tefuda/tefuda.conf"):
                said = inside("runuser", "-u", "aki", "--", "sudo", "-n", "-u", "tefuda", "tefuda-server", "admin", *words.split(), check=False)
                self.assertRegex(said, "a password is required|is not allowed", words)

        with self.subTest("with TLS, and a certificate that is renewed"):
            drop_in = ROOT / "etc/systemd/system/tefuda.service.d/override.conf"
            drop_in.parent.mkdir(parents=True, exist_ok=True)
            drop_in.write_text(recipe("certificate"))
            place = ROOT / re.search(r"LoadCredential=cert.pem:/(\S+)/fullchain.pem", recipe("certificate"))[1]
            old = certificate("old.example.org", place)
            inside("systemctl", "restart", "tefuda")
            self.assertEqual(served(systemd.port), old)
            new = certificate("new.example.org", place)
            self.assertEqual(served(systemd.port), old)
            # Certbot runs the hook when it has renewed one.
            ADDED[1].write_text('#!/bin/sh\n[ "$1" = renew ] && [ "$2" = --deploy-hook ] && exec sh -c "$3"\n')
            ADDED[1].chmod(0o755)
            follow("renewal")
            self.assertEqual(served(systemd.port), new)
