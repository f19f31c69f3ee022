"""A bot that lives in the lobby of a real server. The other player is a bot of the kit, too, which acts when the test lets it."""
import asyncio
import contextlib
import json
import os
import signal
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KIT = ROOT / "clients/bots/python"
sys.path.insert(0, str(KIT))

from tefuda import Bot, Client, random_action  # noqa: E402
from tefuda.arena.local_server import find_server, local_server  # noqa: E402
from tefuda.lobby import is_waiting  # noqa: E402

TIMEOUT = 60

PROGRAM = """
import sys, tefuda.lobby
tefuda.lobby.LOOK = 0.05
from arena_players import Chance
from tefuda import main
main(Chance, sys.argv[1:])
"""


class Host(Bot):
    def __init__(self):
        super().__init__(seed=1)
        self.may_act = asyncio.Event()
        self.asked = asyncio.Event()

    async def choose(self, update):
        self.asked.set()
        await self.may_act.wait()
        return random_action(update["legal"], self.random)


class InTheLobby(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.stack = contextlib.ExitStack()
        self.addCleanup(self.stack.close)
        self.url = self.stack.enter_context(local_server(os.environ.get("TEFUDA_SERVER") or find_server(), []))
        self.file = Path(self.stack.enter_context(tempfile.TemporaryDirectory())) / "seats"

    async def start(self, *flags):
        environment = dict(os.environ, PYTHONPATH=os.pathsep.join([str(KIT), str(Path(__file__).parent)]))
        bot = await asyncio.create_subprocess_exec(
            sys.executable, "-c", PROGRAM, self.url, "--lobby", "--game", "fortyone", "--name", "Robo", "--verbose", *flags,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, env=environment)
        self.addAsyncCleanup(self.end, bot)
        return bot

    async def end(self, bot):
        if bot.returncode is None:
            bot.kill()
        await bot.communicate()

    async def host(self, client):
        bot = Host()
        room = await client.create("fortyone", public=True)
        return bot, await client.join(room, bot, "Aki", matches=99)

    async def until(self, true):
        async def poll():
            while not true():
                await asyncio.sleep(0.02)

        await asyncio.wait_for(poll(), TIMEOUT)

    def kept(self):
        return [*json.loads(self.file.read_text())] if self.file.exists() else []

    async def read(self, stream):
        return (await asyncio.wait_for(stream.readline(), TIMEOUT)).decode()

    async def test_it_plays_its_matches_in_each_room_that_waits_and_leaves(self):
        async with Client(self.url) as client:
            await client.create("fortyone")  # which is not public, and empty
            bot = await self.start("--matches", "2", "--rooms", "1")
            for _ in range(2):
                host, place = await self.host(client)
                host.may_act.set()
                for match in (1, 2):
                    line = json.loads(await self.read(bot.stdout))
                    self.assertEqual((line["room"], line["match"], line["game"], line["names"][line["seat"]]),
                                     (place.room, match, "fortyone", "Robo"))
                await self.until(lambda: place.info["seats"][1]["kind"] == "empty")
            bot.send_signal(signal.SIGTERM)
            self.assertEqual(await asyncio.wait_for(bot.wait(), TIMEOUT), 0)

    async def test_it_leaves_a_room_in_which_no_match_begins(self):
        async with Client(self.url) as client:
            room = await client.create("selfish", seats=3, public=True)
            place = await client.join(room, Host(), "Aki")
            bot = await self.start("--game", "selfish", "--wait", "0.1")
            await self.until(lambda: place.info["seats"][1]["kind"] == "human")
            await self.until(lambda: place.info["seats"][1]["kind"] == "empty")
            while "no match has begun" not in (said := await self.read(bot.stderr)):
                self.assertNotEqual(said, "")

    async def test_it_goes_on_in_its_match_after_it_was_stopped_or_killed(self):
        async with Client(self.url) as client:
            for number in (signal.SIGTERM, signal.SIGKILL):
                with self.subTest(number):
                    host, place = await self.host(client)
                    bot = await self.start("--seats-file", str(self.file))
                    await asyncio.wait_for(host.asked.wait(), TIMEOUT)
                    await self.until(lambda: self.kept() == [place.room])
                    self.assertEqual(self.file.stat().st_mode & 0o777, 0o600)
                    bot.send_signal(number)
                    await asyncio.wait_for(bot.wait(), TIMEOUT)
                    await self.until(lambda: not place.info["seats"][1]["connected"])
                    bot = await self.start("--seats-file", str(self.file))
                    await self.until(lambda: place.info["seats"][1]["connected"])
                    host.may_act.set()
                    self.assertEqual(json.loads(await self.read(bot.stdout))["room"], place.room)
                    await self.until(lambda: place.info["seats"][1]["kind"] == "empty")
                    await self.until(lambda: self.kept() == [])
                    bot.send_signal(signal.SIGTERM)
                    self.assertEqual(await asyncio.wait_for(bot.wait(), TIMEOUT), 0)


class Rooms(unittest.TestCase):
    def test_only_a_room_in_which_somebody_waits_is_entered(self):
        somebody, nobody = {"kind": "human", "connected": True}, {"kind": "empty", "connected": False}
        for status, seats, enters in (("waiting", [somebody, nobody], True), ("playing", [somebody, nobody], False),
                                      ("waiting", [somebody, somebody], False), ("waiting", [nobody, nobody], False),
                                      ("waiting", [{"kind": "human", "connected": False}, nobody], False),
                                      ("waiting", [{"kind": "human"}, nobody], False), ("waiting", [{"kind": "bot", "connected": True}, nobody], False)):
            self.assertEqual(is_waiting({"status": status, "seats": seats}), enters, (status, seats))
