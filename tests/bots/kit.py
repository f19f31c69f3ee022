"""What every kit does: it is installed, and plays every game on a real server, one copy of its sample bot for each seat."""
import asyncio
import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import websockets

ROOT = Path(__file__).resolve().parents[2]
KITS = ROOT / "clients/bots"
GAMES = [line.split()[0] for line in (ROOT / "rules/games.txt").read_text().splitlines() if line and not line.startswith("#")]
PROGRAMS = Path(__file__).parent / "programs"
sys.path.insert(0, str(KITS / "python"))

from proxies import CuttingProxy, MovingProxy  # noqa: E402
from sites import EVIL, EvilServer, HastyServer, HollowServer, Stranger, answering  # noqa: E402
from arena_players import Chance  # noqa: E402
from tefuda import Client  # noqa: E402
from tefuda.client import connect_as  # noqa: E402
from tefuda.templates import random_action  # noqa: E402

VERIFY = ROOT / "clients/bots/python/verify.py"
SERVER = Path(os.environ.get("TEFUDA_SERVER", ROOT / "build/release/bin/tefuda-server"))
MATCH_TIMEOUT = 120  # seconds; catches a match that does not end

MATCHES = [
    ("fortyone", 2, {}),
    ("selfish", 4, {"coming_out": True}),
    ("sugekari21", 4, {"exchange": "hearts", "games": 3, "jokers": True}),
    ("sugekari21", 2, {"two_player": "redeal"}),
    ("sugekari21", 2, {"exchange": "hearts", "games": 3}),
    ("ttpageone", 4, {}),
    ("twentytwo", 4, {}),
    ("twentytwo", 4, {"reading": "letter"}),
    ("twentytwo", 4, {"variant": "26", "follow": "must"}),
]


@contextlib.contextmanager
def server_with(*flags):
    """Runs a server with these flags for the duration of the context; yields its port."""
    port = [] if "--port" in flags else ["--port", "0"]
    server = subprocess.Popen([SERVER, *port, "--log-level", "off", *flags], stdout=subprocess.PIPE, text=True)
    try:
        yield re.search(r":(\d+)/", server.stdout.readline())[1]
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


class KitTest:
    """The tests for every kit. A subclass has `sample` (the path of the sample bot), `install` (installs the kit and returns
    the command that starts the sample bot) and `program` (the command for a program of the folder programs)."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.bot = cls.install(Path(cls.folder.name))
        # The server would read TEFUDA_… variables as configuration.
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

    def state_of(self, room):
        with urllib.request.urlopen(f"{self.http}api/rooms/{room}") as answer:
            return json.load(answer)

    def play(self, game, seats, options):
        room = self.create(game, seats, options)
        bots = [subprocess.Popen([*self.bot, self.socket, room, "--name", f"bot {seat}"], stdout=subprocess.PIPE,
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
        lines = [json.loads(out) for _, _, out in results]
        for line in lines:
            self.assertEqual(line, {**self.place(room, line.get("seat")), **replay["result"]})
        self.assertEqual(sorted(line.get("seat", seat) for seat, line in enumerate(lines)), list(range(seats)))
        self.assertEqual(sorted(replay["names"]), [f"bot {seat}" for seat in range(seats)])
        verdict = subprocess.run([sys.executable, VERIFY, path], capture_output=True, text=True)
        self.assertEqual(verdict.returncode, 0, verdict.stdout + verdict.stderr)
        self.assertIn("RIGHT", verdict.stdout)

    def test_it_prints_each_result_when_the_match_is_over_also_at_the_address_of_a_browser(self):
        bot = subprocess.Popen([*self.bot, self.http, "--game", "selfish", "--seats", "2", "--fill", "easy", "--matches", "1000000"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            self.assertIn("winners", json.loads(bot.stdout.readline()))
        finally:
            bot.kill()
            bot.communicate()

    def test_it_says_what_is_no_address(self):
        done = subprocess.run([*self.bot, "localhost", "ABCD2345"], capture_output=True, text=True, timeout=MATCH_TIMEOUT)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr, "localhost is no address of a server: ws://HOST:PORT/ws\n")

    def test_it_says_how_it_is_used(self):
        done = subprocess.run([*self.bot, "--help"], capture_output=True, text=True, timeout=MATCH_TIMEOUT)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("ws://HOST:PORT/ws", done.stdout)

    def place(self, room, seat):
        """What the line of a result says beside the result, in match 1."""
        return {"room": room, "match": 1, "seat": seat}

    def assert_same_match(self, *results):
        one, other = ({**json.loads(out), "seat": None} for out, _ in results)
        self.assertEqual(one, other)

    def test_it_resumes_after_a_lost_connection(self):
        cut = CuttingProxy(int(self.http.rsplit(":", 1)[1].strip("/")))
        room = self.create("sugekari21", 2, {})
        addresses = [f"ws://127.0.0.1:{cut.port}/ws", self.socket]
        bots = [subprocess.Popen([*self.bot, address, room], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True) for address in addresses]
        results = [bot.communicate(timeout=MATCH_TIMEOUT) for bot in bots]
        cut.close()
        self.assertEqual([bot.returncode for bot in bots], [0, 0], results)
        self.assert_same_match(*results)
        self.assertGreaterEqual(cut.connections, 2)

    def test_it_plays_after_it_has_lost_its_connection_in_a_waiting_room(self):
        cut = CuttingProxy(int(self.http.rsplit(":", 1)[1].strip("/")), enough=None)
        room = self.create("fortyone", 2, {})
        first = subprocess.Popen([*self.bot, f"ws://127.0.0.1:{cut.port}/ws", room, "--name", "first"],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        # The reply: a join that is lost before it ends the bot.
        while b'"joined"' not in cut.passed:
            self.assertIsNone(first.poll())
            time.sleep(0.01)
        cut.cut()
        while cut.connections < 2:
            self.assertIsNone(first.poll())
        second = subprocess.Popen([*self.bot, self.socket, room], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        results = [bot.communicate(timeout=MATCH_TIMEOUT) for bot in (first, second)]
        cut.close()
        self.assertEqual([bot.returncode for bot in (first, second)], [0, 0], results)
        self.assert_same_match(*results)

    def test_1000_rooms_on_one_connection_play_to_the_end_and_never_too_fast_for_the_server(self):
        with server_with("--message-rate", "500") as port:
            done = subprocess.run([*self.program("many_rooms"), f"ws://127.0.0.1:{port}/ws", "1000"], capture_output=True,
                                  text=True, timeout=MATCH_TIMEOUT)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
                metrics = dict(line.rsplit(" ", 1) for line in answer.read().decode().splitlines() if line[0] != "#")
        self.assertEqual(float(metrics['tefuda_errors_total{code="rate_limited"}']), 0)
        messages = float(metrics["tefuda_messages_received_total"])
        self.assertGreater(messages, 3000)

    def test_a_bot_that_fails_ends_its_seat_with_a_traceback_and_an_exit_code(self):
        for where in ("choose", "saw", "ended"):
            with self.subTest(where):
                done = subprocess.run([*self.program("failing"), self.socket, where], capture_output=True, text=True,
                                      timeout=MATCH_TIMEOUT)
                self.assertEqual(done.returncode, 1)
                self.assertEqual(len(json.loads(done.stdout)), 1, "the other seat plays on")
                self.assertIn("a fault of the bot", done.stderr)
                self.assertIn(self.mark_of_a_traceback, done.stderr)

    def test_it_says_what_a_built_in_bot_did_in_its_place_and_that_a_server_is_about_to_stop(self):
        with HastyServer() as server:
            done = self.call(server.url, "--game", "fortyone")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(json.loads(done.stdout), {"room": "AAAA2222", "match": 1, "seat": 0, **server.RESULT, "late": 1})
        self.assertRegex(done.stderr, "create: .*about to stop.*rying again")
        self.assertIn("seat 0: the time was over", done.stderr)

    def test_it_waits_for_a_match_or_a_rematch_no_longer_than_it_is_told_to(self):
        room = self.create("fortyone", 2, {})
        alone = self.call(self.socket, room, "--wait", "0.1")
        self.assertEqual((alone.returncode, alone.stdout), (1, ""))
        self.assertEqual(alone.stderr, f"no match has begun in room {room} for 0.1 s\n")
        # Its seat is free again: two others find place, and one of them waits for a rematch.
        def start(*words):
            return subprocess.Popen([*self.bot, self.socket, room, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

        first = start()
        while self.state_of(room)["seats"][0]["kind"] == "empty":
            self.assertIsNone(first.poll())
            time.sleep(0.05)
        bots = [first, start("--matches", "2", "--wait", "0.1")]
        results = [bot.communicate(timeout=MATCH_TIMEOUT) for bot in bots]
        self.assertEqual([bot.returncode for bot in bots], [0, 1], results)
        self.assert_same_match(*results)
        self.assertIn("no match has begun", results[1][1])

    def test_who_takes_a_seat_after_a_match_plays_the_next_one(self):
        async def play_and_leave():
            async with Client(self.socket) as client:
                seat = await client.join(room, Chance())
                await seat.done
                await client.leave(room)

        room = self.create("fortyone", 2, {})
        first, second = [*self.bot, self.socket, room, "--matches", "2"], [*self.bot, self.socket, room]
        staying = subprocess.Popen(first, stdout=subprocess.PIPE, text=True)
        try:
            asyncio.run(play_and_leave())
            coming = subprocess.run(second, capture_output=True, text=True, timeout=MATCH_TIMEOUT)
            self.assertEqual([json.loads(line)["match"] for line in coming.stdout.splitlines()], [2], coming.stderr)
            out, _ = staying.communicate(timeout=MATCH_TIMEOUT)
        finally:
            staying.kill()
            staying.stdout.close()
            staying.wait()
        self.assertEqual([json.loads(line)["match"] for line in out.splitlines()], [1, 2])

    def test_it_waits_for_a_server_that_is_not_there_yet(self):
        with socket.socket() as place:
            place.bind(("127.0.0.1", 0))
            port = place.getsockname()[1]
        address = f"ws://127.0.0.1:{port}/ws"
        none = self.call(address, "--game", "fortyone", "--patience", "0")
        self.assertEqual((none.returncode, none.stdout), (1, ""))
        self.assertRegex(none.stderr, r"\A[^\n]{10,}\n\Z")
        bot = subprocess.Popen([*self.bot, address, "--game", "fortyone", "--fill", "easy"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True)
        self.assertIn("trying again for 300 s", bot.stderr.readline())
        with server_with("--port", str(port)):
            out, problem = bot.communicate(timeout=MATCH_TIMEOUT)
        self.assertEqual((bot.returncode, problem.splitlines()[0]), (0, "connected"))
        self.assertEqual(len(out.splitlines()), 1)

    def test_it_makes_the_room_that_it_is_told_to(self):
        bot = subprocess.Popen([*self.bot, self.socket, "--game", "fortyone", "--public", "--hints", "--clock", "20+1.5"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            room = bot.stderr.readline().split()[1]
            while self.state_of(room)["seats"][0]["kind"] == "empty":
                self.assertIsNone(bot.poll())
                time.sleep(0.05)
            made = next(each for each in asyncio.run(self.public_rooms()) if each["room"] == room)
        finally:
            bot.kill()
            bot.communicate()
        self.assertEqual((made["hints"], made["clock"]), (True, {"decision": 20, "bank": 1.5}))

    async def public_rooms(self):
        async with websockets.connect(self.socket) as client:
            await client.recv()  # welcome
            await client.send('{"type":"list"}')
            return json.loads(await client.recv())["rooms"]

    def test_it_plays_with_events_alone(self):
        for game in GAMES:
            with self.subTest(game):
                done = subprocess.run([*self.bot, self.socket, "--game", game, "--fill", "easy", "--updates", "events",
                                       "--matches", "2"], capture_output=True, text=True, timeout=MATCH_TIMEOUT)
                self.assertEqual((done.returncode, len(done.stdout.splitlines())), (0, 2), done.stderr)

    def test_one_connection_plays_in_two_rooms(self):
        done = subprocess.run([*self.program("two_rooms"), self.socket], capture_output=True, text=True, timeout=MATCH_TIMEOUT)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        rooms = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([[result["reason"] == "chips" for result in results] for results in rooms], [[True] * 2, [False] * 2])

    def test_a_bot_knows_its_seat_the_options_and_the_names_from_its_first_update_on(self):
        done = subprocess.run([*self.program("seated"), self.socket], capture_output=True, text=True, timeout=MATCH_TIMEOUT)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        rooms = json.loads(done.stdout)
        self.assertEqual(rooms, [
            {"game": "fortyone", "options": {}, "seat": 1, "name": "Knows", "right": True},
            {"game": "twentytwo", "options": rooms[1]["options"], "seat": 0, "name": "Knows", "right": True}])
        self.assertEqual(rooms[1]["options"]["variant"], "26")

    def test_it_sits_down_after_a_match_and_asks_again_where_the_host_changes_the_game(self):
        room = self.create("fortyone", 2, {})

        async def host():
            async with websockets.connect(self.socket) as client:
                async def say(**message):
                    await client.send(json.dumps({"room": room, **message}))

                async def hear(kind):
                    """The next message of this kind. Whenever the game waits for the host, it does what it may."""
                    while True:
                        message = json.loads(await asyncio.wait_for(client.recv(), MATCH_TIMEOUT))
                        if message.get("must"):
                            await say(type="act", decision=message["decision"], action=random_action(message["legal"]))
                        if message["type"] == kind or kind == "over" and message.get("over"):
                            return message

                await say(type="join", name="host", extras=True)
                await hear("joined")
                await say(type="fill")
                await hear("over")
                await say(type="kick", seat=1)
                bot = await asyncio.create_subprocess_exec(*self.bot, self.socket, room, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                try:
                    await hear("rematch_asked")
                    await say(type="change", game="selfish")
                    await hear("rematch_asked")
                    await say(type="rematch", game="selfish")
                    await hear("over")
                    out, problem = await asyncio.wait_for(bot.communicate(), MATCH_TIMEOUT)
                finally:
                    if bot.returncode is None:
                        bot.kill()
                self.assertEqual((bot.returncode, problem.decode(), len(out.splitlines())), (0, "", 1))

        asyncio.run(host())
        with urllib.request.urlopen(f"{self.http}api/rooms/{room}/matches/2") as answer:
            self.assertEqual(json.load(answer)["game"], "selfish")

    def test_it_follows_its_rooms_from_server_to_server(self):
        with MovingProxy(self.socket, elsewhere=1) as proxy:
            done = subprocess.run([*self.program("two_rooms"), proxy.url], capture_output=True, text=True, timeout=MATCH_TIMEOUT)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual([len(json.loads(line)) for line in done.stdout.splitlines()], [2, 2])
            for room in proxy.rooms:
                self.assertEqual(proxy.opened.count(f"/ws?room={room}"), 2, proxy.opened)
            self.assertEqual(len(proxy.rooms), 2)

    def test_the_sample_bot_uses_the_connection_for_its_room(self):
        with MovingProxy(self.socket) as proxy:
            done = subprocess.run([*self.bot, proxy.url, "--game", "fortyone", "--fill", "easy"], capture_output=True,
                                  text=True, timeout=MATCH_TIMEOUT)
            self.assertEqual((done.returncode, len(done.stdout.splitlines())), (0, 1), done.stderr)
            room, = proxy.rooms
            self.assertEqual(proxy.opened, ["/ws", *[f"/ws?room={room}"] * 2])
            # At once, so that one without a room is not taken for one that nobody wants (`--join-timeout`).
            self.assertEqual(proxy.said, ["ping"] * 3)

    def test_it_plays_over_tls(self):
        certificate, key = (Path(self.folder.name) / name for name in ("certificate.pem", "key.pem"))
        run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-out", certificate, "-keyout", key, folder=".")
        trusting = {"SSL_CERT_FILE": str(certificate), "NODE_EXTRA_CA_CERTS": str(certificate)}
        with server_with("--tls-cert", certificate, "--tls-key", key) as port:
            for host, trust, good in (("localhost", trusting, True), ("localhost", {}, False), ("127.0.0.1", trusting, False)):
                done = subprocess.run([*self.bot, f"wss://{host}:{port}/ws", "--game", "fortyone", "--fill", "easy"],
                                      capture_output=True, text=True, timeout=MATCH_TIMEOUT, env={**os.environ, **trust})
                self.assertEqual(done.returncode == 0, good, (host, trust, done.stderr))
                self.assertNotIn("Traceback", done.stderr)

    def call(self, *words, secret=None):
        environment = {name: value for name, value in os.environ.items() if name != "TEFUDA_SECRET"}
        return subprocess.run([*self.bot, *words], capture_output=True, text=True, timeout=MATCH_TIMEOUT,
                              env={**environment, **({"TEFUDA_SECRET": secret} if secret else {})})

    def test_it_registers_and_is_this_player_with_the_secret_of_the_environment_or_of_a_file(self):
        for address in (self.http, self.socket):
            made = self.call(address, "--register", "Robo")
            self.assertEqual((made.returncode, made.stderr), (0, ""))
            self.assertRegex(made.stdout, r"\A\S{22,}\n\Z")
        secret = made.stdout.strip()
        asking = urllib.request.Request(f"{self.http}api/me", headers={"Authorization": f"Bearer {secret}"})
        with urllib.request.urlopen(asking) as answer:
            player = json.load(answer)
        self.assertEqual((player["name"], player["kind"]), ("Robo", "bot"))
        file = Path(self.folder.name) / "secret"
        file.write_text(f"{secret}\n")
        wrong = "f" * len(secret)
        for flags, variable in (([], secret), (["--secret-file", str(file)], None), (["--secret-file", str(file)], wrong)):
            with self.subTest(flags=flags, variable=variable is not None):
                done = self.call(self.socket, "--game", "fortyone", "--fill", "easy", secret=variable, *flags)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertNotIn(secret, done.stdout + done.stderr)
                room = re.search(r"room (\w+)", done.stderr)[1]
                with urllib.request.urlopen(f"{self.http}api/rooms/{room}/matches/1") as answer:
                    self.assertEqual(json.load(answer)["players"], [{"id": player["id"], "kind": "bot"}, None])
                with urllib.request.urlopen(f"{self.http}api/players/{player['id']}/results") as answer:
                    seats = json.load(answer)["results"][0]["seats"]
                self.assertEqual([(seat["player"], seat["kind"], seat.get("level")) for seat in seats],
                                 [(player["id"], "bot", None), (None, "bot", "easy")])

    def test_it_moves_changes_the_room_reports_blocks_and_learns_that_the_operator_has_closed_its_room(self):
        def post(url):
            request = urllib.request.Request(f"{url}api/me", b'{"secret":true}', {"Content-Type": "application/json"})
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)

        async def code_of_join(url, secret, room):
            async with connect_as(secret, url) as client:
                await client.recv()  # welcome
                await client.send(json.dumps({"type": "join", "room": room, "name": "Blocked"}))
                return json.loads(await client.recv()).get("code")

        async def create(url):
            async with websockets.connect(url) as client:
                await client.recv()  # welcome
                await client.send(json.dumps({"type": "create", "game": "fortyone"}))
                return json.loads(await client.recv())["room"]

        admin_socket = Path(self.folder.name) / "admin.sock"

        def admin(*words):
            done = subprocess.run([SERVER, "admin", *words, "--json", "--admin-socket", admin_socket], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            return json.loads(done.stdout)

        with server_with("--admin-socket", str(admin_socket)) as port:
            url = f"http://127.0.0.1:{port}/"
            socket = f"ws://127.0.0.1:{port}/ws"
            own, other = post(url), post(url)
            room = asyncio.run(create(socket))
            program = subprocess.Popen([*self.program("moderated"), socket, own["secret"], room, other["id"]],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            try:
                self.assertEqual(program.stdout.readline(), "reported\n")
                with urllib.request.urlopen(f"{url}api/rooms/{room}") as answer:
                    summary = json.load(answer)
                self.assertEqual([seat["kind"] for seat in summary["seats"]], ["empty", "human"])
                self.assertTrue(summary["hints"])
                self.assertEqual([(row["room"], row["call"]) for row in admin("reports")["rows"]], [(room, "https://talk.example/bots")])
                self.assertEqual(asyncio.run(code_of_join(socket, other["secret"], room)), "blocked")
                admin("close", room, "--because", "Enough.")
                out, problem = program.communicate(timeout=MATCH_TIMEOUT)
                self.assertEqual((program.returncode, out, problem), (0, "closed\n", ""))
            finally:
                if program.poll() is None:
                    program.kill()
                program.communicate()

    def test_a_wrong_secret_or_a_bad_name_ends_it_at_once_with_words(self):
        for words, secret in (([self.socket, "--game", "fortyone", "--fill", "easy"], "wrong"),
                              ([self.socket, "ABCD2345"], "wrong"),
                              ([self.socket, "--game", "fortyone", "--secret-file", "/no/such/file"], None),
                              ([self.socket, "--register", " "], None)):
            done = self.call(*words, secret=secret)
            self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
            self.assertRegex(done.stderr, r"\A[^\n]{10,}\n\Z")
            self.assertNotRegex(done.stderr, "Traceback|    at |/usr/include")

    def assert_plain(self, text):
        self.assertTrue(all(character.isprintable() for character in text.replace("\n", "")), repr(text))
        self.assertNotRegex(text, r"(?m)^RIGHT")

    def test_no_text_of_a_server_reaches_the_terminal_as_it_is(self):
        with EvilServer() as server:
            played = self.call(server.url, "--game", "fortyone")
            self.assertEqual(played.returncode, 0, played.stderr)
            self.assertEqual(json.loads(played.stdout), {**self.place("A" + EVIL, 0), **server.RESULT, "illegal": 1})
            self.assertIn("is illegal", played.stderr)
            refused = [self.call(server.url, *words) for words in (["refused"], ["--game", "refused"])]
        http = b"HTTP/1.1 %b\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b"
        message = json.dumps({"message": EVIL}, ensure_ascii=False).encode()
        for body, status in ((message, b"400 Bad"), (message, b"200 OK"), (b"\x1b[8m\r\nRIGHT", b"400 Bad"), (b"\x1b[8m\r\nRIGHT", b"200 OK")):
            with answering(http % (status, len(body), body)) as url:
                refused.append(self.call(url, "--register", "Robo"))
        with answering(http % (b"403 so it is\x1b[8m\x9b2J", 0, b"")) as url:
            refused.append(self.call(url, "ABCD2345", "--patience", "0"))
        for done in refused:
            with self.subTest(done.stderr):
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertRegex(done.stderr, r"\A[^\n]{10,}\n\Z")
                self.assertNotIn("Traceback", done.stderr)
        body = json.dumps({"secret": EVIL}, ensure_ascii=False).encode()
        with answering(http % (b"200 OK", len(body), body)) as url:
            registered = self.call(url, "--register", "Robo")
        for done in (played, registered, *refused):
            self.assert_plain(done.stdout + done.stderr)

    def test_what_is_no_such_server_is_asked_once(self):
        for answer in (b"SSH-2.0-OpenSSH_9.2\r\n", b"\x1b[8mHTTP\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"):
            with self.subTest(answer), answering(answer) as url:
                done = self.call(url, "ABCD2345")
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertRegex(done.stderr, r"\A[^\n]{10,}\n\Z")
                self.assertNotIn("trying again", done.stderr)
                self.assert_plain(done.stderr)

    def test_it_names_what_is_missing_in_a_message(self):
        fields = [("created", "type"), ("created", "room"), ("error", "code"), ("error", "message"), ("joined", "seat"), ("joined", "token"),
                  ("room", "match"), ("room", "status"), ("update", "seq"), ("update", "events"), ("update", "must"), ("update", "decision")]
        for kind, name in fields:
            with self.subTest(kind=kind, field=name), HollowServer(kind, name) as server:
                self.assert_unreadable(server.url, f"The server sends a message without {name}: {{")
        with HollowServer("update", "seq", seq="1") as server:
            self.assert_unreadable(server.url, 'The server sends a message in which seq is of another type: "1"')

    def test_it_names_what_is_no_message(self):
        for greeting in ("<html>", "[1]", "17"):
            with self.subTest(greeting), Stranger(greeting) as server:
                self.assert_unreadable(server.url, f"The server sends what is no message: {greeting}")
        body = b"<html>"
        with answering(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body)) as url:
            done = self.call(url, "--register", "Robo")
        self.assertEqual((done.returncode, done.stderr), (1, "The server sends what is no message: <html>\n"))

    def assert_unreadable(self, url, words):
        done = self.call(url, "--game", "fortyone")
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertIn(words, done.stderr.splitlines()[-1])
        self.assertNotRegex(done.stderr, r"Traceback|(?m:^    at )|json\.exception")

    def test_a_server_that_never_answers_is_not_waited_for_for_ever(self):
        with answering(None) as url:
            done = self.call(url, "--register", "Robo")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"\A[^\n]{5,}\n\Z")

    def test_a_wrong_flag_is_named(self):
        for words in (["--seat", "x"], ["--nosuchflag", "3"], ["--matches"], ["--wait", "soon"], ["--clock", "5+"]):
            done = self.call(self.socket, "ABCD2345", *words)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(words[0], done.stderr)
            self.assertNotRegex(done.stderr, "Traceback|    at ")

    def test_the_sample_bot_has_at_most_25_lines(self):
        self.assertLessEqual(len((KITS / self.sample).read_text(encoding="utf-8").splitlines()), 25)

    def test_it_creates_a_room_fills_it_and_plays_several_matches(self):
        done = subprocess.run([*self.bot, self.socket, "--game", "twentytwo", "--seats", "3", "--fill", "easy", "--matches", "3"],
                              capture_output=True, text=True, timeout=MATCH_TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([len(json.loads(line)["ranks"]) for line in done.stdout.splitlines()], [3, 3, 3])

    def test_it_prints_the_error_when_the_server_refuses_it(self):
        bot = subprocess.run([*self.bot, self.socket, "NOROOM"], capture_output=True, text=True,
                             timeout=MATCH_TIMEOUT)
        self.assertEqual(bot.returncode, 1)
        self.assertIn("room", bot.stderr)


def add_match(game, seats, options):
    words = "_".join(f"{name}_{value}" for name, value in options.items())
    name = "_".join(filter(None, ["test", game, str(seats), words]))
    setattr(KitTest, name, lambda self: self.play(game, seats, options))


for case in MATCHES:
    add_match(*case)


def run(*command, folder):
    done = subprocess.run([str(word) for word in command], cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{command} ended with {done.returncode}: {done.stdout}")
