"""The command-line program tefuda-arena."""
import argparse
import asyncio
import contextlib
import csv
import json
import math
import sys
import time

from ..client import FAILURES
from ..errors import Lost, Refused
from .local_server import find_server, local_server
from .players import Player
from .schedule import seatings
from .statistics import estimates
from .tournament import Tournament

COLUMNS = ["deal", "seating", "room", "seat", "player", "rank", "score", "winner", "reason"]


def main(arguments=None):
    asked = parse(arguments)
    try:
        players = [Player(text) for text in asked.players]
        orders = seatings(len(players), asked.seats, asked.every_order)
        with contextlib.ExitStack() as stack:
            report = Report(stack, asked, orders)
            url = asked.url or stack.enter_context(local_server(server_program(asked), asked.server_flag))
            tournament = Tournament(url, players, asked.game, asked.seats, asked.options, asked.seed, report.add)
            asyncio.run(tournament.play(report.pairs, asked.jobs))
        print(report.table(players))
    except (Refused, Lost, ValueError, RuntimeError, *FAILURES) as problem:
        sys.exit(f"tefuda-arena: {problem}")
    except KeyboardInterrupt:
        sys.exit(130)


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
    parser.add_argument("--seed", default="0", help="seed of the deals and of the kit's bots (default 0)")
    parser.add_argument("--jobs", type=int, default=4, help="number of matches played at the same time (default 4)")
    parser.add_argument("--every-order", action="store_true",
                        help="use every order of the players, instead of only their rotations around the table")
    parser.add_argument("--csv", metavar="FILE", help="write one line for each seat of each match to this file")
    parser.add_argument("--url", help="use this running server, which needs --allow-fixed (default: start one)")
    parser.add_argument("--server", metavar="PROGRAM", help="the server program to start")
    parser.add_argument("--server-flag", action="append", default=[], metavar="FLAG",
                        help="pass a flag to the started server; repeatable: --server-flag=--threads=2")
    asked = parser.parse_args(arguments)
    if len(asked.players) < 2 or asked.seats < len(asked.players):
        parser.error("at least two players are needed, and a seat for each")
    if asked.matches < 1 or asked.jobs < 1:
        parser.error("--matches and --jobs must be at least 1")
    return asked


def server_program(asked):
    program = asked.server or find_server()
    if not program:
        raise ValueError("tefuda-server was not found: give its path with --server, or a running server with --url")
    return program


class Report:
    """Collects the matches, shows the progress on stderr, and writes the CSV file at the end, ordered by deal."""

    def __init__(self, stack, asked, orders):
        deals = math.ceil(asked.matches / len(orders))
        self.pairs = [(deal, order) for deal in range(deals) for order in orders]
        self.asked = asked
        self.orders = orders
        self.matches = []
        self.began = time.monotonic()
        if asked.csv:
            file = stack.enter_context(open(asked.csv, "w", newline="", encoding="utf-8"))
            stack.callback(self.write, file)

    def add(self, match):
        self.matches.append(match)
        if not sys.stderr.isatty() and len(self.matches) != len(self.pairs):
            return
        done = len(self.matches) / len(self.pairs)
        bar = "#" * int(done * 30)
        print(f"\r[{bar:<30}] {len(self.matches)}/{len(self.pairs)} {time.monotonic() - self.began:.0f} s",
              end="\n" if done == 1 else "", file=sys.stderr, flush=True)

    def write(self, file):
        rows = csv.writer(file)
        rows.writerow(COLUMNS)
        for match in sorted(self.matches, key=lambda match: (match.deal, match.seating)):
            result = match.result
            for seat, player in enumerate(match.seating):
                rows.writerow([match.deal, self.orders.index(match.seating), match.room, seat,
                               self.asked.players[player], result["ranks"][seat], result["scores"][seat],
                               int(seat in result["winners"]), result["reason"]])

    def table(self, players):
        asked = self.asked
        lines = [f"{asked.game}, {asked.seats} seats, options {json.dumps(asked.options)}: {len(self.matches)} matches, "
                 f"{len(self.pairs) // len(self.orders)} deals in {len(self.orders)} seatings each, seed {asked.seed}",
                 f"{'player':<24} {'wins %':>14} {'even %':>7} {'mean rank':>14}   (95 % intervals over deals)"]
        for number, (player, (wins, rank)) in enumerate(zip(players, estimates(self.matches, len(players)))):
            even = sum(order.count(number) for order in self.orders) / len(self.orders) / asked.seats
            lines.append(f"{player.text[:24]:<24} {wins.text(100):>14} {even * 100:>7.1f} {rank.text(1, 2):>14}")
        return "\n".join(lines)
