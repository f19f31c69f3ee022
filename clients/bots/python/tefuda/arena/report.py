"""Collects the matches, shows the progress on stderr, and tells the results as text, CSV and JSON."""
import csv
import datetime
import json
import platform
import sys
import time

from .players import name_and_text
from .ratings import cross_table, ratings
from .statistics import estimates

COLUMNS = ["deal", "seating", "room", "seat", "player", "rank", "score", "winner", "reason", "illegal"]


class Report:
    """\\param asked the command line's arguments \\param orders the seatings of a deal \\param deals their number
    \\param store a Store whose matches are done, or None"""

    def __init__(self, asked, orders, deals, store):
        self.asked = asked
        self.names = [name_and_text(text)[0] for text in asked.players]
        self.orders = orders
        self.store = store
        self.matches = list(store.matches) if store else []
        done = {(match.deal, match.seating) for match in self.matches}
        self.total = deals * len(orders)
        self.pairs = [(deal, order) for deal in range(deals) for order in orders if (deal, order) not in done]
        self.began = time.monotonic()

    def add(self, match):
        self.matches.append(match)
        if self.store:
            self.store.add(match)
        if not sys.stderr.isatty() and len(self.matches) != self.total:
            return
        done = len(self.matches) / self.total
        bar = "#" * int(done * 30)
        print(f"\r[{bar:<30}] {len(self.matches)}/{self.total} {time.monotonic() - self.began:.0f} s",
              end="\n" if done == 1 else "", file=sys.stderr, flush=True)

    def keep_whole_deals(self):
        """Leaves out deals that have not been played in every seating."""
        played = {}
        for match in self.matches:
            played[match.deal] = played.get(match.deal, 0) + 1
        self.matches = [match for match in self.matches if played[match.deal] == len(self.orders)]

    def write_csv(self, path):
        with open(path, "w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file)
            rows.writerow(COLUMNS)
            for match in sorted(self.matches, key=lambda match: (match.deal, match.seating)):
                result = match.result
                for seat, player in enumerate(match.seating):
                    rows.writerow([match.deal, self.orders.index(match.seating), match.room, seat, self.names[player],
                                   result["ranks"][seat], result["scores"][seat], int(seat in result["winners"]),
                                   result["reason"], match.illegal[seat] if match.illegal else 0])

    def summary(self):
        """Everything that the text and the page tell, as JSON has it: the best player first. Shares of wins are from 0 to 1."""
        asked = self.asked
        count = len(self.names)
        anchor, at = anchor_of(asked.anchor, self.names) if asked.round_robin else (None, None)
        rated = ratings(self.matches, count, anchor, at, asked.seed) if asked.round_robin else None
        players = []
        for number, (wins, rank) in enumerate(estimates(self.matches, count)):
            own = [order for order in self.orders if number in order]
            even = sum(order.count(number) for order in own) / len(own) / asked.seats
            players.append({"player": self.names[number], "wins": vars(wins), "even": even, "rank": vars(rank),
                            "illegal": illegal_of(self.matches, number), **({"rating": rated[number]} if rated else {})})
        order = sorted(range(count), key=lambda number: strength_of(players[number]), reverse=True)
        table = cross_table(self.matches, count) if rated else None
        return {"game": asked.game, "seats": asked.seats, "options": asked.options, "seed": asked.seed,
                "matches": len(self.matches), "deals": len({match.deal for match in self.matches}), "seatings": len(self.orders),
                **({"anchor": self.names[anchor]} if rated else {}),
                "run": {"command": asked.command, "server": asked.server_version, "server_flags": asked.server_flag,
                        "date": datetime.date.today().isoformat(), "machine": f"{platform.machine()}, Python {platform.python_version()}"},
                "players": [players[number] for number in order],
                **({"cross_table": [[table[one][other] for other in order] for one in order]} if rated else {})}


def anchor_of(text, names):
    """(the anchor's number, its rating) of PLAYER or PLAYER=RATING. \\raises ValueError"""
    if text is None:
        return (names.index("normal") if "normal" in names else 0), 0.0
    name, rating = text, 0.0
    if name not in names and "=" in name:
        name, _, number = text.rpartition("=")
        try:
            rating = float(number)
        except ValueError:
            raise ValueError(f"--anchor {text}: {number} is no rating") from None
    if name not in names:
        raise ValueError(f"--anchor {text}: the players are {', '.join(names)}")
    return names.index(name), rating


def illegal_of(matches, player):
    return sum(count for match in matches for who, count in zip(match.seating, match.illegal) if who == player)


def strength_of(player):
    """What players are sorted by."""
    rating = player.get("rating", {})
    found = next((rating[field] for field in ("mean", "below", "above") if field in rating), None)
    return (found is not None, found or 0.0, player["wins"]["mean"])


def title_of(summary):
    return f"{summary['game']}, {summary['seats']} seats: {summary['matches']} matches"


def details_of(summary):
    return (f"{summary['deals']} deals in {summary['seatings']} seatings each, options {json.dumps(summary['options'])}, "
            f"seed {summary['seed']}")


def interval(estimate, scale=1, places=1):
    mean, low, high = (f"{estimate[field] * scale:.{places}f}" for field in ("mean", "low", "high"))
    return f"{mean} ({low}–{high})"


def points(number):
    return f"{number:+.0f}".replace("-", "−") if abs(number) >= 0.5 else "0"


def rating_text(rating):
    for word in ("below", "above"):
        if word in rating:
            return f"{word} {points(rating[word])}"
    if "mean" not in rating:
        return "not comparable"
    if rating["low"] is None:
        return f"{points(rating['mean'])} (too few deals)"
    if rating["low"] == rating["high"]:
        return f"{points(rating['mean'])} (anchor)"
    return f"{points(rating['mean'])} ({points(rating['low'])} to {points(rating['high'])})"


def rows_of(summary):
    """The table's heading and its rows, as texts."""
    rated = "rating" in summary["players"][0]
    illegal = any(one["illegal"] for one in summary["players"])
    rows = [["player"] + ["rating"] * rated + ["wins %", "even %", "mean rank"] + ["illegal actions"] * illegal]
    for one in summary["players"]:
        rows.append([one["player"]] + ([rating_text(one["rating"])] if rated else [])
                    + [interval(one["wins"], 100), f"{one['even'] * 100:.1f}", interval(one["rank"], 1, 2)]
                    + ([str(one["illegal"])] if illegal else []))
    return rows


def cross_rows(summary):
    cells = [["" if share is None else f"{share * 100:.1f}" for share in row] for row in summary["cross_table"]]
    names = [one["player"] for one in summary["players"]]
    return [["wins % against", *names]] + [[name, *row] for name, row in zip(names, cells)]


def text_of(summary):
    def lines(rows):
        widths = [max(len(row[column][:28]) for row in rows) for column in range(len(rows[0]))]
        return ["  ".join(cell[:28].ljust(width) if n == 0 else cell[:28].rjust(width)
                          for n, (cell, width) in enumerate(zip(row, widths))) for row in rows]

    table = lines(rows_of(summary))
    table[0] += "   (95 % intervals over deals)"
    return "\n".join([f"{title_of(summary)}, {details_of(summary)}", *table,
                      *(lines(cross_rows(summary)) if "cross_table" in summary else [])])
