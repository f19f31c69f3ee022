"""The command-line program tefuda-arena."""
import argparse
import asyncio
import contextlib
import json
import math
import shlex
import sys
import urllib.error
import urllib.parse
import urllib.request

from ..client import FAILURES, Client, websocket_url
from ..errors import Lost, NoAction, Refused
from ..plain import plain
from .local_server import find_server, local_server
from .players import PATIENCE, BotFailed, Player, ProgramFailed
from .page import page_of
from .report import Report, text_of
from .schedule import round_robin, seatings
from .store import Store, read_setting
from .tournament import Stuck, Tournament

#: The exit status of a run in which a player's actions were illegal.
ILLEGAL = 3


def main(arguments=None):
    asked = parse(arguments)
    asked.command = shlex.join(["tefuda-arena", *(sys.argv[1:] if arguments is None else arguments)])
    try:
        report = stored(asked) if asked.report_only else played(asked)
        tell(asked, report)
    except (Refused, Lost, NoAction, BotFailed, ProgramFailed, Stuck, ValueError, RuntimeError, *FAILURES) as problem:
        sys.exit(plain(f"tefuda-arena: {problem}"))
    except KeyboardInterrupt:
        sys.exit(130)
    illegal = sum(sum(match.illegal) for match in report.matches)
    if illegal:
        print(f"tefuda-arena: {illegal} actions were illegal, and random ones were played instead", file=sys.stderr)
        sys.exit(ILLEGAL)


def played(asked):
    """Plays what the store doesn't have yet. \\returns the Report"""
    players = [Player(text) for text in asked.players]
    with contextlib.ExitStack() as stack:
        url = asked.url or stack.enter_context(local_server(server_program(asked), asked.server_flag))
        asked.server_version = asyncio.run(version_of(url))
        asked.seats = asked.seats or usual_seats(url, asked.game)
        check_seats(asked)
        orders = orders_of(asked, len(players))
        store = stack.enter_context(contextlib.closing(Store(asked.store, setting_of(asked)))) if asked.store else None
        report = Report(asked, orders, math.ceil(asked.matches / len(orders)), store)
        if report.pairs:
            tournament = Tournament(url, players, asked.game, asked.seats, asked.options, asked.seed, asked.move_seconds, report.add)
            asyncio.run(tournament.play(report.pairs, asked.jobs))
    return report


def stored(asked):
    """The deals that a store has whole. \\returns the Report"""
    setting = read_setting(asked.store)
    for field, value in setting.items():
        setattr(asked, field, value)
    orders = orders_of(asked, len(asked.players))
    with contextlib.closing(Store(asked.store, setting)) as store:
        report = Report(asked, orders, 0, store)
    report.keep_whole_deals()
    if not report.matches:
        raise ValueError(f"{asked.store} has no deal that was played in every seating")
    return report


def orders_of(asked, players):
    return (round_robin if asked.round_robin else seatings)(players, asked.seats, asked.every_order)


async def version_of(url):
    async with Client(url, PATIENCE) as client:
        return client.server.get("version")


def usual_seats(url, game):
    """The number of seats that the server gives a room of this game."""
    parts = urllib.parse.urlsplit(websocket_url(url))
    address = urllib.parse.urlunsplit((parts.scheme.replace("ws", "http"), parts.netloc, "/api/games", "", ""))
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            games = json.load(answer)
    except urllib.error.URLError as problem:
        raise Lost(f"{address}: {problem.reason}") from None
    found = [one["seats"]["default"] for one in games if one["id"] == game]
    if not found:
        raise ValueError(f"unknown game {game}: the server has {', '.join(one['id'] for one in games)}")
    return found[0]


def check_seats(asked):
    if asked.seats < (2 if asked.round_robin else len(asked.players)):
        raise ValueError("there must be a seat for each player")


def setting_of(asked):
    """What the matches depend on, but for their number: a run may be made longer."""
    fields = ("players", "game", "seats", "options", "seed", "every_order", "round_robin", "server_version", "server_flag", "url")
    return {field: getattr(asked, field) for field in fields}


def tell(asked, report):
    summary = report.summary()
    if asked.csv:
        report.write_csv(asked.csv)
    for path, text in ((asked.json, json.dumps(summary, indent=1) + "\n"), (asked.html, page_of(summary))):
        if path:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
    print(text_of(summary))


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="tefuda-arena", description="Lets bots play against each other; every deal is played once in each seating.")
    parser.add_argument("players", nargs="*", metavar="PLAYER",
                        help="a built-in level (easy, normal, hard); MODULE:CLASS of a bot written with this kit; or a "
                             "command, to which URL ROOM --seat N --name NAME are appended. NAME=PLAYER gives it a name. "
                             "With more seats than players, each plays several seats")
    parser.add_argument("--game", help="the id of the game")
    parser.add_argument("--seats", type=int, help="number of seats (default the game's; with --round-robin too)")
    parser.add_argument("--options", type=json.loads, default={}, help="the game's options as JSON, see /api/games")
    parser.add_argument("--matches", type=int, default=400,
                        help="number of matches, rounded up so that every deal is complete (default 400)")
    parser.add_argument("--seed", default="0", help="seed of the deals, the kit's bots and the built-in ones: it repeats a run, but for what `hard` "
                             "finds in its time (default 0)")
    parser.add_argument("--jobs", type=int, default=4, help="number of matches played at the same time (default 4)")
    parser.add_argument("--every-order", action="store_true",
                        help="use every order of the players, instead of only their rotations around the table")
    parser.add_argument("--round-robin", action="store_true",
                        help="let each pair of players share the table; tells a cross table and Bradley-Terry ratings")
    parser.add_argument("--anchor", metavar="PLAYER[=RATING]",
                        help="the player from whom ratings are counted (default normal, else the first; its rating 0)")
    parser.add_argument("--move-seconds", type=float, default=120, metavar="N",
                        help="give up if nobody plays for so long; 0 for never (default 120)")
    parser.add_argument("--store", metavar="FILE",
                        help="keep each match in this file; if it is there, go on with its run")
    parser.add_argument("--report-only", action="store_true", help="play nothing; tell what --store has")
    parser.add_argument("--json", metavar="FILE", help="write the results to this file")
    parser.add_argument("--html", metavar="FILE", help="write the results and a plot to this page")
    parser.add_argument("--csv", metavar="FILE", help="write one line for each seat of each match to this file")
    parser.add_argument("--url", help="use this running server, which needs --allow-fixed (default: start one)")
    parser.add_argument("--server", metavar="PROGRAM",
                        help="the server program to start (default: that of TEFUDA_SERVER; else build/release/bin/tefuda-server of the checkout "
                             "in which the kit or the current folder lies; else tefuda-server in PATH)")
    parser.add_argument("--server-flag", action="append", default=[], metavar="FLAG",
                        help="pass a flag to the started server; repeatable: --server-flag=--threads=2")
    asked = parser.parse_args(arguments)
    if asked.report_only:
        if not asked.store or asked.players or asked.game:
            parser.error("--report-only takes players and game from --store FILE")
        return asked
    if not asked.game:
        parser.error("--game is missing")
    if len(asked.players) < 2:
        parser.error("at least two players are needed, and a seat for each")
    if asked.seats is not None and asked.seats < (2 if asked.round_robin else len(asked.players)):
        parser.error("at least two players are needed, and a seat for each")
    if asked.matches < 1 or asked.jobs < 1:
        parser.error("--matches and --jobs must be at least 1")
    return asked


def server_program(asked):
    program = asked.server or find_server()
    if not program:
        raise ValueError("tefuda-server was not found: give its path with --server or in TEFUDA_SERVER, or a running server with --url")
    return program
