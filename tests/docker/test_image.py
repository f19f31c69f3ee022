"""Tests the contents and settings of the image."""
import base64
import json
import sys
import tempfile
import unittest

from container import IMAGE, ROOT, STRICT, podman

sys.path.insert(0, str(ROOT / "tests/support"))

from hardened import weaknesses  # noqa: E402


class Image(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.image = json.loads(podman("image", "inspect", IMAGE))[0]
        cls.config = cls.image["Config"]

    def run_in(self, command):
        return podman("run", "--rm", "--network", "none", *STRICT, "--entrypoint", "/bin/bash", IMAGE, "-c", command)

    def test_it_is_smaller_than_140_megabytes(self):
        size = self.image["Size"] / 1e6
        print(f"{size:.1f} MB ", end="", flush=True)
        self.assertLess(size, 140) # 31 MB of it are the data of ICU, which tells names that look alike

    def test_it_has_the_right_settings(self):
        self.assertEqual(self.config["User"], "tefuda")
        self.assertEqual(list(self.config["Volumes"]), ["/data"])
        self.assertEqual(list(self.config["ExposedPorts"]), ["8080/tcp"])
        self.assertEqual(self.config["StopSignal"], "SIGTERM")
        self.assertEqual(self.config["Entrypoint"], ["/usr/bin/tefuda-server"])
        for variable in ("TEFUDA_ADDRESS=0.0.0.0", "TEFUDA_PORT=8080", "TEFUDA_DATA=/data"):
            self.assertIn(variable, self.config["Env"])
        self.assertEqual(self.image["HealthCheck" if "HealthCheck" in self.image else "Healthcheck"]["Test"],
                         ["CMD", "/usr/bin/tefuda-server", "--health"])

    def test_it_has_labels(self):
        for label in ("title", "description", "licenses", "revision"):
            self.assertTrue(self.config["Labels"][f"org.opencontainers.image.{label}"])

    def test_it_contains_no_build_tools_or_leftovers(self):
        for tool in ("c++", "cmake", "node", "npm", "git", "python3", "ccache"):
            self.assertEqual(self.run_in(f"command -v {tool} || true"), "", tool)
        self.assertEqual(self.run_in("ls -A /src /tmp /var/lib/apt/lists 2>/dev/null | grep -v : || true").strip(), "")
        self.assertEqual(self.run_in("ldd /usr/bin/tefuda-server | grep 'not found' || true"), "")

    def test_its_program_is_hardened(self):
        with tempfile.NamedTemporaryFile() as program:
            program.write(base64.b64decode(self.run_in("base64 /usr/bin/tefuda-server")))
            program.flush()
            self.assertEqual(weaknesses(program.name), [])

    def test_it_has_the_notices_of_what_is_in_the_program(self):
        parts = set(self.run_in("zcat /usr/share/doc/tefuda/notices.gz | grep -B 1 '^====' | grep -v '^[=-]'").split())
        self.assertGreaterEqual(parts, {"libcli11-dev", "nlohmann-json3-dev", "libsqlitecpp-dev", "libspdlog-dev", "libfmt-dev"})
        self.assertTrue(any(part.startswith("libboost") for part in parts))

    def test_its_user_can_write_only_to_data_and_temporary_folders(self):
        mine = self.run_in("find / -xdev -writable -not -type l -not -path '/proc/*' -not -path '/dev/*' 2>/dev/null || true")
        self.assertEqual(set(mine.split()) - {"/tmp", "/var/tmp", "/run/lock", "/run/tefuda", "/data"}, set())
