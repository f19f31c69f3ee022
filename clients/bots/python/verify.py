#!/usr/bin/env python3
"""Checks the replay of a match without the server's code: verify.py FILE-OR-URL

Recomputes the commitment, the final seed and, from its stream, every shuffle, order and pick, in order. A replay does not
contain the cards as they were before each shuffle. They are derived here: new packs from the game and its options, the
stock of the second bout of Sugekari from the deal before it, and all other cards by sorting them into canonical order.
Exit status: 0 if everything is right, 1 if something is wrong, 2 if the replay can't be read.
"""
import hashlib
import json
import sys
import urllib.request
from collections import Counter

SUITS = "SHDC"
RANKS = "A23456789TJQK"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
FIELDS = {"format", "room", "match", "game", "options", "seats", "names", "commitment", "server_seed", "entropy",
          "chance", "actions", "result"}


class Wrong(Exception):
    """A replay is wrong; the message says how."""


def sha256(data):
    return hashlib.sha256(data).digest()


def fresh(packs=1, jokers=0):
    return PACK * packs + ["XX"] * jokers


def canonical(cards):
    order = {card: place for place, card in enumerate(fresh(1, 1))}
    unknown = set(cards) - set(order)
    if unknown:
        raise Wrong(f"{sorted(unknown)[0]!r} is no card")
    return sorted(cards, key=order.get)


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


class Shuffled:
    """Derives the cards before each shuffle of a match. Where they can't be known otherwise, they are taken from `outcome`,
    the shuffle's result in the replay."""

    def __init__(self, replay):
        self.game = replay["game"]
        self.options = replay["options"]
        self.seats = replay["seats"]
        self.last = None  # the previous outcome
        self.draws = DealerDraws(self) if self.game == "twentytwo" else None
        self.games = 0

    def pack(self):
        """A new pack with all cards of the next game."""
        options = self.options
        if self.game == "fortyone":
            return fresh()
        if self.game == "selfish":
            return fresh(1, options["jokers"])
        if self.game == "ttpageone":
            return fresh(1, 1)
        if self.game == "sugekari21":
            return fresh(1, 2 if options["jokers"] and self.games > 0 else 0)
        if self.game == "twentytwo":
            return fresh(2, 4) if options["variant"] == "26" else fresh(options["decks"])
        raise Wrong(f"the game {self.game!r} is not known here")

    def input(self, outcome):
        cards = self.derive(outcome)
        if Counter(cards) != Counter(outcome):
            raise Wrong("the cards shuffled are not those that lie there")
        self.last = outcome
        return cards

    def derive(self, outcome):
        first = self.last is None
        if self.game == "sugekari21":
            second_bout = self.seats == 2 and not first
            cards = self.last[26:] if second_bout else self.pack()
            self.games += 1
            return cards
        if self.game == "twentytwo" and self.draws.need_pack():
            self.draws.shuffled(outcome)
            return self.pack()
        cards = canonical(outcome)
        if first or self.game == "selfish":
            return self.pack()
        # The remaining shuffles are of cards that returned to a pack, in canonical order; cards in hands are missing.
        if Counter(cards) - Counter(self.pack() + ["XX"] * (self.game == "ttpageone")):
            raise Wrong("there are cards in it that the pack does not have")
        return cards


class DealerDraws:
    """The draw for the first dealer of Twenty-Two; tells which of its shuffles are of the whole pack."""

    def __init__(self, shuffled):
        self.contenders = list(range(shuffled.seats))

    def need_pack(self):
        return len(self.contenders) > 1

    def shuffled(self, stock):
        stock = list(stock)
        while 1 < len(self.contenders) <= len(stock):
            ranks = []
            for _ in self.contenders:
                rank = stock.pop(0)[0]
                ranks.append("23456789TJQKA".index("A" if rank == "X" else rank))
            self.contenders = [seat for seat, rank in zip(self.contenders, ranks) if rank == max(ranks)]


def check_shape(replay):
    if not isinstance(replay, dict) or replay.get("format") != "tefuda-replay/1":
        raise Wrong("this is no replay of format tefuda-replay/1")
    missing = FIELDS - set(replay)
    if missing:
        raise Wrong(f"the field {sorted(missing)[0]!r} is missing")
    seats = replay["seats"]
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
    for field in ("ranks", "scores"):
        if len(replay["result"][field]) != seats:
            raise Wrong(f"the result's {field!r} should be of {seats} seats")


def check_chance(replay, stream):
    """Recomputes every draw. \\returns the number of draws of each kind, and the number of replaced shuffles
    \\raises Wrong"""
    shuffled = Shuffled(replay)
    to_replace = replay.get("fixed", 0)
    replaced = 0
    counts = Counter()
    for number, entry in enumerate(replay["chance"], 1):
        kind = next((kind for kind in ("shuffle", "order", "pick") if kind in entry), None)
        counts[kind] += 1
        try:
            if kind == "shuffle":
                outcome = entry["shuffle"]
                if len(outcome) < 2:
                    raise Wrong("a shuffle of fewer than two cards is not made")
                if replaced < to_replace:  # a replaced shuffle uses its words of the stream, too
                    replaced += 1
                    stream.shuffle(shuffled.input(outcome))
                    continue
                expected = stream.shuffle(shuffled.input(outcome))
            elif kind == "order":
                outcome = entry["order"]
                expected = stream.shuffle(range(replay["seats"]))
            elif kind == "pick":
                outcome = entry["pick"]
                if entry["of"] < 2:
                    raise Wrong("a pick of one is not made")
                expected = stream.uniform(entry["of"])
            else:
                raise Wrong("it is no draw")
            if outcome != expected:
                raise Wrong("the stream gives another outcome")
        except Wrong as problem:
            raise Wrong(f"draw {number} of {len(replay['chance'])} ({kind}): {problem}") from None
    if replaced != to_replace:
        raise Wrong(f"{to_replace} shuffles are said to be replaced, but there are only {replaced}")
    return counts, replaced


def verify(replay):
    """Checks a replay. \\returns lines that say what was checked \\raises Wrong"""
    check_shape(replay)
    try:
        server_seed = bytes.fromhex(replay["server_seed"])
    except ValueError:
        raise Wrong("the server seed is not written in hex digits") from None
    if len(server_seed) != 32 or replay["server_seed"] != server_seed.hex():
        raise Wrong("the server seed is not 64 lower-case hex digits")
    if sha256(server_seed).hex() != replay["commitment"]:
        raise Wrong("the commitment is not the hash of the server seed")
    seed = final_seed(server_seed, replay["entropy"])
    counts, replaced = check_chance(replay, Stream(seed))
    draws = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    lines = [f"match {replay['match']} of room {replay['room']}: {replay['game']}, {replay['seats']} seats, "
             f"{len(replay['actions'])} actions",
             f"commitment {replay['commitment']}: the server seed's hash",
             f"final seed {seed.hex()}",
             f"chance: {draws or 'none'}, recomputed in order"]
    if replaced:
        lines.append(f"{replaced} of the shuffles were replaced by a test's: those prove nothing")
    return lines


def read(source):
    if source.startswith(("http://", "https://")):
        with urllib.request.urlopen(source) as answer:
            return json.load(answer)
    with open(source, encoding="utf-8") as file:
        return json.load(file)


def main(arguments):
    if len(arguments) != 1:
        print("Usage: verify.py FILE-OR-URL", file=sys.stderr)
        return 2
    try:
        replay = read(arguments[0])
    except (OSError, ValueError) as problem:
        print(f"{arguments[0]} can't be read: {problem}", file=sys.stderr)
        return 2
    try:
        print(*verify(replay), sep="\n")
    except Wrong as problem:
        print(f"WRONG: {problem}")
        return 1
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as problem:
        print(f"WRONG: this replay is not built as one should be ({type(problem).__name__}: {problem})")
        return 1
    print("RIGHT: everything that can be recomputed is as it should be")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
