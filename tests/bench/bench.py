"""Runs the benchmarks side by side and prints what they say as tables. Started by tests/bench/run, which builds.

Every comparison is made in one run: the sides take turns, a few rounds each, and what is quoted is the median. The
server (or whatever stands in for it) has core 0, the load core 1.
"""

import argparse
import contextlib
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
BIN = TOP / "build/release/bin"

# Patterns of play: friends, each with a socket of their own; and bots that sit in many rooms at once.
PATTERNS = {"tables": ["--rooms", "64", "--rooms-a-connection", "1"],
            "bot farm": ["--rooms", "1024", "--rooms-a-connection", "16"]}


def say(text):
    print(text, flush=True)


def table(head, rows):
    rows = [[str(cell) for cell in row] for row in [head, *rows]]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    for number, row in enumerate(rows):
        say("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |")
        if number == 0:
            say("|" + "|".join("-" * (width + 2) for width in widths) + "|")
    say("")


class Bench:
    def __init__(self, arguments):
        self.seconds = arguments.seconds
        self.rounds = arguments.rounds
        self.game = ["--game", arguments.game, "--seats", str(arguments.seats), "--updates", arguments.updates]
        self.results = {}
        self.folder = tempfile.TemporaryDirectory()
        self._trace = None

    @contextlib.contextmanager
    def started(self, *command, cores="0"):
        """Something that serves and prints its address; gives its port and process id."""
        process = subprocess.Popen(["taskset", "-c", cores, *map(str, command)], stdout=subprocess.PIPE, text=True)
        try:
            port = None
            for line in process.stdout:
                if found := re.search(r"http://[^:]+:(\d+)/", line):
                    port = int(found[1])
                    break
            if port is None:
                raise SystemExit(f"{command[0]} did not start")
            yield port, process.pid
        finally:
            process.terminate()
            process.wait()

    def server(self, *flags, threads=1, cores="0"):
        return self.started(BIN / "tefuda-server", "--port", "0", "--no-limits", "--log-level", "warn",
                            "--threads", threads, *flags, cores=cores)

    def durable(self):
        return self.server("--data", tempfile.mkdtemp(dir=self.folder.name))

    def ceiling(self):
        return self.started(BIN / "tefuda-ceiling", self.trace())

    def trace(self):
        if self._trace is None:
            self._trace = Path(self.folder.name) / "trace"
            with self.server() as (port, _):
                self.load(port, *self.game, "--record", self._trace)
        return self._trace

    def load(self, port, *flags, pid=None, cores="1"):
        command = ["taskset", "-c", cores, BIN / "tefuda-load", "--port", port, *flags]
        if pid:
            command += ["--server-pid", pid]
        done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"the load failed: {' '.join(map(str, command))}")
        return json.loads(done.stdout) if done.stdout.strip() else None

    def measure(self, side, *flags, **options):
        with side() as (port, pid):
            return self.load(port, *self.game, "--seconds", self.seconds, *flags, pid=pid, **options)

    def in_turn(self, sides, *flags):
        """Each side a few times, in turn: a list of results for each."""
        results = {name: [] for name in sides}
        for _ in range(self.rounds):
            for name, side in sides.items():
                results[name].append(self.measure(side, *flags))
        return results


def median(results, *path):
    values = []
    for result in results:
        for key in path:
            result = result[key]
        values.append(result)
    return statistics.median(values)


def ratio(results, name, base, *path):
    """The median of the ratios of neighbours."""
    pairs = zip(results[name], results[base])
    return statistics.median(median([one], *path) / median([other], *path) for one, other in pairs)


def throughput(bench):
    sides = {"ceiling": bench.ceiling, "tefuda, journal off": bench.server, "tefuda, journal on": bench.durable}
    for pattern, flags in PATTERNS.items():
        results = bench.results[pattern] = bench.in_turn(sides, *flags)
        say(f"{pattern}: {' '.join(flags)}")
        table(["", "moves/s", "updates/s", "MB/s", "p50 us", "p99 us", "p99.9 us", "server CPU", "load CPU", "of ceiling"],
              [[name, f"{median(of, 'moves_a_second'):,.0f}", f"{median(of, 'updates_a_second'):,.0f}",
                f"{median(of, 'bytes_a_second_out') / 1e6:.1f}", *(f"{median(of, 'latency_us', p):,.0f}"
                                                                  for p in ("p50", "p99", "p99_9")),
                f"{median(of, 'server_cpu'):.2f}", f"{median(of, 'load_cpu'):.2f}",
                f"{ratio(results, name, 'ceiling', 'updates_a_second'):.2f}"] for name, of in results.items()])


def latency(bench):
    """At half of what the server can do at most, and the same rate at the ceiling."""
    flags = PATTERNS["tables"]
    most = bench.measure(bench.server, *flags)["moves_a_second"]
    results = bench.results["latency"] = bench.in_turn({"ceiling": bench.ceiling, "tefuda": bench.server},
                                                       *flags, "--rate", most / 2)
    say(f"latency at {most / 2:,.0f} moves/s, half of the most")
    table(["", "p50 us", "p99 us", "p99.9 us", "p99 of ceiling"],
          [[name, *(f"{median(of, 'latency_us', p):,.0f}" for p in ("p50", "p99", "p99_9")),
            f"{ratio(results, name, 'ceiling', 'latency_us', 'p99'):.2f}"] for name, of in results.items()])


def idle(bench):
    """Memory of what does nothing."""
    rows = []
    for name, side in {"ceiling": bench.ceiling, "tefuda": bench.server}.items():
        with side() as (port, pid):
            connections = bench.load(port, "--idle-connections", 9000, pid=pid)
        with bench.server() as (port, pid):
            rooms = bench.load(port, "--game", "selfish", "--seats", 4, "--idle-rooms", "--rooms", 10000,
                               "--rooms-a-connection", 100, pid=pid) if name == "tefuda" else None
        bench.results[f"idle {name}"] = {"connections": connections, "rooms": rooms}
        rows.append([name, f"{connections['bytes_each']:,.0f}", f"{rooms['bytes_each']:,.0f}" if rooms else "-"])
    say("idle: bytes of memory for each of 9,000 connections, and for each of 10,000 rooms of four beside them")
    table(["", "connection", "room of four"], rows)


def growth(bench):
    """The same moves a second in more and more rooms: what a move costs the server."""
    rows = []
    for rooms in (10, 100, 1000, 10000):
        flags = ["--rooms", rooms, "--rooms-a-connection", max(1, rooms // 1000), "--rate", 5000]
        results = [bench.measure(bench.server, *flags) for _ in range(bench.rounds)]
        bench.results[f"growth {rooms}"] = results
        cost = statistics.median(of["server_cpu"] / of["moves_a_second"] * 1e6 for of in results)
        rows.append([f"{rooms:,}", f"{median(results, 'moves_a_second'):,.0f}", f"{cost:.1f}",
                     f"{median(results, 'latency_us', 'p99'):,.0f}"])
    say("growth: 5,000 moves/s in all")
    table(["rooms", "moves/s", "CPU us a move", "p99 us"], rows)


def threads(bench):
    """One thread and two. Server and load share both cores, in both cases."""
    rows = []
    for count in (1, 2):
        results = [bench.measure(lambda: bench.server(threads=count, cores="0,1"), *PATTERNS["tables"], cores="0,1")
                   for _ in range(bench.rounds)]
        bench.results[f"threads {count}"] = results
        rows.append([count, f"{median(results, 'moves_a_second'):,.0f}", f"{median(results, 'server_cpu'):.2f}",
                     f"{median(results, 'load_cpu'):.2f}"])
    say("threads: server and load share two cores")
    table(["threads", "moves/s", "server CPU", "load CPU"], rows)


def rules(bench):
    """The engines alone."""
    done = subprocess.run(["taskset", "-c", "0", BIN / "tefuda-rules-bench", "--benchmark_format=json",
                           "--benchmark_min_time=0.3"], stdout=subprocess.PIPE, text=True, check=True)
    figures = json.loads(done.stdout)["benchmarks"]
    bench.results["rules"] = figures
    say("rules: one core, default options, the usual number of seats")
    table(["", "moves/s", "ns each", "allocations each"],
          [[of["name"], f"{of['moves']:,.0f}", f"{of['each'] * 1e9:,.0f}", f"{of['allocations']:.2f}"] for of in figures])


SECTIONS = {"throughput": throughput, "latency": latency, "idle": idle, "growth": growth, "threads": threads,
            "rules": rules}


def main():
    parser = argparse.ArgumentParser(prog="tests/bench/run", description=__doc__.splitlines()[0])
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"of {', '.join(SECTIONS)} (default: all)")
    parser.add_argument("--seconds", type=float, default=5, help="for each measurement (default 5)")
    parser.add_argument("--rounds", type=int, default=3, help="how often the sides take turns (default 3)")
    parser.add_argument("--game", default="fortyone")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--updates", choices=["full", "events"], default="full")
    parser.add_argument("--json", type=Path, help="where to write all results")
    arguments = parser.parse_args()
    unknown = set(arguments.sections) - set(SECTIONS)
    if unknown:
        parser.error(f"there is no section {', '.join(sorted(unknown))}")
    if len(os.sched_getaffinity(0)) < 2:
        sys.exit("Two cores are needed: one for the server, one for the load.")
    bench = Bench(arguments)
    for name in arguments.sections or SECTIONS:
        SECTIONS[name](bench)
    if arguments.json:
        arguments.json.write_text(json.dumps(bench.results, indent=1))


if __name__ == "__main__":
    main()
