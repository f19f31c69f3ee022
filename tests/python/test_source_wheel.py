"""Tests the README's way to install: a wheel of the sources, built without the network, in an environment of its own."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import ROOT


def run(*command, **environment):
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env={**os.environ, "PYTHONPATH": "", **environment})
    assert done.returncode == 0, done.stdout
    return done.stdout


class SourceWheel(unittest.TestCase):
    def test_it_is_built_installed_and_does_what_the_readme_says(self):
        with tempfile.TemporaryDirectory() as folder:
            env = Path(folder, "env")
            # Its pip and its packages are Debian's, whatever python3 is in PATH.
            run("/usr/bin/python3", "-m", "venv", "--system-site-packages", env)
            run(env / "bin/pip", "wheel", "--no-index", "--no-build-isolation", "--no-deps", "-w", folder, "clients/rules-python")
            wheel, = Path(folder).glob("tefuda_rules-*.whl")
            run(env / "bin/pip", "install", "--no-index", "--no-deps", wheel)
            packages, = env.glob("lib/python3*/site-packages")
            run(env / "bin/python", "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/python/test_readme.py",
                TEFUDA_RULES_PACKAGE=str(packages))
