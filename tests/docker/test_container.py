"""Tests a server in a container: its page, health check and permissions, and that its matches survive the container."""
import asyncio
import json
import os
import re
import ssl
import subprocess
import sys
import unittest
import urllib.request
from pathlib import Path

from container import ROOT, Container, Player, Volume, play, podman


def verify(replay):
    """Runs clients/bots/python/verify.py. Returns whether it accepts the replay, and its output."""
    done = subprocess.run([sys.executable, ROOT / "clients/bots/python/verify.py", "/dev/stdin"],
                          input=json.dumps(replay), capture_output=True, text=True)
    return done.returncode == 0, done.stdout + done.stderr


class Running(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.container = cls.enterClassContext(Container())

    def test_it_serves_the_page_and_the_documents(self):
        status, fields, page = self.container.get("/")
        self.assertEqual(status, 200, f"{dict(fields)} {page[:200]}")  # who answered?
        self.assertIn("text/html", fields["content-type"])
        for asset in re.findall(r'(?:src|href)="(?:\./|/)?([^":]+)"', page):
            self.assertEqual(self.container.get("/" + asset)[0], 200, asset)
        games = (ROOT / "rules/games.txt").read_text().splitlines()
        self.assertEqual([game["id"] for game in json.loads(self.container.get("/api/games")[2])],
                         [line.split()[0] for line in games if not line.startswith("#")])

    def test_it_has_no_privileges_and_can_write_only_to_its_data(self):
        self.assertEqual(self.container.execute("id", "-u").stdout.strip(), "10001")
        status = self.container.execute("grep", "-E", "^(CapEff|NoNewPrivs)", "/proc/1/status").stdout.split()
        self.assertEqual(status, ["CapEff:", "0000000000000000", "NoNewPrivs:", "1"])
        for place in ("/", "/etc", "/usr/bin", "/usr/share/tefuda/web"):
            self.assertIn("Read-only file system", self.container.execute("touch", f"{place}/x").stderr)
        self.assertEqual(self.container.execute("touch", "/data/x").returncode, 0)

    def test_the_health_check_fails_if_no_server_answers(self):
        self.assertTrue(self.container.healthy())
        wrong = self.container.execute("tefuda-server", "--health", environment=["TEFUDA_PORT=1"])
        self.assertNotEqual(wrong.returncode, 0)

    def test_the_health_check_uses_tls_if_the_server_does(self):
        with Volume() as volume:
            place = Path(podman("volume", "inspect", "--format", "{{.Mountpoint}}", volume))
            subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                            "-days", "2", "-subj", "/CN=cards.example", "-out", place / "certificate.pem", "-keyout", place / "key.pem"],
                           check=True, capture_output=True)
            for path in (place, *place.iterdir()):
                os.chown(path, 10001, 10001)
            # Container.__enter__ waits until the health check passes.
            with Container(volume, TEFUDA_TLS_CERT="/data/certificate.pem", TEFUDA_TLS_KEY="/data/key.pem") as container:
                url = container.url.replace("http", "https", 1) + "/readyz"
                with urllib.request.urlopen(url, context=ssl._create_unverified_context()) as answer:
                    self.assertEqual(answer.status, 200)

    def test_python_bots_can_play_a_match(self):
        room = asyncio.run(self.make_room())
        bots = [subprocess.Popen([sys.executable, ROOT / "clients/bots/python/bot.py", self.container.socket_url, room, "--name", name],
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for name in ("Aki", "Ume")]
        results = [json.loads(bot.communicate(timeout=120)[0]) for bot in bots]
        replay = json.loads(self.container.get(f"/api/rooms/{room}/matches/1")[2])
        for result in results:
            self.assertEqual({name: result[name] for name in replay["result"]}, replay["result"])
        right, said = verify(replay)
        self.assertTrue(right, said)

    async def make_room(self):
        player = Player(1)
        await player.connect(self.container.socket_url)
        room = await player.create()
        await player.socket.close()
        return room


class Stopping(unittest.TestCase):
    def test_by_default_it_listens_on_all_addresses_at_port_8080(self):
        # Without a network only the container itself can reach this address.
        with Container(network="none") as container:
            self.assertIn("is at http://0.0.0.0:8080/", container.log())

    def test_sigterm_tells_everybody_and_ends_it(self):
        async def closing(container):
            player = Player(1)
            await player.connect(container.socket_url)
            stopped = asyncio.to_thread(container.stop)
            said, code = await asyncio.gather(player.take("closing"), stopped)
            await player.socket.wait_closed()
            return said, player.socket.close_code, code

        with Container() as container:
            said, close_code, code = asyncio.run(closing(container))
            self.assertEqual((close_code, code), (1001, 0))

    def test_a_match_continues_in_another_container_with_the_same_volume(self):
        for end in (Container.stop, Container.kill):
            with self.subTest(end=end.__name__), Volume() as volume:
                asyncio.run(self.play_over_a_restart(volume, end))

    async def play_over_a_restart(self, volume, end):
        players = [Player(1), Player(2)]
        with Container(volume) as container:
            for player in players:
                await player.connect(container.socket_url)
            room = await players[0].create()
            for player, name in zip(players, ("Aki", "Ume")):
                await player.join(room, name)
            for player in players:
                await player.take("update")
            acknowledged = await play(players, 8)
            before = [(player.update["seq"], player.update.get("decision"), player.update["view"]) for player in players]
            end(container)
        with Container(volume) as container:
            for player in players:
                await player.resume(container.socket_url)
            after = [(player.update["seq"], player.update.get("decision"), player.update["view"]) for player in players]
            self.assertEqual(before, after)
            acknowledged += await play(players)
            self.assertEqual(acknowledged, list(range(2, len(acknowledged) + 2)))
            replay = json.loads(container.get(f"/api/rooms/{room}/matches/1")[2])
        self.assertEqual(len(replay["actions"]), len(acknowledged))
        right, said = verify(replay)
        self.assertTrue(right, said)
