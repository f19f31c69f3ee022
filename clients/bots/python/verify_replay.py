"""Checks the replay of a match without the server's code.

Recomputes the commitment, the final seed and, from its stream, every shuffle, order and pick, in order. This needs no game's
rules: the replay says what was shuffled, and accepted is only what has one certain order: a new pack, cards in canonical
order, or what an earlier shuffle has left. Who could choose the order before a shuffle could choose its outcome.
"""
import hashlib
import http.client
import json
import re
import urllib.request
from collections import Counter

SUITS = "SHDC"
RANKS = "A23456789TJQK"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
FIELDS = {"format", "room", "match", "game", "options", "seats", "names", "commitment", "server_seed", "entropy",
          "packs", "chance", "shuffled", "actions", "result"}

# A replay may be made to harm whoever checks it. No game comes near these.
MOST_CARDS = MOST_PLACES = 1000
MOST_PACKS = 100
MOST_OF = 2**63  # of more a word of 64 bits could not be spread evenly
MOST_BYTES = 64 * 1024 * 1024  # of a document
SILENCE = 10  # seconds for which a server may send nothing


class Wrong(Exception):
    """A replay is wrong; the message says how."""


def sha256(data):
    return hashlib.sha256(data).digest()


def canonical(cards):
    order = {card: place for place, card in enumerate(PACK + ["XX"])}
    unknown = set(cards) - set(order)
    if unknown:
        raise Wrong(f"{sorted(unknown)[0]!r} is no card")
    return sorted(cards, key=order.get)


def fresh(cards):
    """These cards as new packs: each in canonical order, one after the other, all jokers at the end."""
    left = Counter(canonical(cards))
    jokers = left.pop("XX", 0)
    packs = []
    while left:
        packs += canonical(left)
        left -= Counter(set(left))
    return packs + ["XX"] * jokers


def final_seed(server_seed, entropies):
    return sha256(server_seed + b"".join(sha256(entropy.encode()) for entropy in entropies))


class Stream:
    """The stream of words of a final seed, and the draws from it (protocol/PROTOCOL.md, "Checking a deal")."""

    def __init__(self, seed):
        self.seed = seed
        self.block = 0
        self.words = []

    def word(self):
        if not self.words:
            data = sha256(self.seed + self.block.to_bytes(8, "big"))
            self.words = [int.from_bytes(data[i:i + 8], "big") for i in range(0, 32, 8)]
            self.block += 1
        return self.words.pop(0)

    def uniform(self, n):
        while True:
            word = self.word()
            if word < 2**64 - 2**64 % n:
                return word % n

    def shuffle(self, items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            j = self.uniform(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


class Shuffles:
    """The shuffles of a replay, one after the other."""

    def __init__(self, replay):
        self.packs = replay["packs"]
        self.shuffled = replay["shuffled"]
        self.outcomes = []
        if len(self.packs) > MOST_PACKS:
            raise Wrong(f"there are more than {MOST_PACKS} packs")
        for pack in self.packs:
            if len(pack) > MOST_CARDS:
                raise Wrong(f"a pack has more than {MOST_CARDS} cards")
            if pack != fresh(pack):
                raise Wrong("a pack is not in the order of a new one")

    def before(self, outcome):
        """The list before the next shuffle, whose outcome this is."""
        if len(outcome) < 2:
            raise Wrong("a shuffle of fewer than two cards is not made")
        if len(self.outcomes) >= len(self.shuffled):
            raise Wrong("the replay does not say what was shuffled")
        items = self.named(self.shuffled[len(self.outcomes)], outcome)
        if Counter(items) != Counter(outcome):
            raise Wrong("the cards shuffled are not those that lie there")
        self.outcomes.append(outcome)
        return items

    def named(self, what, outcome):
        if "pack" in what:
            return self.packs[what["pack"]]
        if "rest_of" in what and 0 <= what["rest_of"] < len(self.outcomes) and what["from"] >= 0:
            return self.outcomes[what["rest_of"]][what["from"]:]
        if "places" in what:
            if what["places"] > MOST_PLACES:
                raise Wrong(f"more than {MOST_PLACES} places are shuffled")
            return list(range(what["places"]))
        if what.get("sorted"):
            if all(Counter(outcome) - Counter(pack) for pack in self.packs):
                raise Wrong("there are cards in it that no pack has")
            return canonical(outcome)
        raise Wrong("nothing makes the order of the cards before it certain")


def word(value):
    """A room's code, a game, a date: nothing else can be meant for a line of the report. \\raises Wrong"""
    if not isinstance(value, str) or not re.fullmatch(r"[\w.-]{1,40}", value, re.ASCII):
        raise Wrong(f"{str(value)[:40]!r} is no room's code, game or date")
    return value


def whole(value):
    if not isinstance(value, int):
        raise Wrong(f"{str(value)[:40]!r} is no whole number")
    return value


def check_shape(replay):
    if not isinstance(replay, dict) or replay.get("format") != "tefuda-replay/1":
        raise Wrong("this is no replay of format tefuda-replay/1")
    missing = FIELDS - set(replay)
    if missing:
        raise Wrong(f"the field {sorted(missing)[0]!r} is missing")
    word(replay["room"])
    word(replay["game"])
    whole(replay["match"])
    seats = whole(replay["seats"])
    for field in ("names", "entropy"):
        if len(replay[field]) != seats:
            raise Wrong(f"{field!r} should be of {seats} seats")
    before = 0
    for number, action in enumerate(replay["actions"], 1):
        if not 0 <= action["seat"] < seats or not isinstance(action["action"], dict):
            raise Wrong(f"action {number} is of no seat or no object")
        if action["ms"] < before:
            raise Wrong(f"action {number} comes before the one before it")
        before = action["ms"]
    if "from" in replay:
        word(replay["from"]["room"])
        whole(replay["from"]["match"])
        if not 0 <= whole(replay["from"]["actions"]) < len(replay["actions"]):
            raise Wrong("the match goes on from more actions than there are")
    for field in ("ranks", "scores"):
        if len(replay["result"][field]) != seats:
            raise Wrong(f"the result's {field!r} should be of {seats} seats")


def check_chance(replay, stream):
    """Recomputes every draw but those that are said to be replaced. \\returns the number of draws of each kind
    \\raises Wrong"""
    shuffles = Shuffles(replay)
    to_replace = replay.get("fixed", 0)
    replaced = 0
    counts = Counter()
    for number, entry in enumerate(replay["chance"], 1):
        kind = next((kind for kind in ("shuffle", "order", "pick") if kind in entry), None)
        counts[kind] += 1
        try:
            if kind == "shuffle":
                outcome = entry["shuffle"]
                expected = stream.shuffle(shuffles.before(outcome))
                if replaced < to_replace:  # a replaced shuffle uses its words of the stream, too
                    replaced += 1
                    continue
            elif kind == "order":
                outcome = entry["order"]
                expected = stream.shuffle(range(replay["seats"]))
            elif kind == "pick":
                outcome = entry["pick"]
                of = entry["of"]
                if not isinstance(of, int) or not 2 <= of <= MOST_OF:
                    raise Wrong("a pick of so many is not made")
                expected = stream.uniform(of)
            else:
                raise Wrong("it is no draw")
            if outcome != expected:
                raise Wrong("the stream gives another outcome")
        except Wrong as problem:
            raise Wrong(f"draw {number} of {len(replay['chance'])} ({kind}): {problem}") from None
    if replaced != to_replace:
        raise Wrong(f"{to_replace} shuffles are said to be replaced, but there are only {replaced}")
    return counts


def check_packs(replay, games):
    known = next((game["packs"] for game in games if game["id"] == replay["game"]), None)
    if known is None:
        raise Wrong(f"the server has no game {replay['game']!r}")
    if any(pack not in known for pack in replay["packs"]):
        raise Wrong("a pack is none of those that /api/games names")


def verify(replay, games=None):
    """Checks a replay. \\param games what /api/games tells, if known \\returns lines that say what was checked
    \\raises Wrong"""
    check_shape(replay)
    if games is not None:
        check_packs(replay, games)
    try:
        server_seed = bytes.fromhex(replay["server_seed"])
    except ValueError:
        raise Wrong("the server seed is not written in hex digits") from None
    if len(server_seed) != 32 or replay["server_seed"] != server_seed.hex():
        raise Wrong("the server seed is not 64 lower-case hex digits")
    if sha256(server_seed).hex() != replay["commitment"]:
        raise Wrong("the commitment is not the hash of the server seed")
    seed = final_seed(server_seed, replay["entropy"])
    counts = check_chance(replay, Stream(seed))
    draws = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    lines = [f"match {replay['match']} of room {replay['room']}: {replay['game']}, {replay['seats']} seats, "
             f"{len(replay['actions'])} actions",
             f"commitment {replay['commitment']}: the server seed's hash",
             f"final seed {seed.hex()}",
             f"chance: {draws or 'none'}, recomputed in order"]
    lines.append("packs: " + ("as /api/games names them" if games is not None else "as the replay names them"))
    return lines


def why_no_proof(replay):
    """Why a replay that verify() has accepted does not prove that nobody knew the cards. \\returns None if it does"""
    if replay.get("fixed"):
        return f"{replay['fixed']} of the shuffles were replaced by a test's, which chose the cards"
    if "from" in replay:
        begin = replay["from"]
        return (f"it goes on from match {begin['match']} of room {begin['room']}, after {begin['actions']} actions: "
                "the cards were known when it began")
    return None


def read(source):
    """\\returns the JSON document of a file or an address \\raises OSError, ValueError where there is none"""
    try:
        with (urllib.request.urlopen(source, timeout=SILENCE) if source.startswith(("http://", "https://"))
              else open(source, "rb")) as stream:
            text = stream.read(MOST_BYTES + 1)
    except http.client.HTTPException as problem:
        raise OSError(f"no answer in HTTP ({type(problem).__name__})") from None
    if len(text) > MOST_BYTES:
        raise ValueError(f"it has more than {MOST_BYTES} bytes")
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def plain(text, most=250):
    """A text for one line of a terminal, of so many characters: what is no visible one is escaped."""
    shown = "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text[:most + 1])
    return shown if len(shown) <= most else shown[:most] + "…"
