"""Tests the alert rules with Prometheus' own tool."""
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from container import ROOT


def promtool():
    """From Debian's package, which is not installed: it would start a server."""
    if found := shutil.which("promtool"):
        return found
    folder = Path(tempfile.mkdtemp())
    if subprocess.run(["apt-get", "-q", "download", "prometheus"], cwd=folder, capture_output=True).returncode:
        return None
    subprocess.run(["dpkg-deb", "-x", next(folder.glob("*.deb")), folder], check=True)
    return folder / "usr/bin/promtool"


class Alerts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tool = promtool()
        if not cls.tool:
            raise unittest.SkipTest("promtool is missing")

    def run_tool(self, *arguments, at="docker"):
        done = subprocess.run([self.tool, *arguments], cwd=ROOT / at, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_configurations_and_their_rules_are_valid(self):
        for name in ("prometheus.yaml", "prometheus.cluster.yaml"):
            self.run_tool("check", "config", name)

    def test_each_rule_fires_when_it_must_and_is_silent_otherwise(self):
        self.run_tool("test", "rules", "alerts.test.yaml", at="tests/docker")
