"""Tests of tefuda-arena: it finds the better player on shared deals, and reports correct intervals."""
import asyncio
import csv
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KIT = ROOT / "clients/bots/python"
sys.path.insert(0, str(KIT))

from tefuda.arena.ratings import cross_table, ratings  # noqa: E402
from tefuda.arena.schedule import round_robin, seatings, server_seed  # noqa: E402
from tefuda.arena.statistics import Estimate, estimates, win_share  # noqa: E402
from tefuda.arena.store import Store  # noqa: E402
from tefuda.arena.tournament import Clock, Match, all_of  # noqa: E402
from tefuda.seat import Seat  # noqa: E402

SERVER = os.environ.get("TEFUDA_SERVER", str(ROOT / "build/release/bin/tefuda-server"))
TIMEOUT = 120


def result_of(*ranks):
    return {"winners": [seat for seat, rank in enumerate(ranks) if rank == 1], "ranks": list(ranks)}


class Stored(unittest.TestCase):
    SETTING = {"game": "fortyone"}

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "run.jsonl"

    def open(self):
        store = Store(self.path, self.SETTING)
        self.addCleanup(store.close)
        return store

    def write_two_matches(self):
        store = self.open()
        for deal in range(2):
            store.add(Match(deal, (0, 1), "K7QX2MNP", result_of(1, 2)))
        store.close()
        return self.path.read_bytes()

    def test_a_half_last_line_is_cut_off_and_the_run_goes_on(self):
        whole = self.write_two_matches()
        third = whole.splitlines(keepends=True)[-1].replace(b'"deal": 1', b'"deal": 2')
        for length in range(1, len(third)):
            self.path.write_bytes(whole + third[:length])
            store = self.open()
            self.assertEqual([match.deal for match in store.matches], [0, 1])
            store.add(Match(2, (0, 1), "K7QX2MNP", result_of(1, 2)))
            store.close()
            self.assertEqual(self.path.read_bytes(), whole + third)

    def test_whole_lines_are_never_written_again(self):
        """So a full disk, or a kill, takes nothing that was stored."""
        whole = self.write_two_matches()
        self.path.write_bytes(whole + b'{"deal": 2')
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
        try:
            self.assertEqual(len(self.open().matches), 2)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        self.assertEqual(self.path.read_bytes(), whole)


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

    def test_the_interval_of_single_successes_is_wilsons(self):
        # 4 of 20: Wilson's interval with the t quantile 2.093 for z, computed by hand
        estimate = Estimate([1] * 4 + [0] * 16)
        self.assertAlmostEqual(estimate.mean, 0.2)
        self.assertAlmostEqual(estimate.low, 0.0747, 2)
        self.assertAlmostEqual(estimate.high, 0.4349, 2)

    def test_no_success_is_no_proof_of_zero(self):
        estimate = Estimate([0] * 50)
        self.assertEqual((estimate.mean, estimate.low), (0, 0))
        self.assertTrue(0.05 < estimate.high < 0.1, estimate.high)
        self.assertEqual(Estimate([1] * 50).high, 1)

    def test_luck_that_both_seatings_share_nearly_cancels(self):
        # The first seat always wins, so both players are exactly even on every deal.
        matches = [Match(deal, seating, "", result_of(1, 2)) for deal in range(50) for seating in ((0, 1), (1, 0))]
        for wins, rank in estimates(matches, 2):
            self.assertEqual((wins.mean, rank.mean), (0.5, 1.5))
            self.assertLess(wins.high - wins.low, 0.05)
        lucky = [Estimate([0, 1] * 25), Estimate([0.5] * 50)]
        self.assertGreater(lucky[0].high - lucky[0].low, 5 * (lucky[1].high - lucky[1].low))

    def test_about_95_percent_of_the_intervals_hold_the_truth_and_none_leaves_the_range(self):
        chance = random.Random(5)
        # The share of wins of one match, and the chance that both seatings of a deal end alike.
        for truth, alike in ((0.005, 0), (0.02, 0.5), (0.2, 0), (0.5, 0.5), (0.98, 0), (0.995, 0.9)):
            covered = 0
            for _ in range(600):
                deals = []
                for _ in range(200):
                    first = chance.random() < truth
                    deals.append((first + (first if chance.random() < alike else chance.random() < truth)) / 2)
                estimate = Estimate(deals)
                self.assertTrue(0 <= estimate.low <= estimate.mean <= estimate.high <= 1)
                covered += estimate.low <= truth <= estimate.high
            self.assertGreaterEqual(covered, 600 * 0.92, truth)


class Ratings(unittest.TestCase):
    def matches(self, strengths, deals, seed=1):
        """Matches of each pair, in both seatings, as the model has them."""
        chance = random.Random(seed)
        found = []
        for deal in range(deals):
            for seating in round_robin(len(strengths), 2, False):
                one, other = (strengths[player] for player in seating)
                first = chance.random() < one / (one + other)
                found.append(Match(deal, seating, "", result_of(*((1, 2) if first else (2, 1)))))
        return found

    def test_the_ratings_of_known_strengths_are_found(self):
        # 1, 2 and 4: 120.4 points from one to the next
        low, middle, high = ratings(self.matches([1, 2, 4], 1000), 3, anchor=1, at=1000)
        self.assertEqual(middle, {"mean": 1000, "low": 1000, "high": 1000})
        self.assertAlmostEqual(1000 - low["mean"], 120.4, delta=20)
        self.assertAlmostEqual(high["mean"] - 1000, 120.4, delta=20)

    def test_about_95_percent_of_the_intervals_hold_the_true_difference(self):
        # Also with few deals, and beside a player who never wins.
        for points, deals in (((0, -60, 60), 20), ((0, 120), 60), ((0, 100, -1500), 25)):
            held = count = 0
            strengths = [10 ** (one / 400) for one in points]
            for seed in range(300):
                for true, found in zip(points[1:], ratings(self.matches(strengths, deals, seed), len(points), seed=seed)[1:]):
                    if "mean" in found:
                        count += 1
                        held += found["low"] <= true <= found["high"]
            self.assertTrue(0.93 <= held / count <= 0.97, (points, held, count))

    def test_who_never_wins_is_below_a_number_and_leaves_the_others_alone(self):
        others = self.matches([1, 2], 30)
        lost = [Match(deal, (0, 2), "", result_of(1, 2)) for deal in range(30)]
        first, second, hopeless = ratings(others + lost, 3)
        self.assertEqual([first, second], ratings(others, 2))
        self.assertEqual([*hopeless], ["below"])
        # 30 losses have a chance of 5 % at a share of 1 - 0.05 ** (1 / 30) = 9.5 %: -391 points
        self.assertAlmostEqual(hopeless["below"], -391, delta=2)
        won = [Match(deal, (0, 2), "", result_of(2, 1)) for deal in range(30)]
        self.assertAlmostEqual(ratings(others + won, 3)[2]["above"], 391, delta=2)
        self.assertEqual(ratings(others, 3)[2], {})

    def test_too_few_deals_have_no_interval(self):
        matches = [Match(deal, (0, 1), "", result_of(*ranks)) for deal in range(2) for ranks in ((1, 2), (2, 1))]
        _, other = ratings(matches, 2)
        self.assertEqual((other["low"], other["high"]), (None, None))

    def test_the_cross_table_has_each_pair(self):
        matches = [Match(0, (0, 1), "", result_of(1, 2)), Match(0, (2, 0), "", result_of(1, 1))]
        self.assertEqual(cross_table(matches, 3), [[None, 1, 0.5], [0, None, None], [0.5, None, None]])


class Waiting(unittest.IsolatedAsyncioTestCase):
    async def test_a_match_is_done_when_each_of_its_players_is(self):
        watched, player = asyncio.Future(), asyncio.Future()
        waiting = asyncio.ensure_future(all_of([watched, player], Clock(), 0))
        watched.set_result(None)
        for _ in range(10):
            await asyncio.sleep(0)
        self.assertFalse(waiting.done())
        player.set_result(0)
        await waiting

    async def test_who_watches_comes_back_as_a_spectator(self):
        watching = Seat(None, "K7QX2MNP", None, 1)
        watching.bot = Clock()
        for _ in range(2):
            watching.receive({"type": "joined", "re": 1, "room": "K7QX2MNP", "seat": None})
            self.assertEqual(watching.hello()["role"], "spectator")
        self.assertFalse(watching.done.done())

    async def test_the_first_error_ends_the_wait(self):
        failing = asyncio.Future()
        failing.set_exception(KeyError())
        with self.assertRaises(KeyError):
            await all_of([asyncio.Future(), failing], Clock(), 0)


class Arena(unittest.TestCase):
    def run_arena(self, *arguments, status=0, environment=None, whole=False):
        environment = dict(os.environ, PYTHONPATH=os.pathsep.join([str(KIT), str(Path(__file__).parent)]), **environment or {})
        done = subprocess.run([sys.executable, "-m", "tefuda.arena", "--server", SERVER, *arguments],
                              capture_output=True, text=True, env=environment, timeout=TIMEOUT)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done if whole else done.stdout if status == 0 else done.stderr

    def rows(self, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "matches.csv"
            out = self.run_arena(*arguments, "--csv", str(path))
            with path.open(encoding="utf-8", newline="") as file:
                return out, list(csv.DictReader(file))

    def test_the_worse_player_is_rated_worse(self):
        out = self.run_arena("arena_players:Passer", "arena_players:Chance", "--game", "sugekari21", "--matches", "60")
        # The better one comes first.
        chance, passer = (line.split() for line in out.splitlines()[2:4])
        self.assertEqual((chance[0], passer[0]), ("arena_players:Chance", "arena_players:Passer"))
        low, high = (tuple(map(float, words[2].strip("()").split("–"))) for words in (passer, chance))
        self.assertLess(low[1], 50, out)
        self.assertGreater(high[0], 50, out)
        self.assertGreater(float(passer[4]), float(chance[4]), out)

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

    def test_the_same_seed_repeats_matches_of_built_in_bots_that_play_at_random(self):
        def play(game, seats, seed):
            _, rows = self.rows("easy", "normal", "--game", game, "--seats", seats, "--matches", "8", "--seed", seed,
                                "--jobs", "4")
            return [{**row, "room": ""} for row in rows]

        for game, seats in (("sugekari21", "4"), ("twentytwo", "4"), ("ttpageone", "3")):
            first = play(game, seats, "a")
            self.assertEqual(first, play(game, seats, "a"))
            self.assertNotEqual(first, play(game, seats, "b"))

    def test_the_same_player_in_both_places_is_even_on_each_deal(self):
        # Both players choose alike, so the second seating repeats the first with the names exchanged.
        out, rows = self.rows("arena_players:Fixed", "arena_players:Fixed", "--game", "sugekari21", "--seats", "2", "--matches", "10")
        for line in out.splitlines()[2:4]:
            self.assertRegex(line, r" 50\.0 \(")
        self.assertEqual({row["seat"] for row in rows}, {"0", "1"})

    def test_a_round_robin_tells_its_results_in_every_form(self):
        with tempfile.TemporaryDirectory() as folder:
            data, page = Path(folder) / "results.json", Path(folder) / "results.html"
            out = self.run_arena("easy", "normal", "arena_players:Chance", "--game", "fortyone", "--matches", "12",
                                 "--round-robin", "--json", str(data), "--html", str(page))
            results = json.loads(data.read_text(encoding="utf-8"))
            self.assertEqual((results["matches"], results["deals"], results["seatings"]), (12, 2, 6))
            self.assertEqual(results["anchor"], "normal")
            shares = [one["wins"]["mean"] for one in results["players"] if "mean" in one["rating"]]
            self.assertEqual(shares, sorted(shares, reverse=True))
            self.assertEqual([row[n] for n, row in enumerate(results["cross_table"])], [None] * 3)
            self.assertIn("wins % against", out)
            self.assertIn("(anchor)", out)
            for words in ("<svg", "arena_players:Chance", "12 matches", 'name="viewport"', "color-scheme:light dark",
                          "tefuda-arena --server", "version "):
                self.assertIn(words, page.read_text(encoding="utf-8"))

    def test_players_have_names_and_any_of_them_is_the_anchor(self):
        out = self.run_arena("weak one=easy", "other=arena_players:Chance", "--game", "fortyone", "--matches", "12",
                             "--round-robin", "--anchor", "other=1500")
        self.assertRegex(out, r"other +\+1500 \(anchor\)")
        self.assertIn("weak one", out)
        self.assertIn("--anchor nobody: the players are easy, normal",
                      self.run_arena("easy", "normal", "--game", "fortyone", "--matches", "2", "--round-robin", "--anchor", "nobody", status=1))

    def test_the_number_of_seats_is_the_games_own_without_another(self):
        self.assertIn("ttpageone, 4 seats", self.run_arena("easy", "easy", "--game", "ttpageone", "--matches", "2"))

    def test_a_run_that_was_stopped_goes_on(self):
        players = ["arena_players:Fixed", "arena_players:Chance", "--game", "fortyone", "--matches", "6"]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "run"
            whole = self.run_arena(*players, "--store", str(path))
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
            self.assertEqual(len(lines), 7)
            path.write_text("".join(lines[:4]) + lines[4][:20], encoding="utf-8")
            self.assertEqual(self.run_arena(*players, "--store", str(path)), whole)
            again = path.read_text(encoding="utf-8").splitlines(keepends=True)
            self.assertEqual((len(again), again[:4]), (7, lines[:4]))
            self.assertIn("not '1'", self.run_arena(*players, "--seed", "1", "--store", str(path), status=1))
            self.assertIn("server_flag", self.run_arena(*players, "--server-flag=--bot-think=1", "--store", str(path), status=1))
            self.assertEqual(self.run_arena("--store", str(path), "--report-only"), whole)
            # Of a run that was stopped only deals that are whole count.
            path.write_text("".join(lines[:4]), encoding="utf-8")
            self.assertIn("2 matches", self.run_arena("--store", str(path), "--report-only"))

    def test_every_player_sees_the_end_of_every_match(self):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            done = self.run_arena("arena_players:Logging", "arena_players:Logging", "--game", "selfish", "--seats", "2", "--matches",
                                  "100", "--jobs", "8", environment={"LOG": str(log)}, whole=True)
            self.assertEqual(done.stderr.count("Task"), 0, done.stderr)
            self.assertEqual(log.read_text(), "saw ended\n" * 200)

    def test_illegal_actions_are_counted_and_the_exit_status_says_so(self):
        lawless = f"{sys.executable} {Path(__file__).parent / 'programs/lawless.py'}"
        for player in ("arena_players:Lawless", f"lawless={lawless}"):
            done = self.run_arena(player, "easy", "--game", "selfish", "--seats", "2", "--matches", "2", status=3, whole=True)
            self.assertRegex(done.stdout, r"illegal actions")
            self.assertRegex(done.stderr, r"\d+ actions were illegal, and random ones were played instead")
            counts = {line.split()[0]: int(line.split()[-1]) for line in done.stdout.splitlines()[2:]}
            self.assertEqual(counts.pop("easy"), 0)
            self.assertGreater(*counts.values(), 1)

    def test_a_bot_that_does_nothing_ends_the_run_with_its_name(self):
        self.assertRegex(self.run_arena("easy", "arena_players:Silent", "--game", "fortyone", status=1),
                         r"tefuda-arena: deal \d+: arena_players:Silent in seat \d of room \w+, match 1, failed .*returned None for a decision")
        self.assertRegex(self.run_arena("easy", "arena_players:Asleep", "--game", "fortyone", "--move-seconds", "1", status=1),
                         r"deal \d+: no action for 1 s; the match waits for arena_players:Asleep in seat \d")

    def test_a_command_can_be_a_player(self):
        bot = f"{sys.executable} {KIT / 'bot.py'}"
        out = self.run_arena("easy", bot, "--game", "selfish", "--seats", "2", "--matches", "2")
        self.assertIn("2 matches", out)

    def test_all_players_can_be_built_in_bots(self):
        out = self.run_arena("easy", "normal", "hard", "--game", "ttpageone", "--seats", "3", "--matches", "3",
                             "--server-flag=--bot-think=5")
        self.assertEqual(len(out.splitlines()), 5)

    def test_a_program_that_fails_before_its_match_gets_the_same_deal_again(self):
        with tempfile.TemporaryDirectory() as folder:
            # Fails twice, as if it had lost its connection while it joined.
            program = Path(folder) / "bot"
            program.write_text(f'#!/bin/sh\ncd {folder}\necho >>starts\n[ $(wc -l <starts) -gt 2 ] || exit 1\n'
                               f'exec {sys.executable} {KIT / "bot.py"} "$@"\n')
            program.chmod(0o755)
            out = self.run_arena("easy", str(program), "--game", "selfish", "--seats", "2", "--matches", "2", "--jobs", "1")
            self.assertIn("2 matches", out)
            self.assertEqual((Path(folder) / "starts").read_text(), "\n" * 4)

    def test_the_error_names_a_program_that_fails(self):
        self.assertRegex(self.run_arena("easy", "no=false", "--game", "fortyone", status=1),
                         r"deal \d+: no in seat \d of room \w+, match 1, ended with status 1: `false`")

    def test_the_error_says_what_is_wrong(self):
        self.assertIn("unknown game chess", self.run_arena("easy", "easy", "--game", "chess", status=1))
        self.assertIn("no_such_class", self.run_arena("easy", "arena_players:no_such_class", "--game", "fortyone", status=1))
        self.assertIn("seat for each", self.run_arena("easy", "easy", "easy", "--game", "fortyone", status=1))
