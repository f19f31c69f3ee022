"""Tests verify.py with worked examples, with good replays, and with replays that were tampered with in every way."""
import contextlib
import copy
import io
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from sites import answering, dripping

ROOT = Path(__file__).resolve().parents[2]
REPLAYS = Path(__file__).parent / "replays"
VECTORS = Path(__file__).parent / "chance-vectors.json"

sys.path.insert(0, str(ROOT / "clients/bots/python"))

import verify  # noqa: E402
import verify_replay  # noqa: E402


def load(name):
    return json.loads((REPLAYS / f"{name}.json").read_text(encoding="utf-8"))


class Vectors(unittest.TestCase):
    """Examples that were computed by another program: the draws from one stream, in order."""

    def test_every_draw_has_the_expected_outcome(self):
        for vector in json.loads(VECTORS.read_text(encoding="utf-8")):
            with self.subTest(vector["name"]):
                seed = bytes.fromhex(vector["server_seed"])
                self.assertEqual(verify_replay.sha256(seed).hex(), vector["commitment"])
                final = verify_replay.final_seed(seed, vector["entropy"])
                self.assertEqual(final.hex(), vector["final_seed"])
                stream = verify_replay.Stream(final)
                make = {"pick(2)": lambda: stream.uniform(2), "pick(13)": lambda: stream.uniform(13),
                        "pick(1)": lambda: 0,  # uses no words of the stream
                        "order(6)": lambda: stream.shuffle(range(6)),
                        "shuffle(52 cards)": lambda: stream.shuffle(verify_replay.PACK),
                        "shuffle(108 cards, 4 jokers last)": lambda: stream.shuffle(verify_replay.PACK * 2 + ["XX"] * 4)}
                for draw in vector["draws"]:
                    self.assertEqual(make[draw["draw"]](), draw["outcome"], draw["draw"])


class Addresses(unittest.TestCase):
    def test_the_address_of_a_page_is_that_of_its_document(self):
        for page, document in (("replay/K7QX2MNP/1", "api/rooms/K7QX2MNP/matches/1"), ("#/replay/K7QX2MNP/12", "api/rooms/K7QX2MNP/matches/12"),
                               ("#/daily/2026-11-24/fortyone", "api/daily/2026-11-24/fortyone"),
                               ("api/rooms/K7QX2MNP/matches/1", "api/rooms/K7QX2MNP/matches/1")):
            self.assertEqual(verify.document_of(f"https://tefuda.example/{page}"), f"https://tefuda.example/{document}")
        self.assertEqual(verify.document_of("replay/K7QX2MNP/1"), "replay/K7QX2MNP/1")


class GoodReplays(unittest.TestCase):
    def test_every_recorded_replay_is_verified(self):
        names = [path.stem for path in sorted(REPLAYS.glob("*.json"))]
        self.assertGreaterEqual(len(names), 6)
        for name in names:
            with self.subTest(name):
                self.assertTrue(verify_replay.verify(load(name)))

    def test_replaced_shuffles_are_reported(self):
        replay = load("fortyone")
        shuffle = next(entry for entry in replay["chance"] if "shuffle" in entry)
        shuffle["shuffle"].reverse()
        replay["fixed"] = 1
        verify_replay.verify(replay)
        self.assertIn("1 of the shuffles were replaced", verify_replay.why_no_proof(replay))

    def test_a_match_that_goes_on_from_another_one_is_reported(self):
        replay = load("fortyone")
        replay["from"] = {"room": "K7QX2MNP", "match": 3, "actions": 5}
        verify_replay.verify(replay)
        self.assertIn("goes on from match 3 of room K7QX2MNP, after 5 actions", verify_replay.why_no_proof(replay))


class Tampered(unittest.TestCase):
    def refuse(self, tamper, name="sugekari21-2"):
        replay = load(name)
        before = copy.deepcopy(replay)
        tamper(replay)
        self.assertNotEqual(replay, before)
        with self.assertRaises(verify_replay.Wrong):
            verify_replay.verify(replay)

    def shuffles(self, replay):
        return [entry["shuffle"] for entry in replay["chance"] if "shuffle" in entry]

    def test_another_seed(self):
        self.refuse(lambda replay: replay.update(server_seed="00" * 32))

    def test_seed_in_capitals(self):
        self.refuse(lambda replay: replay.update(server_seed=replay["server_seed"].upper()))

    def test_another_commitment(self):
        self.refuse(lambda replay: replay.update(commitment="00" * 32))

    def test_another_entropy(self):
        self.refuse(lambda replay: replay["entropy"].__setitem__(0, replay["entropy"][0] + "x"))

    def test_two_cards_swapped(self):
        def swap(replay):
            cards = self.shuffles(replay)[0]
            cards[0], cards[1] = cards[1], cards[0]

        self.refuse(swap)

    def test_a_swap_in_the_second_shuffle(self):
        def swap(replay):
            cards = self.shuffles(replay)[1]
            cards[-1], cards[-2] = cards[-2], cards[-1]

        self.refuse(swap)

    def test_a_card_twice(self):
        def double(replay):
            cards = self.shuffles(replay)[0]
            cards[0] = cards[1]

        self.refuse(double)

    def test_a_card_that_does_not_exist(self):
        self.refuse(lambda replay: self.shuffles(replay)[1].__setitem__(0, "1Z"), "twentytwo")

    def test_another_pick(self):
        def change(replay):
            pick = next(entry for entry in replay["chance"] if "pick" in entry)
            pick["pick"] = (pick["pick"] + 1) % pick["of"]

        self.refuse(change)

    def test_another_order(self):
        self.refuse(lambda replay: next(e for e in replay["chance"] if "order" in e)["order"].reverse(), "ttpageone")

    def test_a_missing_draw(self):
        self.refuse(lambda replay: replay["chance"].pop(0))

    def test_a_replaced_shuffle_that_is_no_permutation(self):
        def replace(replay):
            replay["fixed"] = 1
            self.shuffles(replay)[0][0] = "XX"

        self.refuse(replace)

    def test_a_stacked_pack(self):
        """Who chooses the order of the pack after the entropies are known chooses the deal."""
        def stack(replay):
            seed = bytes.fromhex(replay["server_seed"])
            stream = verify_replay.Stream(verify_replay.final_seed(seed, replay["entropy"]))
            pack = replay["packs"][0]
            pack[0], pack[1] = pack[1], pack[0]
            stream.uniform(2)
            self.shuffles(replay)[0][:] = stream.shuffle(pack)

        self.refuse(stack, "fortyone")

    def test_a_shuffle_of_cards_in_no_certain_order(self):
        self.refuse(lambda replay: replay["shuffled"].__setitem__(0, {"cards": replay["packs"][0]}), "fortyone")

    def test_another_list_than_the_one_shuffled(self):
        self.refuse(lambda replay: replay["shuffled"][1].update({"from": 25}))
        self.refuse(lambda replay: replay["shuffled"].__setitem__(1, {"rest_of": 1, "from": 0}))
        self.refuse(lambda replay: replay["shuffled"].pop())

    def test_a_pack_that_the_server_does_not_name(self):
        games = [{"id": "fortyone", "packs": [verify_replay.PACK]}]
        self.assertIn("packs: as /api/games names them", verify_replay.verify(load("fortyone"), games))
        with self.assertRaises(verify_replay.Wrong):
            verify_replay.verify(load("fortyone"), [{"id": "fortyone", "packs": [verify_replay.PACK[1:]]}])
        with self.assertRaises(verify_replay.Wrong):
            verify_replay.verify(load("selfish"), games)

    def test_more_replaced_shuffles_than_there_are(self):
        self.refuse(lambda replay: replay.update(fixed=99))

    def test_a_missing_field(self):
        for field in sorted(verify_replay.FIELDS):
            with self.subTest(field):
                self.refuse(lambda replay: replay.pop(field))

    def test_another_format(self):
        self.refuse(lambda replay: replay.update(format="tefuda-replay/2"))

    def test_more_actions_of_another_match_than_there_are(self):
        self.refuse(lambda replay: replay.update({"from": {"room": "K7QX2MNP", "match": 1,
                                                           "actions": len(replay["actions"])}}))

    def test_times_that_decrease(self):
        self.refuse(lambda replay: replay["actions"][0].update(ms=10**9))

    def test_an_action_of_a_seat_that_does_not_exist(self):
        self.refuse(lambda replay: replay["actions"][0].update(seat=2))


def call(*arguments):
    """\\returns the exit status and what was printed"""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = verify.main(list(arguments))
    return code, out.getvalue()


def call_with_file(text):
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        return call(file.name)


class CommandLine(unittest.TestCase):
    def run_on(self, text):
        code, said = call_with_file(text)
        return code, said.splitlines()[-1]

    def test_right(self):
        code, verdict = self.run_on(json.dumps(load("selfish")))
        self.assertEqual((code, verdict[:6]), (0, "RIGHT:"))

    def test_wrong(self):
        code, verdict = self.run_on(json.dumps({**load("selfish"), "commitment": ""}))
        self.assertEqual((code, verdict[:6]), (1, "WRONG:"))

    def test_cards_that_somebody_knew_before_the_match_are_neither_right_nor_wrong(self):
        def stacked(replay):
            next(entry for entry in replay["chance"] if "shuffle" in entry)["shuffle"].sort()
            replay["fixed"] = 1

        def continued(replay):
            replay["from"] = {"room": "K7QX2MNP", "match": 3, "actions": 5}

        for change, why in ((stacked, "replaced"), (continued, "goes on from match 3")):
            with self.subTest(why):
                replay = load("fortyone")
                change(replay)
                code, verdict = self.run_on(json.dumps(replay))
                self.assertEqual((code, verdict[:9]), (3, "NO PROOF:"))
                self.assertIn(why, verdict)
                self.assertNotIn("RIGHT", verdict)

    def test_help_says_what_the_exit_statuses_mean(self):
        code, said = call("--help")
        self.assertEqual(code, 0)
        self.assertIn("3 if", said)

    def test_malformed_replay(self):
        code, verdict = self.run_on(json.dumps({**load("selfish"), "chance": [1]}))
        self.assertEqual((code, verdict[:6]), (1, "WRONG:"))

    def test_invalid_json(self):
        code, _ = self.run_on("no replay")
        self.assertEqual(code, 2)


class Hostile(unittest.TestCase):
    """What a replay or a server can do to whoever checks it."""

    def refuse(self, tamper, why):
        replay = load("sugekari21-2")
        tamper(replay)
        with self.assertRaisesRegex(verify_replay.Wrong, why):
            verify_replay.verify(replay)

    def test_a_pick_of_more_than_a_word_can_tell_apart_is_wrong(self):
        for of in (2**63 + 1, 2**64, 2**65, 10**30, 2.5, "3", None):
            with self.subTest(of):
                self.refuse(lambda replay: replay["chance"].__setitem__(0, {"pick": 0, "of": of}), "a pick of")

    def test_more_places_or_cards_than_any_game_has_are_wrong(self):
        self.refuse(lambda replay: replay["shuffled"].__setitem__(0, {"places": 10**9}), "places")
        self.refuse(lambda replay: replay["packs"].append(["AS"] * 1001), "pack")
        self.refuse(lambda replay: replay.update(packs=replay["packs"] * 1001), "packs")

    def test_no_text_of_a_replay_reaches_the_terminal_as_it_is(self):
        evil = "X\x1b[8m\r\nRIGHT: everything\u009b2J\u202e\ud800"
        changes = [lambda replay: replay.update(room=evil), lambda replay: replay.update(game=evil),
                   lambda replay: replay.update(match=evil), lambda replay: replay["packs"][0].__setitem__(0, evil),
                   lambda replay: replay.update(format=evil), lambda replay: replay["shuffled"].__setitem__(0, {evil: 1}),
                   lambda replay: replay.update({"from": {"room": evil, "match": 1, "actions": 0}})]
        for number, change in enumerate(changes):
            with self.subTest(number):
                replay = load("fortyone")
                change(replay)
                code, said = call_with_file(json.dumps(replay))
                self.assertTrue(all(character.isprintable() for character in said.replace("\n", "")), repr(said))
                verdicts = [line for line in said.splitlines() if line.startswith(("RIGHT", "WRONG", "NO PROOF"))]
                self.assertEqual(len(verdicts), 1, said)
                self.assertEqual(verdicts[0].startswith("RIGHT"), code == 0, said)

    def test_a_room_is_a_short_word(self):
        for room in ("x" * 100000, "A" + " " * 62 + "RIGHT: everything", "", None, 1):
            code, said = call_with_file(json.dumps({**load("fortyone"), "room": room}))
            self.assertEqual(code, 1)
            self.assertLess(max(map(len, said.splitlines())), 300)

    def test_a_document_that_is_nested_too_deeply_can_not_be_read(self):
        code, said = call_with_file("[" * 100000 + "]" * 100000)
        self.assertEqual(code, 2)
        self.assertIn("nested", said)

    def test_a_document_that_is_too_long_can_not_be_read(self):
        text = json.dumps(load("fortyone"))
        with mock.patch.object(verify_replay, "MOST_BYTES", len(text) - 1):
            self.assertEqual(call_with_file(text)[0], 2)
            with answering(b"HTTP/1.0 200 OK\r\n\r\n" + text.encode()) as url:
                self.assertEqual(call(url)[0], 2)
        with mock.patch.object(verify_replay, "MOST_BYTES", len(text)):
            self.assertEqual(call_with_file(text)[0], 0)

    def test_a_server_that_answers_without_an_end_is_left_in_time(self):
        program = "import sys, verify\nverify.MOST_SECONDS['replay'] = 0.3\nsys.exit(verify.main(sys.argv[1:]))"
        with dripping() as url:
            done = subprocess.run([sys.executable, "-c", program, url], cwd=ROOT / "clients/bots/python", capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"\Ahttp\S+ can't be read: it takes more than 0\.3 s\n\Z")

    def test_a_server_that_does_not_answer_or_not_in_http_can_not_be_read(self):
        evil = b"HTTP/1.1 404 \x1b[8m\r\nContent-Length: 0\r\n\r\n"
        for answer in (None, b"\x1b[8m no HTTP\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{", evil):
            with self.subTest(answer), mock.patch.object(verify_replay, "SILENCE", 0.2), answering(answer) as url:
                code, said = call(url)
                self.assertEqual((code, len(said.splitlines())), (2, 1), said)
                self.assertTrue(said.strip().isprintable(), repr(said))
