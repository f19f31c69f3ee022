"""Runs a bot as a command-line program."""
import argparse
import asyncio
import json
import logging
import sys

from .client import FAILURES, Client
from .errors import Lost, Refused


def main(bot_class, arguments=None):
    """Plays as the command line says, prints each match's result as a line of JSON, and exits the process."""
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
    parser = argparse.ArgumentParser(description="Plays in an existing room (ROOM) or creates one (--game).")
    parser.add_argument("url", help="ws://HOST:PORT/ws")
    parser.add_argument("room", nargs="?", help="the code of an existing room")
    parser.add_argument("--name", default="bot", help="the player's name (default bot)")
    parser.add_argument("--seat", type=int, help="the seat to take (default the first empty one)")
    parser.add_argument("--entropy", help="text that influences the shuffle")
    parser.add_argument("--updates", choices=("full", "events"), help="events: most updates come without a view")
    parser.add_argument("--matches", type=int, default=1, help="number of matches to play in the room (default 1)")
    parser.add_argument("--game", help="create a room for this game")
    parser.add_argument("--seats", type=int, help="number of seats in the created room")
    parser.add_argument("--options", type=json.loads, help="the created room's game options as JSON, see /api/games")
    parser.add_argument("--fill", metavar="LEVEL", help="put built-in bots on the empty seats: easy, normal, hard")
    parser.add_argument("--seed", help="seed of the bot's random numbers")
    parser.add_argument("--verbose", action="store_true", help="log lost connections")
    asked = parser.parse_args(arguments)
    if bool(asked.room) == bool(asked.game):
        parser.error("give either ROOM or --game")
    return asked


async def play(bot_class, asked):
    room = asked.room or await create(asked)
    async with Client(asked.url, room=room) as client:
        seat = await client.join(room, bot_class(seed=asked.seed), asked.name, asked.matches,
                                 **given(asked, "seat", "entropy", "updates"))
        if asked.fill:
            await fill(client, room, asked.fill)
        return await seat.done


async def create(asked):
    async with Client(asked.url) as client:
        room = await client.create(asked.game, **given(asked, "seats", "options"))
    print(f"room {room}", file=sys.stderr)
    return room


async def fill(client, room, level):
    """Puts a built-in bot on every empty seat."""
    try:
        while True:
            await client.request({"type": "fill", "room": room, "level": level})
    except Refused as refused:
        if refused.code not in ("room_full", "already_playing"):
            raise


def given(asked, *names):
    return {name: getattr(asked, name) for name in names if getattr(asked, name) is not None}
