"""Tests that a new game needs no code in the package: a module with more games passes the tests of every game. One has cards
that are played face down and may be doubted; another has dice, of which any may be kept, and no cards; of a third the policy cheats."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import BUILD, ROOT

TABLES = [["doubt", 3, {}], ["doubt", 5, {}], ["dice", 2, {}], ["dice", 13, {}]]
TESTS = ["test_batch.py::Batches::test_a_match_is_that_of_an_env_with_its_seed",
         "test_batch.py::Batches::test_features_and_mask_are_what_the_update_of_the_deciding_seat_holds",
         "test_batch.py::Batches::test_matches_end_and_new_ones_follow",
         "test_batch.py::Descriptions::test_every_column_and_number_has_a_meaning",
         "test_env.py::Matches::test_every_game_plays_to_its_end_by_its_templates",
         "test_env.py::Copies::test_a_copy_goes_on_by_itself_with_the_same_chance",
         "test_env.py::Secrecy", "test_copies.py::Pickles", "test_pettingzoo.py::Adapter::test_every_game_plays_to_its_end"]


class MoreGames(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        package = Path(folder.name, "tefuda_rules")
        shutil.copytree(ROOT / "clients/rules-python/tefuda_rules", package)
        module, = (BUILD / "rules_python_example/tefuda_rules").glob("_core*")
        shutil.copy(module, package)
        self.environment = {**os.environ, "PYTHONPATH": folder.name, "TEFUDA_RULES_PACKAGE": folder.name, "TEFUDA_TABLES": json.dumps(TABLES)}

    def run_python(self, *words):
        done = subprocess.run([sys.executable, "-B", *words], cwd=Path(__file__).parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, env=self.environment)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_they_need_no_code_in_the_package(self):
        self.run_python("-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS)

    def test_an_opponent_in_a_batch_can_not_look_at_what_its_seat_does_not_know(self):
        """The policy of this game calls a covered coin right if it is given the match as it is."""
        share = float(self.run_python("-c", """
import numpy
from tefuda_rules import Batch
batch, rng = Batch("guess", 100, seed=1, opponents={1: "normal"}), numpy.random.default_rng(1)
while batch.ends < 4000:
    batch.step(numpy.argmax(batch.mask * rng.random(batch.mask.shape), axis=1))
print(batch.wins[1] / batch.ends)
"""))
        self.assertTrue(0.47 < share < 0.53, share)
