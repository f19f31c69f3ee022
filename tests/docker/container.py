"""Runs containers of the tested image with the strictest options that work, and clients that play on them."""
import json
import os
import random
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import websockets

ROOT = Path(__file__).resolve().parents[2]
IMAGE = os.environ.get("TEFUDA_IMAGE", "localhost/tefuda-test")
LIMITS = ["--ulimit", "nofile=20000:20000", "--ulimit", "nproc=4096:4096"]
STRICT = ["--read-only", "--cap-drop", "all", "--security-opt", "no-new-privileges", *LIMITS]
PATIENCE = 120  # seconds after which something hangs that normally happens at once


def podman(*arguments, check=True):
    """Runs podman. Returns its output without the newline at the end, or with `check=False` the completed process."""
    done = subprocess.run(["podman", "--runtime", "runc", *arguments], capture_output=True, text=True)
    if check and done.returncode != 0:
        raise RuntimeError(f"podman {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout.rstrip("\n") if check else done


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Volume:
    """A new volume, removed at the end of the `with` block."""

    def __enter__(self):
        self.name = podman("volume", "create")
        return self.name

    def __exit__(self, *_):
        podman("volume", "rm", "--force", self.name)


class Container:
    """A running container, removed at the end of the `with` block. It listens only on this machine's loopback address; with
    `network="none"` on the image's default address."""

    def __init__(self, volume=None, network="host", **environment):
        self.port = free_port()
        if network == "host":
            environment = {"TEFUDA_ADDRESS": "127.0.0.1", "TEFUDA_PORT": str(self.port), **environment}
        variables = [word for name, value in environment.items() for word in ("--env", f"{name}={value}")]
        data = ["--volume", f"{volume}:/data"] if volume else []
        self.id = podman("run", "--detach", "--network", network, *STRICT, *variables, *data, IMAGE)
        self.url = f"http://127.0.0.1:{self.port}"
        self.socket_url = f"ws://127.0.0.1:{self.port}/ws"

    def __enter__(self):
        deadline = time.monotonic() + PATIENCE
        while not self.healthy():
            if time.monotonic() > deadline:
                raise RuntimeError(f"The container is not healthy:\n{self.log()}")
            time.sleep(0.05)
        return self

    def __exit__(self, *_):
        podman("rm", "--force", "--volumes", self.id)

    def healthy(self):
        return podman("healthcheck", "run", self.id, check=False).returncode == 0

    def stop(self):
        """Sends SIGTERM. Returns the exit code: 137 if it did not end by itself."""
        podman("stop", "--time", str(PATIENCE), self.id)
        return int(podman("inspect", "--format", "{{.State.ExitCode}}", self.id))

    def kill(self):
        podman("kill", "--signal", "KILL", self.id)
        podman("wait", self.id)

    def log(self):
        done = podman("logs", self.id, check=False)
        return done.stdout + done.stderr

    def execute(self, *command, environment=()):
        variables = [word for variable in environment for word in ("--env", variable)]
        return podman("exec", *variables, self.id, *command, check=False)

    def get(self, path, headers=None):
        """Returns the status, header fields and body."""
        try:
            with urllib.request.urlopen(urllib.request.Request(self.url + path, headers=headers or {}), timeout=PATIENCE) as answer:
                return answer.status, answer.headers, answer.read().decode(errors="replace")
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.headers, refusal.read().decode()


class Player:
    """A client on one seat of a room of Forty-One, whose templates are complete actions."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.room = self.token = self.update = None

    async def connect(self, url):
        self.socket = await websockets.connect(url)
        await self.take("welcome")

    async def take(self, kind):
        """Returns the next message of this type; skips others."""
        while True:
            message = json.loads(await self.socket.recv())
            if message["type"] == "error":
                raise RuntimeError(message)
            if message["type"] == "update":
                self.update = message
            if message["type"] == kind:
                return message

    async def say(self, kind, **fields):
        await self.socket.send(json.dumps({"type": kind, "id": kind, **fields}))

    async def create(self):
        await self.say("create", game="fortyone", seats=2)
        return (await self.take("created"))["room"]

    async def join(self, room, name):
        self.room = room
        await self.say("join", room=room, name=name)
        self.token = (await self.take("joined"))["token"]

    async def resume(self, url):
        await self.connect(url)
        await self.say("resume", room=self.room, token=self.token)
        await self.take("joined")
        await self.take("update")

    async def act(self):
        """Sends a random action. Returns the `seq` that acknowledges it."""
        action = self.random.choice(self.update["legal"])
        await self.say("act", room=self.room, decision=self.update["decision"], action=action)
        return (await self.take("ok"))["seq"]

    def over(self):
        return self.update["view"]["result"] is not None


async def play(players, actions=None):
    """Plays this number of actions, or to the end. Returns the acknowledged `seq` numbers."""
    acknowledged = []
    while not players[0].over() and (actions is None or len(acknowledged) < actions):
        mover = next(player for player in players if "legal" in player.update)
        acknowledged.append(await mover.act())
        for player in players:
            await player.take("update")
    return acknowledged
