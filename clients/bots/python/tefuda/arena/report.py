"""Collects the matches, shows the progress on stderr, and tells the results as text, CSV, JSON and an HTML page."""
import csv
import html
import json
import sys
import time

from .ratings import cross_table, ratings
from .statistics import estimates

COLUMNS = ["deal", "seating", "room", "seat", "player", "rank", "score", "winner", "reason"]


class Report:
    """\\param asked the command line's arguments \\param orders the seatings of a deal \\param deals their number
    \\param store a Store whose matches are done, or None"""

    def __init__(self, asked, orders, deals, store):
        self.asked = asked
        self.orders = orders
        self.deals = deals
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

    def write_csv(self, path):
        with open(path, "w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file)
            rows.writerow(COLUMNS)
            for match in sorted(self.matches, key=lambda match: (match.deal, match.seating)):
                result = match.result
                for seat, player in enumerate(match.seating):
                    rows.writerow([match.deal, self.orders.index(match.seating), match.room, seat,
                                   self.asked.players[player], result["ranks"][seat], result["scores"][seat],
                                   int(seat in result["winners"]), result["reason"]])

    def summary(self):
        """Everything that the text and the page tell, as JSON has it. Shares of wins are from 0 to 1."""
        asked = self.asked
        count = len(asked.players)
        rated = ratings(self.matches, count, asked.seed) if asked.round_robin else None
        players = []
        for number, (text, (wins, rank)) in enumerate(zip(asked.players, estimates(self.matches, count))):
            own = [order for order in self.orders if number in order]
            even = sum(order.count(number) for order in own) / len(own) / asked.seats
            players.append({"player": text, "wins": vars(wins), "even": even, "rank": vars(rank)})
            if rated:
                players[-1]["rating"] = dict(zip(("mean", "low", "high"), rated[number]))
        return {"game": asked.game, "seats": asked.seats, "options": asked.options, "seed": asked.seed,
                "matches": len(self.matches), "deals": self.deals, "seatings": len(self.orders), "players": players,
                **({"cross_table": cross_table(self.matches, count)} if rated else {})}


def title_of(summary):
    return (f"{summary['game']}, {summary['seats']} seats, options {json.dumps(summary['options'])}: "
            f"{summary['matches']} matches, {summary['deals']} deals in {summary['seatings']} seatings each, "
            f"seed {summary['seed']}")


def interval(estimate, scale=1, places=1):
    mean, low, high = (f"{estimate[field] * scale:.{places}f}" for field in ("mean", "low", "high"))
    return f"{mean} ({low}–{high})"


def rows_of(summary):
    """The table's heading and its rows, as texts."""
    rated = "rating" in summary["players"][0]
    rows = [["player", "wins %", "even %", "mean rank"] + ["rating"] * rated]
    for one in summary["players"]:
        rows.append([one["player"], interval(one["wins"], 100), f"{one['even'] * 100:.1f}", interval(one["rank"], 1, 2)]
                    + ([interval(one["rating"], 1, 0)] if rated else []))
    return rows


def cross_rows(summary):
    cells = [["" if share is None else f"{share * 100:.1f}" for share in row] for row in summary["cross_table"]]
    names = [one["player"] for one in summary["players"]]
    return [["wins % against", *names]] + [[name, *row] for name, row in zip(names, cells)]


def text_of(summary):
    def lines(rows):
        widths = [max(len(row[column][:24]) for row in rows) for column in range(len(rows[0]))]
        return ["  ".join(cell[:24].ljust(width) if n == 0 else cell[:24].rjust(width)
                          for n, (cell, width) in enumerate(zip(row, widths))) for row in rows]

    table = lines(rows_of(summary))
    table[0] += "   (95 % intervals over deals)"
    return "\n".join([title_of(summary), *table, *(lines(cross_rows(summary)) if "cross_table" in summary else [])])


def plot_of(summary):
    """An SVG picture: each player's mean and interval, of the rating if there is one, else of the share of wins."""
    field, scale, unit = ("rating", 1, "rating") if "rating" in summary["players"][0] else ("wins", 100, "wins %")
    shown = [(one["player"], *(one[field][part] * scale for part in ("low", "mean", "high"))) for one in summary["players"]]
    left, right = (0, 100) if field == "wins" else (min(low for _, low, _, _ in shown) - 20, max(high for *_, high in shown) + 20)
    place = lambda value: 160 + 420 * (value - left) / (right - left)  # noqa: E731
    parts = []
    for row, (name, low, mean, high) in enumerate(shown):
        y = 24 + 28 * row
        parts.append(f'<text x="150" y="{y + 4}" text-anchor="end">{html.escape(name[:24])}</text>'
                     f'<line x1="{place(low):.1f}" x2="{place(high):.1f}" y1="{y}" y2="{y}" stroke="currentColor" stroke-width="2"/>'
                     f'<circle cx="{place(mean):.1f}" cy="{y}" r="5" fill="currentColor"/>')
    bottom = 24 + 28 * len(shown)
    for value in (left, (left + right) / 2, right):
        parts.append(f'<text x="{place(value):.1f}" y="{bottom + 8}" text-anchor="middle">{value:.0f}</text>')
    return (f'<svg viewBox="0 0 620 {bottom + 30}" font-family="sans-serif" font-size="12" role="img" '
            f'aria-label="{unit} of each player with its interval">{"".join(parts)}'
            f'<text x="370" y="{bottom + 26}" text-anchor="middle">{unit}</text></svg>')


def page_of(summary):
    def table(rows):
        cells = ["".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in row)
                 for row, tag in zip(rows, ["th"] + ["td"] * (len(rows) - 1))]
        return "<table>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>"

    title = html.escape(title_of(summary))
    cross = table(cross_rows(summary)) if "cross_table" in summary else ""
    return (f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>body{{font:16px sans-serif;'
            'max-width:50rem;margin:2rem auto;padding:0 1rem}td,th{padding:.3rem .8rem;text-align:right}td:first-child,'
            'th:first-child{text-align:left}</style>'
            f"<h1>{title}</h1>{plot_of(summary)}{table(rows_of(summary))}{cross}"
            "<p>Intervals of 95 % over deals.</p></html>\n")
