"""Runs a bot as a command-line program."""
import argparse
import asyncio
import http.client
import json
import logging
import math
import os
import pathlib
import signal
import sys
import urllib.error
import urllib.request

from .client import FAILURES, Client, websocket_url
from .errors import Lost, NoAction, NoMatch, Refused, Unreadable
from .fields import message_from
from .lobby import Lobby
from .plain import plain

log = logging.getLogger("tefuda")

SILENCE = 10  # seconds for which a server may send nothing


def main(bot_class, arguments=None):
    """Plays as the command line says, prints each match's result as a line of JSON when it is over, and exits the process. A line
    has `room`, `match` and `seat`, too; `illegal` if so many of the bot's actions were illegal, and random ones played instead;
    `late` if a built-in bot made so many in its place, because its time was over."""
    asked = parse(arguments)
    if asked.register:
        sys.exit(register(asked.url, asked.register))
    logging.basicConfig(level=logging.INFO if asked.verbose else logging.WARNING, format="%(message)s")
    try:
        asyncio.run((live if asked.lobby else play)(bot_class, asked))
    except BotFailed:
        sys.exit(1)
    except (Refused, Lost, NoMatch, NoAction, Unreadable, ValueError, *FAILURES) as problem:
        sys.exit(plain(problem) or type(problem).__name__)
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(0)


class BotFailed(Exception):
    """What the bot has raised is logged."""


def parse(arguments):
    parser = argparse.ArgumentParser(description="Plays in an existing room (ROOM) or creates one (--game).")
    parser.add_argument("url", help="the server: ws://HOST:PORT/ws, or http://HOST:PORT as in a browser")
    parser.add_argument("room", nargs="?", help="the code of an existing room")
    parser.add_argument("--name", default="bot", help="the player's name (default bot)")
    parser.add_argument("--seat", type=int, help="the seat to take (default the first empty one)")
    parser.add_argument("--entropy", help="text that influences the shuffle")
    parser.add_argument("--updates", choices=("full", "events"), help="events: most updates come without a view")
    parser.add_argument("--matches", type=int, default=1, help="number of matches to play in the room (default 1)")
    parser.add_argument("--wait", type=float, metavar="N",
                        help="end if no match begins for so many seconds, the first one or a rematch (default: wait for ever)")
    parser.add_argument("--patience", type=float, metavar="N",
                        help="for so many seconds try to connect, also after a lost connection; inf for ever (default 300; inf with --lobby)")
    parser.add_argument("--game", help="create a room for this game")
    parser.add_argument("--seats", type=int, help="number of seats in the created room")
    parser.add_argument("--options", type=json.loads, help="the created room's game options as JSON, see /api/games")
    parser.add_argument("--public", action="store_const", const=True, help="the created room is in the public list")
    parser.add_argument("--clock", type=clock_of, metavar="N[+BANK]", help="the created room's seconds for each decision, and for the match")
    parser.add_argument("--hints", action="store_const", const=True, help="every seat of the created room may ask for advice")
    parser.add_argument("--fill", metavar="LEVEL", help="put built-in bots on the empty seats: easy, normal, hard")
    parser.add_argument("--lobby", action="store_true",
                        help="live in the lobby: play --game in public rooms that wait, --matches in each, until it is stopped")
    parser.add_argument("--rooms", type=int, default=4, metavar="N", help="with --lobby: in so many rooms at once (default 4)")
    parser.add_argument("--seats-file", metavar="FILE", help="with --lobby: keep the seats in matches over a restart")
    parser.add_argument("--seed", help="seed of the bot's random numbers")
    parser.add_argument("--secret-file", metavar="FILE",
                        help="whose first line is the secret of the player that the bot is (else TEFUDA_SECRET; else nobody)")
    parser.add_argument("--register", metavar="NAME",
                        help="do not play: make a player of this name, of kind bot, and print its secret")
    parser.add_argument("--verbose", action="store_true", help="log lost connections, and what is waited for")
    asked = parser.parse_args(arguments)
    if not asked.register and bool(asked.room) == bool(asked.game):
        parser.error("give either ROOM or --game")
    if asked.lobby and not asked.game:
        parser.error("--lobby needs --game")
    if asked.patience is None:
        asked.patience = math.inf if asked.lobby else 300
    return asked


def clock_of(text):
    decision, plus, bank = text.partition("+")
    return {"decision": float(decision), "bank": float(bank) if plus else 0}


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
            print(plain(message_from(answer.read().decode(errors="replace"))["secret"]))
        return 0
    except urllib.error.HTTPError as refused:
        return plain(words_of(refused))
    except (OSError, ValueError, Unreadable, http.client.HTTPException) as problem:
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
    async with Client(asked.url, asked.patience, room, secret_of(asked)) as client:
        seat = await client.join(room, bot_class(seed=asked.seed), asked.name, asked.matches, asked.wait,
                                 **given(asked, "seat", "entropy", "updates"))
        seat.on_result = lambda match, result: print(json.dumps(line_of(seat, match, result)), flush=True)
        if asked.fill:
            await client.fill(room, asked.fill)
        try:
            await seat.done
        except NoMatch:
            await client.leave(room)  # so that somebody else can sit there
            raise
        except Exception as problem:
            if problem is seat.problem:
                raise BotFailed from problem
            raise


async def live(bot_class, asked):
    """Lives in the lobby until SIGTERM or SIGINT."""
    def tell(seat, match, result):
        names = [each["name"] for each in seat.info["seats"]]
        print(json.dumps({**line_of(seat, match, result), "game": asked.game, "names": names}), flush=True)

    async with Client(asked.url, asked.patience, secret=secret_of(asked)) as client:
        lobby = Lobby(client, lambda: bot_class(seed=asked.seed), asked.name, asked.game, asked.rooms, asked.matches,
                      120 if asked.wait is None else asked.wait, asked.seats_file, tell)
        living = asyncio.ensure_future(lobby.run())
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, living.cancel)
        try:
            await living
        except asyncio.CancelledError:
            log.info("stopped")


def line_of(seat, match, result):
    """The result of a match as `main` prints it."""
    counts = {name: count for name, count in (("illegal", seat.illegal.get(match)), ("late", seat.late.get(match))) if count}
    return {"room": seat.room, "match": match, "seat": seat.seat, **result, **counts}


async def create(asked):
    async with Client(asked.url, asked.patience, secret=secret_of(asked)) as client:
        room = await client.create(asked.game, **given(asked, "seats", "options", "public", "clock", "hints"))
    print(plain(f"room {room}"), file=sys.stderr)
    return room


def given(asked, *names):
    return {name: getattr(asked, name) for name in names if getattr(asked, name) is not None}
