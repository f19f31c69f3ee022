"""Tests what verify.py checks of an open board of the day, with a board of recorded replays that is tampered with in every way."""
import contextlib
import copy
import functools
import http.server
import io
import json
import sys
import threading
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REPLAYS = Path(__file__).parent / "replays"
sys.path.insert(0, str(ROOT / "clients/bots/python"))

import verify  # noqa: E402
import verify_board  # noqa: E402
import verify_replay  # noqa: E402


class Site(http.server.BaseHTTPRequestHandler):
    """Answers with documents by path."""

    def __init__(self, documents, *arguments):
        self.documents = documents
        super().__init__(*arguments)

    def do_GET(self):
        document = self.documents.get(self.path)
        body = json.dumps(document).encode()
        self.send_response(404 if document is None else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def recorded_board():
    """\\returns the documents of a site with a board that two humans and a program have finished"""
    replay = json.loads((REPLAYS / "fortyone.json").read_text(encoding="utf-8"))
    replay["entropy"] = ["" for _ in replay["entropy"]]
    seed = bytes.fromhex(replay["server_seed"])
    # Dealt anew, because the recorded players had entropies.
    stream = verify_replay.Stream(verify_replay.final_seed(seed, replay["entropy"]))
    shuffles = verify_replay.Shuffles(replay)
    for entry in replay["chance"]:
        if "shuffle" in entry:
            entry["shuffle"] = stream.shuffle(shuffles.named(replay["shuffled"][len(shuffles.outcomes)], entry["shuffle"]))
            shuffles.outcomes.append(entry["shuffle"])
        elif "order" in entry:
            entry["order"] = stream.shuffle(range(replay["seats"]))
        else:
            entry["pick"] = stream.uniform(entry["of"])
    rule = json.loads((ROOT / "clients/bots/python/margins.json").read_text())["fortyone"]
    documents = {"/api/games": [{"id": "fortyone", "packs": replay["packs"]}]}
    results = []
    for room, ahead, percent, player in (("A", 5, 100.0, "a"), ("B", 0, None, "b"), ("C", -3, 0.0, "c")):
        own = copy.deepcopy(replay)
        own["room"] = room
        own["result"]["scores"][0] += ahead
        documents[f"/api/rooms/{room}/matches/1"] = own
        results.append({"player": player, "name": player, "margin": verify_board.margin_of(rule, own["result"]), "percent": percent, "room": room})
    documents["/api/daily/2026-11-26/fortyone"] = {
        "date": "2026-11-26", "game": "fortyone", "seats": replay["seats"], "options": replay["options"], "commitment": replay["commitment"],
        "secret": replay["server_seed"], "par": None, "results": results,
        "choices": [{"path": 1, "after": "0" * 64, "actions": [{"action": {"type": "pass"}, "players": 2, "mean_margin": 1}]}]}
    return documents


def stack(replay):
    """Sorts the deck by rank, and says that this shuffle was a test's."""
    next(entry for entry in replay["chance"] if "shuffle" in entry)["shuffle"].sort()
    replay["fixed"] = 1


class Board(unittest.TestCase):
    def check(self, change=None):
        """\\returns the exit status and what was printed, with the documents changed"""
        documents = recorded_board()
        board = documents["/api/daily/2026-11-26/fortyone"]
        if change:
            change(documents, board)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Site, documents))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        out = io.StringIO()
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
                code = verify.main([f"http://127.0.0.1:{server.server_port}/api/daily/2026-11-26/fortyone"])
        finally:
            server.shutdown()
            server.server_close()
        return code, out.getvalue()

    def test_a_board_that_is_right_is_verified(self):
        code, text = self.check()
        self.assertEqual(code, 0, text)
        self.assertIn("3 replays", text)

    def test_a_board_is_wrong_wherever_it_was_tampered_with(self):
        def replay(documents, room="A"):
            return documents[f"/api/rooms/{room}/matches/1"]

        changes = {
            "commitment": lambda documents, board: board.update(commitment="0" * 64),
            "secret": lambda documents, board: board.update(secret="0" * 64, commitment=verify_replay.sha256(bytes(32)).hex()),
            "margin": lambda documents, board: board["results"][0].update(margin=board["results"][0]["margin"] + 1),
            "percent": lambda documents, board: board["results"][0].update(percent=99.9),
            "order": lambda documents, board: board["results"].reverse(),
            "options": lambda documents, board: board.update(options={"other": 1}),
            "entropy": lambda documents, board: replay(documents)["entropy"].__setitem__(0, "mine"),
            "a stacked deck": lambda documents, board: stack(replay(documents)),
            "shuffles that are said to be replaced, but are not": lambda documents, board: replay(documents).update(fixed=1),
            "a match that went on from another one": lambda documents, board: replay(documents).update(
                {"from": {"room": "K7QX2MNP", "match": 1, "actions": 1}}),
            "the replay of another room": lambda documents, board: replay(documents).update(room="B"),
            "another match of the room": lambda documents, board: replay(documents).update(match=2),
            "a draw": lambda documents, board: next(e for e in replay(documents)["chance"] if "shuffle" in e)["shuffle"].reverse(),
            "choices": lambda documents, board: board["choices"][0]["actions"][0].update(players=1),
        }
        for what, change in changes.items():
            with self.subTest(what):
                code, text = self.check(change)
                self.assertEqual(code, 1, text)
                self.assertIn("WRONG", text)

    def test_a_replay_that_is_gone_is_reported(self):
        code, text = self.check(lambda documents, board: documents.pop("/api/rooms/B/matches/1"))
        self.assertEqual(code, 0, text)
        self.assertIn("1 of the replays are gone", text)

    def test_an_address_without_a_board_can_not_be_read(self):
        self.assertEqual(self.check(lambda documents, board: documents.pop("/api/daily/2026-11-26/fortyone"))[0], 2)


class Margins(unittest.TestCase):
    def test_every_game_has_a_margin_that_is_known_here(self):
        games = sorted(path.name for path in (ROOT / "rules").iterdir() if (path / "RULES.md").exists())
        self.assertEqual(sorted(json.loads((ROOT / "clients/bots/python/margins.json").read_text())), games)

    def test_percents_round_halves_up(self):
        self.assertIsNone(verify_board.percent_of(1, []))
        self.assertEqual(verify_board.percent_of(5, [5, 6, 6]), 16.7)
        self.assertEqual(verify_board.percent_of(2, [1] + [3] * 7), 12.5)
