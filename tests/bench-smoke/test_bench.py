"""Tests the whole bench, from its build to its report."""
import json
import math
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BENCH = Path(__file__).resolve().parents[1] / "bench"
sys.path.insert(0, str(BENCH))

from sides import Sides  # noqa: E402

OURS = ["tefuda, journal off", "tefuda, journal on", "tefuda, events only"]
PEERS = ["colyseus", "boardgame.io"]
GAMES = sorted(line.split()[0] for line in (BENCH.parents[1] / "rules/games.txt").read_text().splitlines()
               if line and not line.startswith("#"))
# Installing the peers takes long, so they are measured only if they are already installed.
with_peers = (BENCH / "peers/node_modules/.package-lock.json").exists()


def of_updates(measured):
    return measured["bytes_a_second_out"] / measured["updates_a_second"]


@unittest.skipIf(len(os.sched_getaffinity(0)) < 2, "the bench needs two cores")
class Run(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "results.json"
            command = [BENCH / "run", "--smoke", "--json", out, *([] if with_peers else ["--no-peers"])]
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, timeout=600)
            cls.printed = done.stdout
            if done.returncode != 0:
                raise AssertionError(f"tests/bench/run ended with {done.returncode}\n{done.stdout}")
            whole = json.loads(out.read_text())
        cls.results, cls.targets = whole["results"], whole["targets"]

    def check_played(self, measured):
        self.assertGreater(measured["moves_a_second"], 0)
        # There are two seats, so each move causes two updates; a match's first update is not caused by a move.
        self.assertAlmostEqual(measured["updates_a_second"] / measured["moves_a_second"], 2, delta=0.5)
        self.assertEqual(measured["errors"] or {}, {})
        latency = measured["latency_us"]
        self.assertTrue(0 < latency["p50"] <= latency["p99"] <= latency["p99_9"], latency)
        for cpu in ("server_cpu", "load_cpu"):
            self.assertTrue(0 < measured[cpu] <= 2, measured[cpu])

    def test_every_side_plays_in_both_patterns(self):
        for pattern in ("tables", "bot farm"):
            sides = self.results[pattern]
            self.assertEqual(list(sides), ["ceiling", *OURS, *(PEERS if with_peers else [])])
            for name, (measured,) in sides.items():
                with self.subTest(pattern=pattern, side=name):
                    self.check_played(measured)

    def test_the_ceiling_sends_what_the_server_sends(self):
        for pattern in ("tables", "bot farm"):
            ceiling, (ours,), _, (events,) = (self.results[pattern][name] for name in ["ceiling", *OURS])
            self.assertAlmostEqual(of_updates(ceiling[0]) / of_updates(ours), 1, delta=0.2)
            self.assertLess(of_updates(events), of_updates(ours) / 2)

    def test_latency_is_measured_in_many_rounds(self):
        for name in ("ceiling", "tefuda"):
            self.assertEqual(len(self.results["latency"][name]), 5)
            for measured in self.results["latency"][name]:
                self.check_played(measured)

    def test_a_rate_is_not_exceeded(self):
        connections = ["4 connections", "40 connections"]
        for name in ("2 rooms", "20 rooms", *connections, *(f"ceiling, {name}" for name in connections)):
            self.assertEqual(len(self.results["growth"][name]), 2)
            for measured in self.results["growth"][name]:
                self.check_played(measured)
                # The rate is 5,000, or less if other programs use the CPU. Without a rate it would be about 20,000.
                self.assertLess(measured["moves_a_second"], 9000)

    def test_idle_memory_is_measured_for_connections_and_rooms(self):
        for name, measured in self.results["idle"].items():
            self.assertTrue(100 < measured["connections"][0] < 100_000, (name, measured))
        self.assertTrue(100 < self.results["idle"]["tefuda"]["rooms"][0] < 100_000)

    def test_the_server_uses_the_given_number_of_threads(self):
        (one,), (two,) = self.results["threads"].values()
        self.check_played(one)
        self.check_played(two)
        self.assertEqual(two["server_threads"] - one["server_threads"], 1)

    def test_every_game_is_measured_alone(self):
        self.assertEqual(list(self.results["rules"]),
                         [f"{game}/{what}" for game in GAMES for what in ("legal", "random play", "replay", "view")])
        for name, (measured,) in self.results["rules"].items():
            self.assertGreater(measured["moves"], 0, name)

    def test_the_report_has_every_result_and_target(self):
        rows = [[cell.strip() for cell in line.split("|")[1:-1]]
                for line in self.printed.splitlines() if line.startswith("| ")]
        for names in (self.results["tables"], self.results["rules"], [line["what"] for line in self.targets]):
            for name in names:
                self.assertIn(name, [row[0] for row in rows])
        self.assertEqual(len(self.targets), 4 + (4 if with_peers else 0) + 1 + 2 + 2 + 3 * len(GAMES))
        for line in self.targets:
            self.assertTrue(math.isfinite(line["measured"]), line)
            (row,) = (row for row in rows if row[0] == line["what"])
            self.assertEqual(row[-1], "yes" if line["met"] else "NO")


class Failure(unittest.TestCase):
    def test_a_load_without_a_server_ends_the_bench(self):
        with self.assertRaisesRegex(SystemExit, "the load failed"):
            Sides([], False).load(1)
