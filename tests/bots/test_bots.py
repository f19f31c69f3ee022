"""As many copies of bot.py as there are seats join a room over a real socket and finish a match of every game."""
import asyncio
import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import threading
import unittest
import urllib.request
from pathlib import Path

import websockets

ROOT = Path(__file__).resolve().parents[2]
BOT = ROOT / "clients/bots/python/bot.py"
VERIFY = ROOT / "clients/bots/python/verify.py"
SERVER = Path(os.environ.get("TEFUDA_SERVER", ROOT / "build/release/bin/tefuda-server"))
MATCH_TIMEOUT = 120  # seconds: for a match that would never end

MATCHES = [
    ("fortyone", 2, {}),
    ("selfish", 4, {"coming_out": True}),
    ("sugekari21", 4, {"exchange": "hearts", "games": 3, "jokers": True}),
    ("sugekari21", 2, {"two_player": "redeal"}),
    ("ttpageone", 4, {}),
    ("twentytwo", 4, {}),
    ("twentytwo", 4, {"variant": "26", "follow": "must"}),
]


class CuttingProxy:
    """Passes on what is sent to and fro, but cuts the first connection off in the middle of the match."""

    ENOUGH = 20_000  # bytes from the server

    def __init__(self, port):
        self.server = port
        self.connections = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):  # closed
            while True:
                client, _ = self.listener.accept()
                self.connections += 1
                limit = self.ENOUGH if self.connections == 1 else None
                server = socket.create_connection(("127.0.0.1", self.server))
                for source, target, most in ((client, server, None), (server, client, limit)):
                    threading.Thread(target=self.pass_on, args=(source, target, most), daemon=True).start()

    @staticmethod
    def pass_on(source, target, most):
        passed = 0
        with contextlib.suppress(OSError):
            while (data := source.recv(4096)) and (most is None or passed < most):
                target.sendall(data)
                passed += len(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def close(self):
        self.listener.close()


class BotTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # TEFUDA_… would configure the server.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TEFUDA_")}
        cls.server = subprocess.Popen([SERVER, "--port", "0", "--log-level", "off"], stdout=subprocess.PIPE,
                                      env=environment, text=True)
        cls.http = re.search(r"http://\S+/", cls.server.stdout.readline())[0]
        cls.socket = cls.http.replace("http", "ws", 1) + "ws"

    @classmethod
    def tearDownClass(cls):
        cls.server.terminate()
        cls.server.wait(MATCH_TIMEOUT)
        cls.server.stdout.close()

    def create(self, game, seats, options):
        async def ask():
            async with websockets.connect(self.socket) as client:
                await client.recv()  # welcome
                await client.send(json.dumps({"type": "create", "game": game, "seats": seats, "options": options}))
                return json.loads(await client.recv())["room"]

        return asyncio.run(ask())

    def play(self, game, seats, options):
        room = self.create(game, seats, options)
        bots = [subprocess.Popen([sys.executable, BOT, self.socket, room, "--name", f"bot {seat}"], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True) for seat in range(seats)]
        results = []
        for bot in bots:
            try:
                out, problem = bot.communicate(timeout=MATCH_TIMEOUT)
            except subprocess.TimeoutExpired:
                for other in bots:
                    other.kill()
                    other.communicate()
                self.fail(f"the match in room {room} does not end")
            results.append((bot.returncode, problem, out))
        for code, problem, out in results:
            self.assertEqual((code, problem), (0, ""))
        path = f"{self.http}api/rooms/{room}/matches/1"
        with urllib.request.urlopen(path) as answer:
            replay = json.load(answer)
        for _, _, out in results:
            self.assertEqual(json.loads(out), replay["result"])
        self.assertEqual(sorted(replay["names"]), [f"bot {seat}" for seat in range(seats)])
        verdict = subprocess.run([sys.executable, VERIFY, path], capture_output=True, text=True)
        self.assertEqual(verdict.returncode, 0, verdict.stdout + verdict.stderr)
        self.assertIn("RIGHT", verdict.stdout)

    def test_a_lost_connection_is_taken_up_again(self):
        cut = CuttingProxy(int(self.http.rsplit(":", 1)[1].strip("/")))
        room = self.create("sugekari21", 2, {})
        addresses = [f"ws://127.0.0.1:{cut.port}/ws", self.socket]
        bots = [subprocess.Popen([sys.executable, BOT, address, room], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True) for address in addresses]
        results = [bot.communicate(timeout=MATCH_TIMEOUT) for bot in bots]
        cut.close()
        self.assertEqual([bot.returncode for bot in bots], [0, 0], results)
        self.assertEqual(results[0][0], results[1][0])
        self.assertGreaterEqual(cut.connections, 2)

    def test_no_more_than_25_lines(self):
        self.assertLessEqual(len(BOT.read_text(encoding="utf-8").splitlines()), 25)

    def test_refusal_is_told(self):
        bot = subprocess.run([sys.executable, BOT, self.socket, "NOROOM"], capture_output=True, text=True,
                             timeout=MATCH_TIMEOUT)
        self.assertEqual(bot.returncode, 1)
        self.assertIn("room", bot.stderr)


def add_match(game, seats, options):
    words = "_".join(f"{name}_{value}" for name, value in options.items())
    name = "_".join(filter(None, ["test", game, str(seats), words]))
    setattr(BotTest, name, lambda self: self.play(game, seats, options))


for case in MATCHES:
    add_match(*case)
