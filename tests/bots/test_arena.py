"""Tests of tefuda-arena: it finds the better player on shared deals, and reports correct intervals."""
import csv
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KIT = ROOT / "clients/bots/python"
sys.path.insert(0, str(KIT))

from tefuda.arena.schedule import seatings, server_seed  # noqa: E402
from tefuda.arena.statistics import Estimate, estimates, win_share  # noqa: E402
from tefuda.arena.tournament import Match  # noqa: E402

SERVER = os.environ.get("TEFUDA_SERVER", str(ROOT / "build/release/bin/tefuda-server"))
TIMEOUT = 120


def result_of(*ranks):
    return {"winners": [seat for seat, rank in enumerate(ranks) if rank == 1], "ranks": list(ranks)}


class Schedule(unittest.TestCase):
    def test_each_player_has_the_first_seat_once(self):
        self.assertEqual(seatings(2, 2, False), [(0, 1), (1, 0)])
        self.assertEqual(seatings(2, 4, False), [(0, 1, 0, 1), (1, 0, 1, 0)])
        self.assertEqual(seatings(2, 3, False), [(0, 1, 0), (1, 0, 1)])
        self.assertEqual(seatings(3, 3, False), [(0, 1, 2), (1, 2, 0), (2, 0, 1)])

    def test_every_order_of_the_players_can_be_scheduled(self):
        self.assertEqual(len(seatings(3, 3, True)), 6)
        self.assertEqual(len(seatings(2, 4, True)), 6)
        self.assertEqual(len(seatings(2, 3, True)), 6)

    def test_a_deal_has_its_own_seed(self):
        self.assertRegex(server_seed("0", 1), "^[0-9a-f]{64}$")
        self.assertEqual(len({server_seed(seed, deal) for seed in "01" for deal in range(50)}), 100)


class Statistics(unittest.TestCase):
    def test_winners_share_the_win(self):
        self.assertEqual(win_share(result_of(1, 2), [0]), 1)
        self.assertEqual(win_share(result_of(1, 3, 1, 3), [0, 2]), 1)
        self.assertEqual(win_share(result_of(1, 1, 3), [0]), 0.5)
        self.assertEqual(win_share({"winners": [], "ranks": [1, 1, 1, 1]}, [0, 1]), 0.5)

    def test_an_interval_matches_one_computed_by_hand(self):
        # mean 3, standard deviation √2.5, t quantile for 4 degrees of freedom 2.776
        estimate = Estimate([1, 2, 3, 4, 5])
        self.assertAlmostEqual(estimate.mean, 3)
        self.assertAlmostEqual(estimate.half, 2.776 * (2.5 / 5) ** 0.5, 2)

    def test_luck_that_both_seatings_share_cancels(self):
        # The first seat always wins, so both players are exactly even, with intervals of width 0.
        matches = [Match(deal, seating, "", result_of(1, 2)) for deal in range(5) for seating in ((0, 1), (1, 0))]
        for wins, rank in estimates(matches, 2):
            self.assertEqual((wins.mean, wins.half, rank.mean, rank.half), (0.5, 0, 1.5, 0))

    def test_95_percent_of_the_intervals_cover_the_mean(self):
        chance = random.Random(5)
        covered = 0
        for _ in range(1000):
            estimate = Estimate([chance.choice((0, 0.5, 1)) for _ in range(50)])
            covered += abs(estimate.mean - 0.5) <= estimate.half
        self.assertTrue(930 <= covered <= 970, covered)


class Arena(unittest.TestCase):
    def run_arena(self, *arguments, status=0):
        environment = dict(os.environ, PYTHONPATH=os.pathsep.join([str(KIT), str(Path(__file__).parent)]))
        done = subprocess.run([sys.executable, "-m", "tefuda.arena", "--server", SERVER, *arguments],
                              capture_output=True, text=True, env=environment, timeout=TIMEOUT)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout if status == 0 else done.stderr

    def rows(self, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "matches.csv"
            out = self.run_arena(*arguments, "--csv", str(path))
            with path.open(encoding="utf-8", newline="") as file:
                return out, list(csv.DictReader(file))

    def test_the_worse_player_is_rated_worse(self):
        out = self.run_arena("arena_players:Passer", "arena_players:Chance", "--game", "sugekari21", "--matches", "60")
        passer, chance = (line.split() for line in out.splitlines()[2:4])
        self.assertLess(float(passer[1]) + float(passer[3]), 50, out)
        self.assertGreater(float(chance[1]) - float(chance[3]), 50, out)
        self.assertGreater(float(passer[5]), float(chance[5]), out)

    def test_both_have_each_seat_on_each_deal(self):
        _, rows = self.rows("easy", "arena_players:Chance", "--game", "twentytwo", "--seats", "4", "--matches", "6")
        self.assertEqual(len(rows), 6 * 4)
        held = {(row["deal"], row["seat"], row["player"]) for row in rows}
        self.assertEqual(len(held), 3 * 4 * 2)

    def test_the_same_seed_gives_the_same_matches(self):
        def play(seed):
            _, rows = self.rows("arena_players:Fixed", "arena_players:Chance", "--game", "fortyone", "--matches", "6",
                                "--seed", seed, "--jobs", "3")
            return [{**row, "room": ""} for row in rows]

        first = play("a")
        self.assertEqual(first, play("a"))
        self.assertNotEqual(first, play("b"))

    def test_the_same_player_in_both_places_is_even_on_each_deal(self):
        # Both players choose alike, so the second seating repeats the first with the names exchanged.
        out, rows = self.rows("arena_players:Fixed", "arena_players:Fixed", "--game", "sugekari21", "--matches", "10")
        for line in out.splitlines()[2:4]:
            self.assertIn("50.0 ± 0.0", line)
        self.assertEqual({row["seat"] for row in rows}, {"0", "1"})

    def test_a_command_can_be_a_player(self):
        bot = f"{sys.executable} {KIT / 'bot.py'}"
        out = self.run_arena("easy", bot, "--game", "selfish", "--seats", "2", "--matches", "2")
        self.assertIn("2 matches", out)

    def test_all_players_can_be_built_in_bots(self):
        out = self.run_arena("easy", "normal", "hard", "--game", "ttpageone", "--seats", "3", "--matches", "3",
                             "--server-flag=--bot-think=5")
        self.assertEqual(len(out.splitlines()), 5)

    def test_the_error_names_a_program_that_fails(self):
        self.assertIn("`false`", self.run_arena("easy", "false", "--game", "fortyone", status=1))

    def test_the_error_says_what_is_wrong(self):
        self.assertIn("unknown_game", self.run_arena("easy", "easy", "--game", "chess", status=1))
        self.assertIn("no_such_class", self.run_arena("easy", "arena_players:no_such_class", "--game", "fortyone", status=1))
        self.assertIn("seat for each", self.run_arena("easy", "easy", "easy", "--game", "fortyone", status=2))


if __name__ == "__main__":
    unittest.main()
