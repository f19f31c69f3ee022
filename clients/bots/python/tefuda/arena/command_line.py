"""The command-line program tefuda-arena."""
import argparse
import asyncio
import contextlib
import json
import math
import sys

from ..client import FAILURES
from ..errors import Lost, Refused
from .local_server import find_server, local_server
from .players import Player, ProgramFailed
from .report import Report, page_of, text_of
from .schedule import round_robin, seatings
from .store import Store
from .tournament import Tournament


def main(arguments=None):
    asked = parse(arguments)
    try:
        players = [Player(text) for text in asked.players]
        orders = (round_robin if asked.round_robin else seatings)(len(players), asked.seats, asked.every_order)
        with contextlib.ExitStack() as stack:
            store = stack.enter_context(contextlib.closing(Store(asked.store, setting_of(asked)))) if asked.store else None
            report = Report(asked, orders, math.ceil(asked.matches / len(orders)), store)
            if report.pairs:
                url = asked.url or stack.enter_context(local_server(server_program(asked), asked.server_flag))
                tournament = Tournament(url, players, asked.game, asked.seats, asked.options, asked.seed, report.add)
                asyncio.run(tournament.play(report.pairs, asked.jobs))
        tell(asked, report)
    except (Refused, Lost, ProgramFailed, ValueError, RuntimeError, *FAILURES) as problem:
        sys.exit(f"tefuda-arena: {problem}")
    except KeyboardInterrupt:
        sys.exit(130)


def setting_of(asked):
    """What the matches depend on, but for their number: a run may be made longer."""
    return {field: getattr(asked, field) for field in ("players", "game", "seats", "options", "seed", "every_order", "round_robin")}


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
    parser.add_argument("players", nargs="+", metavar="PLAYER",
                        help="a built-in level (easy, normal, hard); MODULE:CLASS of a bot written with this kit; or a "
                             "command, to which URL ROOM --seat N --name NAME are appended. With more seats than "
                             "players, each plays several seats")
    parser.add_argument("--game", required=True, help="the id of the game")
    parser.add_argument("--seats", type=int, default=2, help="number of seats (default 2)")
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
    parser.add_argument("--store", metavar="FILE",
                        help="keep each match in this file; if it is there, go on with its run")
    parser.add_argument("--json", metavar="FILE", help="write the results to this file")
    parser.add_argument("--html", metavar="FILE", help="write the results and a plot to this page")
    parser.add_argument("--csv", metavar="FILE", help="write one line for each seat of each match to this file")
    parser.add_argument("--url", help="use this running server, which needs --allow-fixed (default: start one)")
    parser.add_argument("--server", metavar="PROGRAM", help="the server program to start")
    parser.add_argument("--server-flag", action="append", default=[], metavar="FLAG",
                        help="pass a flag to the started server; repeatable: --server-flag=--threads=2")
    asked = parser.parse_args(arguments)
    if len(asked.players) < 2 or asked.seats < (2 if asked.round_robin else len(asked.players)):
        parser.error("at least two players are needed, and a seat for each")
    if asked.matches < 1 or asked.jobs < 1:
        parser.error("--matches and --jobs must be at least 1")
    return asked


def server_program(asked):
    program = asked.server or find_server()
    if not program:
        raise ValueError("tefuda-server was not found: give its path with --server, or a running server with --url")
    return program
