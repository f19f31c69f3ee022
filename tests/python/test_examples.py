"""The example of a bot that searches plays as it stands, in a room whose options are not the default."""
import csv
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import OTHER_TABLES, ROOT, SERVER

EXAMPLES = ROOT / "clients/rules-python/examples"


@unittest.skipIf(OTHER_TABLES, "the examples are of the real games")
class Examples(unittest.TestCase):
    def test_a_bot_searches_in_a_room_with_options(self):
        with tempfile.TemporaryDirectory() as folder:
            lines = Path(folder, "matches.csv")
            for game, options in (("twentytwo", '{"variant":"26"}'), ("sugekari21", '{"exchange":"hearts"}')):
                with self.subTest(game):
                    arena = subprocess.run(
                        [sys.executable, "-m", "tefuda.arena", "playouts:Playouts", "easy", "--game", game, "--seats", "2",
                         "--options", options, "--matches", "2", "--server", SERVER, "--csv", lines], cwd=EXAMPLES,
                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                        env={**os.environ, "PYTHONPATH": f"{ROOT / 'clients/bots/python'}:{os.environ.get('PYTHONPATH', '')}"})
                    self.assertEqual(arena.returncode, 0, arena.stdout)
                    with lines.open(encoding="utf-8") as file:
                        self.assertEqual([int(row["illegal"]) for row in csv.DictReader(file)], [0] * 4)
