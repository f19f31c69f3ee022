"""The Python kit, installed as its users install it."""
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from kit import KITS, MATCH_TIMEOUT, PROGRAMS, KitTest, run, server_with


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

    def run_with_kit(self, program, url=None):
        done = subprocess.run([self.bot[0], "-c", program, url or self.socket], capture_output=True, text=True,
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

    def test_in_tt_page_one_a_pass_after_drawing_ends_the_turn_and_keeps_what_was_drawn(self):
        with server_with("--allow-fixed") as port:
            done = self.run_with_kit("""
import asyncio, sys
from tefuda import Bot, Client, random_action

class Passing(Bot):
    \"\"\"Chooses the privilege to pass if it can, and uses it after drawing only.\"\"\"
    def choose(self, update):
        legal, self.before = update["legal"], update["view"]
        drawn = self.before["table"]["drawn"]
        wanted = [one for one in legal if one.get("privilege") == "pass" or (one["type"] == "pass" and drawn)]
        return random_action(wanted or [one for one in legal if one["type"] != "pass"], self.random)

    def saw(self, update):
        view = update["view"]
        if update["events"][0] == {"type": "passed", "seat": view["seat"]}:
            before, table = self.before["table"], view["table"]
            print("drawn:", before["drawn"], "- used before, now:", before["pass_used"], table["pass_used"],
                  "- nothing is played or put back:", before["tables"] == table["tables"] and self.before["hands"] == view["hands"],
                  "- it goes on:", table["turn"] != view["seat"])

async def sit(url, room, seat):
    async with Client(url) as client:
        await (await client.join(room, Passing(seat), seat=seat)).done

async def play(url):
    async with Client(url) as client:
        fixed = {"server_seed": "07" * 32, "shuffles": []}
        room = await client.create("ttpageone", options={"games": 3}, fixed=fixed)
        await asyncio.gather(*(sit(url, room, seat) for seat in range(4)))

asyncio.run(play(sys.argv[1]))
""", f"ws://127.0.0.1:{port}/ws")
        self.assertEqual(set(done.stdout.splitlines()), {
            "drawn: True - used before, now: False True - nothing is played or put back: True - it goes on: True"})
