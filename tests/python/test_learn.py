"""Tests of the example that learns: in small, with a fixed seed."""
import csv
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy
from support import ROOT, SERVER

EXAMPLES = ROOT / "clients/rules-python/examples"
sys.path.insert(0, str(EXAMPLES))

import learn  # noqa: E402


class Learning(unittest.TestCase):
    def test_it_is_repeatable(self):
        one, same, other = (learn.learn(2, seed, matches=64) for seed in (1, 1, 2))
        for part, same_part in zip(one.parts, same.parts):
            numpy.testing.assert_array_equal(part, same_part)
        self.assertFalse(numpy.array_equal(one.parts[0], other.parts[0]))

    def test_it_beats_the_rules_of_thumb_in_the_arena(self):
        with tempfile.TemporaryDirectory() as folder:
            weights, lines = Path(folder, "fortyone.npz"), Path(folder, "matches.csv")
            learn.save(learn.learn(60, 1), weights)
            arena = subprocess.run(
                [sys.executable, "-m", "tefuda.arena", "learn:Learned", "normal", "--game", "fortyone", "--matches",
                 "400", "--server", SERVER, "--csv", lines], cwd=EXAMPLES, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True,
                env={**os.environ, "LEARNED": str(weights), "PYTHONPATH": f"{ROOT / 'clients/bots/python'}:"
                     f"{os.environ.get('PYTHONPATH', '')}"})
            self.assertEqual(arena.returncode, 0, arena.stdout)
            with lines.open(encoding="utf-8") as file:
                rows = [*csv.DictReader(file)]
        wins = sum(int(row["winner"]) for row in rows if row["player"] == "learn:Learned")
        losses = sum(int(row["winner"]) for row in rows if row["player"] == "normal")
        self.assertGreater(wins, losses)
