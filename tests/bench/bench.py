"""Runs the benchmarks and prints the results as tables. Started by tests/bench/run, which builds the programs first.

Every comparison is made in one run: the sides (servers) take turns, a few rounds each, and the median is reported. A ratio
is the median of the ratios in the same round. README.md explains the tables.
"""

import argparse
import json
import os
import statistics
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from report import Targets, cpu_us, median, ratios, say, show_progress, spread, table, values
from sides import LOAD_CORE, SERVER_CORE, Sides

# The least that is asked of each pattern: of the ceiling without and with a journal, and of Colyseus (on ws).
LEAST = {"tables": (0.65, 0.45, 2.2), "bot farm": (0.45, 0.25, 14)}
# Each round of the section `latency` is split into this many, so that one stall of the machine does not change the median.
LATENCY_CUTS = 5
# The section `growth` has this many times more rounds, because it measures small differences.
GROWTH_ROUNDS = 2


@dataclass(frozen=True)
class Sizes:
    """The numbers of rooms and connections, rates in moves a second, and the warm-up time in seconds."""
    tables: int = 64
    farm: int = 1024
    idle_connections: int = 10_000
    idle_rooms: int = 10_000
    growth_rate: int = 20_000
    growth_rooms: tuple = (10, 100, 1000, 10_000)
    growth_connections: tuple = (20, 200, 2000, 10_000)
    warm_up: float = 1

    def patterns(self):
        """The patterns of play: friends, each with their own socket; and bots, each with seats in many rooms."""
        return {"tables": ["--rooms", self.tables, "--rooms-a-connection", 1],
                "bot farm": ["--rooms", self.farm, "--rooms-a-connection", 16]}


FEW = Sizes(tables=4, farm=32, idle_connections=1000, idle_rooms=500, growth_rate=5000,
            growth_rooms=(2, 20), growth_connections=(4, 40), warm_up=0.1)


class Bench:
    def __init__(self, arguments):
        self.seconds = arguments.seconds
        self.rounds = arguments.rounds
        self.quick = arguments.quick
        self.smoke = arguments.smoke
        self.sizes = FEW if arguments.smoke else Sizes()
        self.patterns = self.sizes.patterns()
        self.peers = not arguments.no_peers
        self.seats = arguments.seats
        self.game = ["--game", arguments.game, "--seats", self.seats]
        self.updates = ["--updates", arguments.updates]
        self.sides = Sides([*self.game, *self.updates], arguments.urgent)
        self.targets = Targets()
        self.results = {}

    def measure(self, side, *flags, **options):
        flags = [*self.game, *self.updates, "--seconds", self.seconds, "--warm-up", self.sizes.warm_up, *flags]
        with side() as (port, pid):
            return self.sides.load(port, *flags, pid=pid, **options)

    def in_turn(self, what, sides, *flags, rounds=None):
        """Measures the sides in turn, a few rounds each. \\param sides by name the arguments of `measure`
        \\returns for each name the list of its results"""
        rounds = rounds or self.rounds
        results = self.results[what] = {name: [] for name in sides}
        for number in range(rounds):
            for name, (side, *more) in sides.items():
                show_progress(f"{what}, round {number + 1} of {rounds}: {name}")
                results[name].append(self.measure(side, *flags, *more))
        show_progress("")
        return results


def throughput(bench):
    sides = bench.sides
    all_sides = {"ceiling": [sides.ceiling], "tefuda, journal off": [sides.tefuda],
                 "tefuda, journal on": [sides.durable],
                 "tefuda, events only": [sides.tefuda, "--updates", "events"]}
    if bench.peers:
        all_sides |= {"colyseus": [sides.colyseus, "--peer", "colyseus"],
                      "boardgame.io": [sides.boardgame_io, "--peer", "boardgame.io"]}
    for pattern, flags in bench.patterns.items():
        results = bench.in_turn(pattern, all_sides, *flags)
        say(f"{pattern}: {' '.join(map(str, flags))}")
        table(["", "moves/s", "updates/s", "+- %", "MB/s", "p50 us", "p99 us", "p99.9 us", "CPU us an update",
               "server CPU", "load CPU", "of ceiling"],
              [[name, f"{median(of, 'moves_a_second'):,.0f}", f"{median(of, 'updates_a_second'):,.0f}",
                f"{spread(values(of, 'updates_a_second')):.0f}", f"{median(of, 'bytes_a_second_out') / 1e6:.1f}",
                *(f"{median(of, 'latency_us', p):,.0f}" for p in ("p50", "p99", "p99_9")),
                f"{statistics.median(map(cpu_us, of)):.1f}", f"{median(of, 'server_cpu'):.2f}",
                f"{median(of, 'load_cpu'):.2f}",
                f"{statistics.median(ratios(results, name, 'ceiling', 'updates_a_second')):.2f}"]
               for name, of in results.items()])
        throughput_targets(bench, pattern, results)


def throughput_targets(bench, pattern, results):
    ours = "tefuda, journal off"
    *of_ceiling, of_colyseus = LEAST[pattern]
    for name, least in zip((ours, "tefuda, journal on"), of_ceiling):
        bench.targets.at_least(f"{pattern}: {name}, of the ceiling's updates/s",
                               ratios(results, name, "ceiling", "updates_a_second"), least)
    if bench.peers:
        bench.targets.at_least(f"{pattern}: {ours}, of Colyseus' updates/s",
                               ratios(results, ours, "colyseus", "updates_a_second"), of_colyseus)
        bench.targets.at_least(f"{pattern}: {ours}, of boardgame.io's moves/s",
                               ratios(results, ours, "boardgame.io", "moves_a_second"), 10)


def latency(bench):
    """Measures the server at half of its maximum rate, and the ceiling at the same rate."""
    flags = bench.patterns["tables"]
    most = statistics.median(bench.measure(bench.sides.tefuda, *flags)["moves_a_second"] for _ in range(bench.rounds))
    results = bench.in_turn("latency", {"ceiling": [bench.sides.ceiling], "tefuda": [bench.sides.tefuda]}, *flags,
                            "--rate", most / 2, "--seconds", bench.seconds / LATENCY_CUTS,
                            "--warm-up", bench.sizes.warm_up / 3, rounds=bench.rounds * LATENCY_CUTS)
    say(f"latency in tables at {most / 2:,.0f} moves/s, half of the most")
    table(["", "moves/s", "p50 us", "p99 us", "lowest p99", "highest p99", "p99.9 us"],
          [[name, f"{median(of, 'moves_a_second'):,.0f}", f"{median(of, 'latency_us', 'p50'):,.0f}",
            *(f"{figure(values(of, 'latency_us', 'p99')):,.0f}" for figure in (statistics.median, min, max)),
            f"{median(of, 'latency_us', 'p99_9'):,.0f}"]
           for name, of in results.items()])
    bench.targets.at_most("p99 at half the maximal rate, of the ceiling's",
                          ratios(results, "tefuda", "ceiling", "latency_us", "p99"), 3)


def idle(bench):
    """Measures the memory of idle connections and rooms. With a peer each seat has its own connection, so there are fewer
    rooms, and the memory of the connections is subtracted."""
    sides, sizes = bench.sides, bench.sizes
    of_four = ["--game", "selfish", "--seats", 4]
    shared = [*of_four, "--rooms", sizes.idle_rooms, "--rooms-a-connection", 100]
    own = ["--seats", 4, "--rooms", sizes.idle_connections // 4]
    all_sides = {"ceiling": (partial(sides.ceiling, of_four), [], shared), "tefuda": (sides.tefuda, [], shared)}
    if bench.peers:
        all_sides |= {"colyseus": (sides.colyseus, ["--peer", "colyseus"], own),
                      "boardgame.io": (sides.boardgame_io, ["--peer", "boardgame.io"], own)}
    results = bench.results["idle"] = {name: {"connections": [], "rooms": []} for name in all_sides}
    for number in range(1 if bench.quick else bench.rounds):
        for name, (side, peer, rooms) in all_sides.items():
            show_progress(f"idle, round {number + 1}: {name}")
            with side() as (port, pid):
                each = sides.load(port, *peer, "--idle-connections", sizes.idle_connections, pid=pid)["bytes_each"]
            with side() as (port, pid):
                room = sides.load(port, *peer, "--idle-rooms", *rooms, pid=pid)["bytes_each"]
            results[name]["connections"].append(each)
            results[name]["rooms"].append(room - (4 * each if peer else 0))
    show_progress("")
    say(f"idle: bytes of memory for each of {sizes.idle_connections:,} connections, and for each room of four beyond "
        f"its connections")
    table(["", "connection", "+- %", "room of four", "+- %"],
          [[name, f"{statistics.median(of['connections']):,.0f}", f"{spread(of['connections']):.0f}",
            f"{statistics.median(of['rooms']):,.0f}", f"{spread(of['rooms']):.0f}"] for name, of in results.items()])
    bench.targets.at_most("bytes an idle connection", results["tefuda"]["connections"], 9000)
    bench.targets.at_most("bytes an idle room of four", results["tefuda"]["rooms"], 6000)


def identities(bench):
    """Measures what it costs that seats belong to players: journal on, and each connection somebody, or nobody."""
    sides, sizes = bench.sides, bench.sizes
    both = {"nobody": [sides.nobody], "somebody": [sides.somebody, *sides.secrets]}
    for pattern, flags in bench.patterns.items():
        results = bench.in_turn(f"identities, {pattern}", both, *flags, rounds=2 * bench.rounds)
        say(f"identities, {pattern}, as fast as they can")
        table(["", "moves/s", "+- %"], [[name, f"{median(of, 'moves_a_second'):,.0f}", f"{spread(values(of, 'moves_a_second')):.0f}"]
                                        for name, of in results.items()])
        bench.targets.at_least(f"{pattern}: moves/s with players, of those without",
                               ratios(results, "somebody", "nobody", "moves_a_second"), 0.97)
    rooms = ["--idle-rooms", "--game", "selfish", "--seats", 4, "--rooms", sizes.idle_rooms, "--rooms-a-connection", 100]
    bytes_each = {name: [] for name in both}
    for _ in range(1 if bench.quick else bench.rounds):
        for name, (side, *more) in both.items():
            with side() as (port, pid):
                bytes_each[name].append(sides.load(port, *rooms, *more, pid=pid)["bytes_each"])
    bench.results["identities, bytes a room"] = bytes_each
    say("identities: bytes of memory for each idle room of four")
    table(["", "bytes", "+- %"], [[name, f"{statistics.median(of):,.0f}", f"{spread(of):.0f}"] for name, of in bytes_each.items()])
    bench.targets.at_most("bytes an idle room with players, of those without",
                          [some / none for some, none in zip(bytes_each["somebody"], bytes_each["nobody"])], 1.03)


def growth(bench):
    """Measures the CPU time of a move at a constant rate: with a growing number of rooms and constant connections, and in
    the pattern "tables" with a growing number of connections. For the latter also with the ceiling, whose growth is that of
    the operating system."""
    rate, fewest = bench.sizes.growth_rate, bench.sizes.growth_rooms[0]
    rooms = {f"{count:,} rooms": (count, count // fewest) for count in bench.sizes.growth_rooms}
    connections = {f"{count:,} connections": (count // bench.seats, 1) for count in bench.sizes.growth_connections}
    sides = {}
    for name, (count, of_connection) in (rooms | connections).items():
        # Warm up until every room has made a move, which takes at most twice the time between two moves of a room.
        flags = ["--rooms", count, "--rooms-a-connection", of_connection,
                 "--warm-up", bench.sizes.warm_up / 3 + 2 * count / rate]
        sides[name] = [bench.sides.tefuda, *flags]
        if name in connections:
            sides[f"ceiling, {name}"] = [bench.sides.ceiling, *flags]
    results = bench.in_turn("growth", sides, "--rate", rate, rounds=GROWTH_ROUNDS * bench.rounds)
    costs = {name: [cpu_us(result, "moves_a_second") for result in of] for name, of in results.items()}
    middle = {name: statistics.median(of) for name, of in costs.items()}

    def cells(name):
        return f"{middle[name]:.1f}", f"{spread(costs[name]):.0f}", f"{median(results[name], 'latency_us', 'p99'):,.0f}"

    say(f"growth: {rate:,} moves/s in all, over {fewest * bench.seats} connections")
    table(["", "moves/s", "CPU us a move", "+- %", "p99 us"],
          [[name, f"{median(results[name], 'moves_a_second'):,.0f}", *cells(name)] for name in rooms])
    say(f"growth: {rate:,} moves/s in all, a connection for each seat")
    table(["", "moves/s", "CPU us a move", "+- %", "p99 us", "ceiling's CPU us", "+- %", "p99 us", "ours less that"],
          [[name, f"{median(results[name], 'moves_a_second'):,.0f}", *cells(name), *cells(f"ceiling, {name}"),
            f"{middle[name] - middle[f'ceiling, {name}']:.1f}"] for name in connections])
    growth_targets(bench, [middle[name] for name in rooms],
                   [(middle[name], middle[f"ceiling, {name}"]) for name in connections])


def growth_targets(bench, of_rooms, of_connections):
    """\\param of_rooms the CPU time of a move, for each number of rooms \\param of_connections the same for each number of
    connections, in pairs of the server's and the ceiling's"""
    least = min(ceiling for _, ceiling in of_connections)
    less = [ours - (ceiling - least) for ours, ceiling in of_connections]
    for what, costs in (("rooms", of_rooms), ("connections, less the ceiling's growth", less)):
        bench.targets.at_most(f"CPU a move in more and more {what}: the most, of the least", [max(costs) / min(costs)],
                              1.2)


def threads(bench):
    """Measures the server with one thread and with two. Server and load share both cores in both cases."""
    results = bench.results["threads"] = {1: [], 2: []}
    for _ in range(bench.rounds):
        for count, of in results.items():
            show_progress(f"threads: {count}")
            both = f"{SERVER_CORE},{LOAD_CORE}"
            side = partial(bench.sides.tefuda, threads=count, cores=both)
            of.append(bench.measure(side, *bench.patterns["tables"], cores=both))
    show_progress("")
    say("threads: tables; server and load share two cores")
    table(["threads", "moves/s", "+- %", "CPU us an update", "server CPU", "load CPU"],
          [[count, f"{median(of, 'moves_a_second'):,.0f}", f"{spread(values(of, 'moves_a_second')):.0f}",
            f"{statistics.median(map(cpu_us, of)):.1f}", f"{median(of, 'server_cpu'):.2f}",
            f"{median(of, 'load_cpu'):.2f}"] for count, of in results.items()])


def rules(bench):
    """Measures the engines without server, sockets and JSON."""
    show_progress("rules")
    results = {}
    for of in bench.sides.rules(f"--benchmark_min_time={0.01 if bench.smoke else 0.1}",
                                f"--benchmark_repetitions={bench.rounds}",
                                "--benchmark_enable_random_interleaving=true"):
        if of["run_type"] == "iteration":
            results.setdefault(of["run_name"], []).append(of)
    show_progress("")
    bench.results["rules"] = results = dict(sorted(results.items()))
    say("rules: one core, default options, the usual number of seats")
    table(["", "moves/s", "+- %", "ns each", "allocations each"],
          [[name, f"{median(of, 'moves'):,.0f}", f"{spread(values(of, 'moves')):.0f}",
            f"{median(of, 'each') * 1e9:,.0f}", f"{median(of, 'allocations'):.2f}"] for name, of in results.items()])
    for name, of in results.items():
        game, what = name.split("/")
        if what == "random play":
            least = 2_000_000 if game in ("fortyone", "selfish") else 500_000
            bench.targets.at_least(f"rules, {game}: moves/s of random play", values(of, "moves"), least)
        if what in ("view", "replay"):
            bench.targets.at_most(f"rules, {game}: allocations a {'view' if what == 'view' else 'move'}",
                                  [round(number, 1) for number in values(of, "allocations")], 0)


SECTIONS = {"throughput": throughput, "latency": latency, "idle": idle, "growth": growth, "threads": threads,
            "rules": rules}


def database(bench):
    # It needs packages that the other sections do not.
    from database import measure
    measure(bench)


# Run only if they are named.
MORE_SECTIONS = {"database": database, "identities": identities}


def read_arguments():
    parser = argparse.ArgumentParser(prog="tests/bench/run", description=__doc__.splitlines()[0])
    parser.add_argument("sections", nargs="*", metavar="SECTION",
                        help=f"the sections to run: {', '.join(SECTIONS)} (default: these), {', '.join(MORE_SECTIONS)}")
    parser.add_argument("--quick", action="store_true", help="take only a few minutes: 2 seconds, 2 rounds")
    parser.add_argument("--smoke", action="store_true", help="use a few rooms for a short time, to check that the bench works")
    parser.add_argument("--seconds", type=float, help="duration of each measurement (default 5)")
    parser.add_argument("--rounds", type=int, help="number of rounds (default 3)")
    parser.add_argument("--urgent", action="store_true",
                        help="run server and load before all other programs on this machine (root only)")
    parser.add_argument("--no-peers", action="store_true", help="do not measure Colyseus and boardgame.io")
    parser.add_argument("--game", default="fortyone", help="the game to play (default fortyone; the peers always play it)")
    parser.add_argument("--seats", type=int, default=2, help="number of seats (default 2)")
    parser.add_argument("--updates", choices=["full", "events"], default="full", help="the update mode (default full)")
    parser.add_argument("--json", type=Path, help="write all results to this file")
    arguments = parser.parse_args()
    seconds, rounds = (1, 1) if arguments.smoke else (2, 2) if arguments.quick else (5, 3)
    arguments.seconds = arguments.seconds or seconds
    arguments.rounds = arguments.rounds or rounds
    unknown = set(arguments.sections) - set(SECTIONS) - set(MORE_SECTIONS)
    if unknown:
        parser.error(f"there is no section {', '.join(sorted(unknown))}")
    if len(os.sched_getaffinity(0)) < 2:
        sys.exit("Two cores are needed: one for the server, one for the load.")
    return arguments


def main():
    arguments = read_arguments()
    bench = Bench(arguments)
    for name in arguments.sections or SECTIONS:
        (SECTIONS | MORE_SECTIONS)[name](bench)
    bench.targets.show()
    if arguments.json:
        arguments.json.write_text(json.dumps({"targets": bench.targets.lines, "results": bench.results}, indent=1))


if __name__ == "__main__":
    main()
