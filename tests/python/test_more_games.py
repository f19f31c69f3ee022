"""Tests that a new game needs no code in the package: a module with two games more passes the tests of every game. One has cards
that are played face down and may be doubted; the other has dice, of which any may be kept, and no cards."""
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
    def test_they_need_no_code_in_the_package(self):
        with tempfile.TemporaryDirectory() as folder:
            package = Path(folder, "tefuda_rules")
            shutil.copytree(ROOT / "clients/rules-python/tefuda_rules", package)
            module, = (BUILD / "rules_python_example/tefuda_rules").glob("_core*")
            shutil.copy(module, package)
            done = subprocess.run(
                [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS], cwd=Path(__file__).parent,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                env={**os.environ, "TEFUDA_RULES_PACKAGE": folder, "TEFUDA_TABLES": json.dumps(TABLES)})
            self.assertEqual(done.returncode, 0, done.stdout)
