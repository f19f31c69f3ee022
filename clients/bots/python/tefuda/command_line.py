"""A bot as a program."""
import argparse
import asyncio
import json
import logging
import sys

from .client import FAILURES, Client
from .errors import Lost, Refused


def main(bot_class, arguments=None):
    """Plays as the command line says, prints each match's result as a line of JSON, and ends the process."""
    asked = parse(arguments)
    logging.basicConfig(level=logging.INFO if asked.verbose else logging.WARNING, format="%(message)s")
    try:
        for result in asyncio.run(play(bot_class, asked)):
            print(json.dumps(result), flush=True)
    except (Refused, Lost, *FAILURES) as problem:
        sys.exit(str(problem) or type(problem).__name__)
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(0)


def parse(arguments):
    parser = argparse.ArgumentParser(description="Plays in a room, or in one that it makes.")
    parser.add_argument("url", help="ws://HOST:PORT/ws")
    parser.add_argument("room", nargs="?", help="the code; without it a room is made")
    parser.add_argument("--name", default="bot")
    parser.add_argument("--seat", type=int)
    parser.add_argument("--entropy")
    parser.add_argument("--matches", type=int, default=1, help="how many in this room (default 1)")
    parser.add_argument("--game", help="of a room that is made")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--options", type=json.loads, help="JSON, as in /api/games")
    parser.add_argument("--fill", metavar="LEVEL", help="built-in bots for the other seats: easy, normal, hard")
    parser.add_argument("--seed", help="of the bot's own chance")
    parser.add_argument("--verbose", action="store_true")
    asked = parser.parse_args(arguments)
    if bool(asked.room) == bool(asked.game):
        parser.error("name a ROOM or a --game, not both")
    return asked


async def play(bot_class, asked):
    async with Client(asked.url) as client:
        room = asked.room
        if not room:
            room = await client.create(asked.game, **given(asked, "seats", "options"))
            print(f"room {room}", file=sys.stderr)
        seat = await client.join(room, bot_class(seed=asked.seed), asked.name, asked.matches,
                                 **given(asked, "seat", "entropy"))
        if asked.fill:
            await fill(client, room, asked.fill)
        return await seat.done


async def fill(client, room, level):
    """A built-in bot in every seat that is empty."""
    try:
        while True:
            await client.request({"type": "fill", "room": room, "level": level})
    except Refused as refused:
        if refused.code not in ("room_full", "already_playing"):
            raise


def given(asked, *names):
    return {name: getattr(asked, name) for name in names if getattr(asked, name) is not None}
