"""The kinds of players: a built-in level, a bot class written with this kit, or any program."""
import asyncio
import contextlib
import importlib
import json
import os
import re
import shlex
import sys

from ..bot import Bot
from ..client import FAILURES, Client
from ..errors import Lost

#: For so many seconds the arena tries to connect: its server runs already.
PATIENCE = 10

LEVELS = ("easy", "normal", "hard")


class ProgramFailed(Exception):
    """A player's program ended with an error."""

    in_match = False  # whether the match had begun


class BotFailed(Exception):
    """A bot of this kit has raised something; its traceback is logged."""


class Player:
    """A player in the arena. `text` is its command-line argument: LEVEL, MODULE:CLASS or a command, perhaps after NAME=."""

    def __init__(self, text):
        self.name, self.text = name_and_text(text)
        self.level = self.text if self.text in LEVELS else None
        self.bot_class = None if self.level else find_class(self.text)

    @contextlib.asynccontextmanager
    async def seated(self, url, room, seat, seed):
        """Joins the room; yields a future that completes, possibly with an error, when this player has finished. Its result is
        how many of the player's actions were illegal."""
        if self.bot_class:
            async with connection_for(room, url) as client:
                place = await client.join(room, self.bot_class(seed=seed), self.name[:24], seat=seat)
                ending = asyncio.ensure_future(self.end_of(place, room, seat))
                try:
                    yield ending
                finally:
                    ending.cancel()
        else:
            process = await asyncio.create_subprocess_exec(
                *shlex.split(self.text), url, room, "--seat", str(seat), "--name", self.name[:24],
                stdout=asyncio.subprocess.PIPE)
            ending = asyncio.ensure_future(self.exit_of(process, room, seat))
            try:
                yield ending
            finally:
                ending.cancel()
                if process.returncode is None:
                    process.kill()
                    await process.wait()

    async def end_of(self, place, room, seat):
        try:
            await place.done
        except Exception as problem:
            if problem is not place.problem:
                raise
            said = f": {problem}" if str(problem) else ""
            raise BotFailed(f"{self.at(room, seat)} failed ({type(problem).__name__}{said})") from problem
        return sum(place.illegal.values())

    def at(self, room, seat):
        return f"{self.name} in seat {seat} of room {room}, match 1,"

    async def exit_of(self, process, room, seat):
        illegal = 0
        async for line in process.stdout:
            illegal += illegal_in(line)
        status = await process.wait()
        if status != 0:
            raise ProgramFailed(f"{self.at(room, seat)} ended with status {status}: `{self.text}`")
        return illegal


def illegal_in(line):
    """The field `illegal` of a result that one of the kits printed; 0 for anything else."""
    with contextlib.suppress(ValueError):
        result = json.loads(line)
        if isinstance(result, dict) and isinstance(result.get("illegal"), int):
            return result["illegal"]
    return 0


def name_and_text(player):
    """Of NAME=PLAYER both parts; otherwise the text is the name."""
    named = re.fullmatch(r"([\w .+-]+)=(.+)", player)
    return named.groups() if named else (player, player)


@contextlib.asynccontextmanager
async def connection_for(room, url):
    """A Client for the room. \\raises Lost"""
    client = Client(url, PATIENCE, room)
    try:
        await client.__aenter__()
    except FAILURES as problem:
        raise Lost(str(problem)) from problem
    try:
        yield client
    finally:
        await client.__aexit__()


def find_class(text):
    """Imports the class named by MODULE:CLASS; returns None for a command. \\raises ValueError"""
    module, colon, name = text.partition(":")
    if not colon or not name.isidentifier() or not all(part.isidentifier() for part in module.split(".")):
        return None
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as problem:
        raise ValueError(f"{text}: {problem}") from None
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise ValueError(f"{text} is not a subclass of tefuda.Bot")
    return found
