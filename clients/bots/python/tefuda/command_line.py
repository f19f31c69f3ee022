"""Runs a bot as a command-line program."""
import argparse
import asyncio
import http.client
import json
import logging
import os
import pathlib
import sys
import urllib.error
import urllib.request

from .client import FAILURES, Client, websocket_url
from .errors import Lost, NoAction, Refused
from .plain import plain

SILENCE = 10  # seconds for which a server may send nothing


def main(bot_class, arguments=None):
    """Plays as the command line says, prints each match's result as a line of JSON when it is over, and exits the process.
    A line has the field `illegal` if the bot's actions were illegal so many times, and random ones played instead."""
    asked = parse(arguments)
    if asked.register:
        sys.exit(register(asked.url, asked.register))
    logging.basicConfig(level=logging.INFO if asked.verbose else logging.WARNING, format="%(message)s")
    try:
        asyncio.run(play(bot_class, asked))
    except (Refused, Lost, NoAction, ValueError, *FAILURES) as problem:
        sys.exit(plain(problem) or type(problem).__name__)
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(0)


def parse(arguments):
    parser = argparse.ArgumentParser(description="Plays in an existing room (ROOM) or creates one (--game).")
    parser.add_argument("url", help="the server: ws://HOST:PORT/ws, or http://HOST:PORT as in a browser")
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
    parser.add_argument("--secret-file", metavar="FILE",
                        help="whose first line is the secret of the player that the bot is (else TEFUDA_SECRET; else nobody)")
    parser.add_argument("--register", metavar="NAME",
                        help="do not play: make a player of this name, of kind bot, and print its secret")
    parser.add_argument("--verbose", action="store_true", help="log lost connections")
    asked = parser.parse_args(arguments)
    if not asked.register and bool(asked.room) == bool(asked.game):
        parser.error("give either ROOM or --game")
    return asked


def secret_of(asked):
    if asked.secret_file:
        return pathlib.Path(asked.secret_file).read_text().split("\n")[0].strip()
    return os.environ.get("TEFUDA_SECRET")


def register(url, name):
    """Makes a player of kind bot. Returns the program's exit status: its secret, which nobody can read again, is printed."""
    try:
        address = websocket_url(url).replace("ws", "http", 1).rsplit("/ws", 1)[0] + "/api/me"
        request = urllib.request.Request(address, json.dumps({"name": name, "kind": "bot"}).encode(),
                                         {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=SILENCE) as answer:
            print(plain(json.load(answer)["secret"]))
        return 0
    except urllib.error.HTTPError as refused:
        return plain(words_of(refused))
    except (OSError, ValueError, http.client.HTTPException) as problem:
        return plain(problem) or type(problem).__name__
    except (KeyError, TypeError):
        return "the server's answer has no secret"


def words_of(refused):
    """What the server says about its refusal, if it is the one that was expected."""
    try:
        return json.load(refused)["message"]
    except (OSError, ValueError, KeyError, TypeError, http.client.HTTPException):
        return refused


async def play(bot_class, asked):
    room = asked.room or await create(asked)
    async with Client(asked.url, room=room, secret=secret_of(asked)) as client:
        seat = await client.join(room, bot_class(seed=asked.seed), asked.name, asked.matches,
                                 **given(asked, "seat", "entropy", "updates"))
        seat.on_result = lambda match, result: tell(result, seat.illegal.get(match))
        if asked.fill:
            await client.fill(room, asked.fill)
        await seat.done


def tell(result, illegal):
    print(json.dumps({**result, **({"illegal": illegal} if illegal else {})}), flush=True)


async def create(asked):
    async with Client(asked.url, secret=secret_of(asked)) as client:
        room = await client.create(asked.game, **given(asked, "seats", "options"))
    print(plain(f"room {room}"), file=sys.stderr)
    return room


def given(asked, *names):
    return {name: getattr(asked, name) for name in names if getattr(asked, name) is not None}
