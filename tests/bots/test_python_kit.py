"""The Python kit, installed as its users install it."""
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from kit import KITS, MATCH_TIMEOUT, PROGRAMS, KitTest, run


class PythonKit(KitTest, unittest.TestCase):
    sample = "python/bot.py"
    mark_of_a_traceback = "Traceback"

    @classmethod
    def install(cls, folder):
        # A copy, because pip builds inside the source folder.
        shutil.copytree(KITS / "python", folder / "kit")
        run(sys.executable, "-m", "venv", "--system-site-packages", folder / "venv", folder=folder)
        run(folder / "venv/bin/pip", "install", "--no-index", "--no-build-isolation", "--no-deps", folder / "kit",
            folder=folder)
        shutil.copy(KITS / cls.sample, folder)
        return [str(folder / "venv/bin/python"), str(folder / "bot.py")]

    def program(self, name):
        return [self.bot[0], str(PROGRAMS / f"{name}.py")]

    def test_the_arena_is_installed(self):
        done = subprocess.run([Path(self.folder.name) / "venv/bin/tefuda-arena", "--help"], capture_output=True)
        self.assertEqual(done.returncode, 0)

    def run_with_kit(self, program):
        done = subprocess.run([self.bot[0], "-c", program, self.socket], capture_output=True, text=True,
                              timeout=MATCH_TIMEOUT, env=dict(os.environ, PYTHONPATH=str(Path(__file__).parent)))
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def test_create_needs_one_entry_in_bots_for_each_seat(self):
        self.run_with_kit("""
import asyncio, sys
from tefuda import Client, Refused
async def ask():
    async with Client(sys.argv[1]) as client:
        for bots, code in ((["easy"], "bad_options"), (["easy"] * 3, "bad_options"), (["expert", None], "bad_message")):
            try:
                await client.create("fortyone", bots=bots)
                raise AssertionError(bots)
            except Refused as refused:
                assert refused.code == code, refused
asyncio.run(ask())
""")

    def test_what_a_bot_raises_is_told_once(self):
        done = subprocess.run([self.bot[0], "-c", """
import sys
from tefuda import Bot, main
class Failing(Bot):
    def choose(self, update):
        raise KeyError("a fault of the bot")
main(Failing, [sys.argv[1], "--game", "fortyone", "--fill", "easy"])
""", self.socket], capture_output=True, text=True, timeout=MATCH_TIMEOUT)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr.count("a fault of the bot"), 1, done.stderr)

    def test_an_illegal_action_is_logged_and_the_match_continues(self):
        done = self.run_with_kit("""
import sys
from arena_players import Lawless
from tefuda import main
main(Lawless, [sys.argv[1], "--game", "fortyone", "--fill", "easy"])
""")
        self.assertIn("is illegal", done.stderr)
        self.assertEqual(len(done.stdout.splitlines()), 1)
