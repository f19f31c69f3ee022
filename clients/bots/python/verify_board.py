"""Checks an open board of the day: every draw of every result, the margins and the percents.

Beside this file, margins.json says how each game's margin follows from a match's result; the rules of each game have it
in words, under "Deal of the day". A margin has
- `ahead_of` "all": how far the seat's score is above each other seat's, added up; "left": above that of the seat to its left;
- `own`: the seat's score so many times; `each_worse`: so much for each seat with a worse rank.
"""
import json
import pathlib
import urllib.error
from collections import Counter
from fractions import Fraction

from verify_replay import Wrong, read, sha256, verify, whole, why_no_proof, word

SEAT = 0
NO_MATCH = {404, 410}


def margin_of(rule, result):
    """The margin of the player's seat, from a match's result alone."""
    scores, ranks = result["scores"], result["ranks"]
    own = scores[SEAT]
    others = {"all": scores, "left": [scores[(SEAT + 1) % len(scores)]]}.get(rule.get("ahead_of"), [])
    worse = sum(rank > ranks[SEAT] for rank in ranks)
    return sum(own - other for other in others) + rule.get("own", 0) * own + rule.get("each_worse", 0) * worse


def percent_of(margin, others):
    """The part of the others that a margin is better than, ties a half, times 100, one decimal, halves up."""
    if not others:
        return None
    points = Fraction(sum((margin > other) * 2 + (margin == other) for other in others), 2 * len(others))
    return int(points * 1000 + Fraction(1, 2)) / 10


def check_percents(results):
    """Programs have no percent, and count in nobody's. A single human has none, either."""
    humans = [line for line in results if line["percent"] is not None]
    margins = [line["margin"] for line in humans]
    for place, line in enumerate(humans):
        expected = percent_of(line["margin"], margins[:place] + margins[place + 1:])
        if line["percent"] != expected:
            raise Wrong(f"the percent of room {line['room']} should be {expected}, not {line['percent']}")
    if [line["margin"] for line in results] != sorted((line["margin"] for line in results), reverse=True):
        raise Wrong("the results are not in the order of their margins")


def check_match(board, line, replay, games, rule):
    room = line["room"]
    try:
        verify(replay, games)
    except Wrong as problem:
        raise Wrong(f"room {room}: {problem}") from None
    if (replay["room"], replay["match"]) != (room, 1):
        raise Wrong(f"room {room} shows the replay of another match")
    if why_no_proof(replay):
        raise Wrong(f"room {room} was not dealt as a board is: {why_no_proof(replay)}")
    if replay["server_seed"] != board["secret"]:
        raise Wrong(f"room {room} was not dealt from the board's secret")
    if any(replay["entropy"]):
        raise Wrong(f"room {room} has an entropy")
    for field in ("game", "seats", "options"):
        if replay[field] != board[field]:
            raise Wrong(f"room {room} has other {field} than the board")
    if rule is not None and margin_of(rule, replay["result"]) != line["margin"]:
        raise Wrong(f"the margin of room {room} should be {margin_of(rule, replay['result'])}, not {line['margin']}")


def check_choices(board):
    for choice in board["choices"]:
        if sum(action["players"] for action in choice["actions"]) < 2:
            raise Wrong(f"a decision after {choice['path']} actions was met by one player alone")


def verify_board(address):
    """Checks the open board at this address. \\returns lines that say what was checked \\raises Wrong, OSError"""
    server = address.partition("/api/daily/")[0]
    board = read(address)
    games = read(f"{server}/api/games")
    if sha256(bytes.fromhex(board["secret"])).hex() != board["commitment"]:
        raise Wrong("the commitment is not the hash of the secret")
    rule = json.loads(pathlib.Path(__file__).with_name("margins.json").read_text()).get(board["game"])
    counts = Counter()
    results = {}
    for line in board["results"]:
        try:
            replay = read(f"{server}/api/rooms/{word(line['room'])}/matches/1")
        except urllib.error.HTTPError as problem:
            if problem.code not in NO_MATCH:
                raise
            counts["gone"] += 1
            continue
        check_match(board, line, replay, games, rule)
        # Of the result alone: equal ones have equal margins.
        key = json.dumps([replay["result"]["scores"], replay["result"]["ranks"]])
        if results.setdefault(key, line["margin"]) != line["margin"]:
            raise Wrong(f"room {line['room']} has another margin than an equal result")
        counts["checked"] += 1
    check_percents(board["results"])
    check_choices(board)
    lines = [f"board of {word(board['date'])}: {word(board['game'])}, {whole(board['seats'])} seats",
             f"commitment {board['commitment']}: the secret's hash",
             f"results: {len(board['results'])}, with {counts['checked']} replays whose every draw follows from the secret",
             "margins: " + ("as the results have them" if rule else "of this game they are not known here; equal results have equal ones"),
             "percents: as the margins have them"]
    if counts["gone"]:
        lines.append(f"{counts['gone']} of the replays are gone: their margins can't be checked")
    return lines
