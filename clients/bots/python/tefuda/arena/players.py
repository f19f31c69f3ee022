"""The kinds of players: a built-in level, a bot class written with this kit, or any program."""
import asyncio
import contextlib
import importlib
import os
import shlex
import sys

from ..bot import Bot
from ..client import FAILURES, Client
from ..errors import Lost

LEVELS = ("easy", "normal", "hard")


class ProgramFailed(Exception):
    """A player's program ended with an error."""

    in_match = False  # whether the match had begun


class Player:
    """A player in the arena. `text` is its command-line argument: LEVEL, MODULE:CLASS or a command."""

    def __init__(self, text):
        self.text = text
        self.level = text if text in LEVELS else None
        self.bot_class = None if self.level else find_class(text)

    @contextlib.asynccontextmanager
    async def seated(self, url, room, seat, seed):
        """Joins the room; yields a future that completes, possibly with an error, when this player has finished."""
        if self.bot_class:
            async with connection_for(room, url) as client:
                yield (await client.join(room, self.bot_class(seed=seed), self.text[:24], seat=seat)).done
        else:
            process = await asyncio.create_subprocess_exec(
                *shlex.split(self.text), url, room, "--seat", str(seat), "--name", self.text[:24],
                stdout=asyncio.subprocess.DEVNULL)
            ending = asyncio.ensure_future(self.exit_of(process))
            try:
                yield ending
                await ending
            finally:
                ending.cancel()
                if process.returncode is None:
                    process.kill()
                    await process.wait()

    async def exit_of(self, process):
        status = await process.wait()
        if status != 0:
            raise ProgramFailed(f"`{self.text}` ended with status {status}")


@contextlib.asynccontextmanager
async def connection_for(room, url):
    """A Client for the room. \\raises Lost"""
    client = Client(url, room=room)
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
