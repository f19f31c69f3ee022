"""The JavaScript kit, installed as its users install it: from its package."""
import asyncio
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import websockets

from kit import KITS, MATCH_TIMEOUT, PROGRAMS, SERVER, KitTest, run

# As in kit.py, which has put the Python kit into the path.
from tefuda.arena.local_server import local_server

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")


class JavaScriptKit(KitTest, unittest.TestCase):
    sample = "javascript/bot.js"
    mark_of_a_traceback = "    at "

    @classmethod
    def install(cls, folder):
        # From a copy of its folder alone: the package needs nothing beside it.
        shutil.copytree(KITS / "javascript", folder / "kit")
        run("npm", "pack", "--silent", "--pack-destination", folder, folder=folder / "kit")
        package = next(folder.glob("*.tgz"))
        run("npm", "install", "--no-audit", "--no-fund", "--prefer-offline", package, "ws@8", folder=folder)
        # Node looks for packages in folders above the program.
        for program in PROGRAMS.glob("*.mjs"):
            shutil.copy(program, folder)
        return ["node", str(folder / "node_modules/tefuda-bot/bot.js")]

    def program(self, name):
        return ["node", str(Path(self.folder.name) / f"{name}.mjs")]

    def test_it_uses_the_websocket_of_node(self):
        # Older versions of Node have it only with this flag.
        node = ["node", "--experimental-websocket", "--no-warnings"]
        if subprocess.run([*node, "-e", "WebSocket"], capture_output=True).returncode != 0:
            self.skipTest("this Node has none")
        shutil.move(Path(self.folder.name) / "node_modules/ws", Path(self.folder.name) / "ws")
        self.addCleanup(shutil.move, Path(self.folder.name) / "ws", Path(self.folder.name) / "node_modules/ws")
        done = subprocess.run([*node, *self.bot[1:], self.socket, "--game", "selfish", "--fill", "easy"],
                              capture_output=True, text=True, timeout=MATCH_TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(done.stdout.splitlines()), 1)

    @unittest.skipUnless(CHROMIUM, "there is no Chromium")
    def test_it_plays_in_a_browser(self):
        page = Path(self.folder.name) / "page"
        shutil.copytree(Path(self.folder.name) / "node_modules/tefuda-bot/src", page / "kit")
        shutil.copy(PROGRAMS / "browser.js", page)
        (page / "index.html").write_text('<!doctype html><script type="module" src="browser.js"></script>')
        # Helpers of the browser that outlive it for a moment write into its profile while that is removed.
        profiles = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        with local_server(SERVER, ["--web", str(page)]) as url, profiles as profile:
            asyncio.run(self.play_with_a_browser(url, profile))

    async def play_with_a_browser(self, url, profile):
        """Lets a built-in bot and the browser's bot play a match, and watches it to the end."""
        async with websockets.connect(url) as watcher:
            await watcher.recv()
            await watcher.send(json.dumps({"type": "create", "game": "fortyone", "bots": ["easy", None]}))
            room = json.loads(await watcher.recv())["room"]
            await watcher.send(json.dumps({"type": "join", "room": room, "name": "w", "role": "spectator"}))
            address = url.replace("ws", "http", 1)[:-len("ws")] + "#" + room
            browser = subprocess.Popen([CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                                        "--disable-background-networking", "--disable-component-update", "--disable-sync",
                                        f"--user-data-dir={profile}", address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                result = None
                while not result:
                    message = json.loads(await asyncio.wait_for(watcher.recv(), MATCH_TIMEOUT))
                    result = message.get("view", {}).get("result")
            finally:
                browser.terminate()
                browser.wait()
            self.assertEqual(result["reason"], "chips")

    def test_the_package_contains_the_generated_types_the_licence_and_a_readme(self):
        package = Path(self.folder.name) / "node_modules/tefuda-bot"
        self.assertTrue((package / "LICENSE").is_file() and (package / "README.md").is_file())
        self.assertIn("export interface ServerUpdate", (package / "src/wire.d.ts").read_text())
