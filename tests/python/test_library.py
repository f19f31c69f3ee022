"""Tests that the rules install as a C++ library, which another project finds."""
import subprocess
import tempfile
import unittest
from pathlib import Path

import tefuda_rules
from support import BUILD, ROOT


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout


class Library(unittest.TestCase):
    def test_another_project_finds_it_and_plays(self):
        with tempfile.TemporaryDirectory() as folder:
            prefix, build = Path(folder, "prefix"), Path(folder, "build")
            run("cmake", "--install", BUILD, "--prefix", prefix, "--component", "rules")
            run("cmake", "-S", ROOT / "tests/python/consumer", "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}")
            run("cmake", "--build", build)
            winner, *games = run(build / "consumer").splitlines()
            self.assertRegex(winner, "^winner [012]$")
            self.assertEqual(games, [*tefuda_rules.games()])
            self.assertFalse([path for path in prefix.rglob("*") if path.suffix == ".cpp" or path.name == "tefuda-server"])
