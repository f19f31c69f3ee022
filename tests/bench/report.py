"""Prints tables, computes statistics of repeated measurements, and checks targets."""

import math
import statistics
import sys


def say(text=""):
    print(text, flush=True)


def show_progress(text):
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text}\033[K")
        sys.stderr.flush()


def table(head, rows):
    rows = [[str(cell) for cell in row] for row in [head, *rows]]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    for number, row in enumerate(rows):
        say("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |")
        if number == 0:
            say("|" + "|".join("-" * (width + 2) for width in widths) + "|")
    say()


def value(result, *path):
    for key in path:
        result = result[key]
    return result


def values(results, *path):
    return [value(result, *path) for result in results]


def median(results, *path):
    return statistics.median(values(results, *path))


def ratios(results, name, base, *path):
    """The ratios of the results `name` to the results `base` of the same round."""
    return [one / other for one, other in zip(values(results[name], *path), values(results[base], *path))]


def spread(numbers):
    """The largest deviation from the median, in percent of the median; infinite if the median is 0."""
    middle = statistics.median(numbers)
    furthest = max(abs(number - middle) for number in numbers)
    return furthest / abs(middle) * 100 if middle else math.inf


def cpu_us(result, of="updates_a_second"):
    """The server's CPU time in microseconds for each update, or for each unit of another rate."""
    return result["server_cpu"] / result[of] * 1e6


class Targets:
    """Collects the targets with their measured values."""

    def __init__(self):
        self.lines = []

    def at_least(self, what, numbers, target):
        self._add(what, numbers, target, "at least", lambda number: number >= target)

    def at_most(self, what, numbers, target):
        self._add(what, numbers, target, "at most", lambda number: number <= target)

    def _add(self, what, numbers, target, relation, is_met):
        number = statistics.median(numbers)
        self.lines.append({"what": what, "measured": number, "all": list(numbers), "relation": relation,
                           "target": target, "met": is_met(number)})

    def show(self):
        if not self.lines:
            return
        say("targets")
        table(["", "measured", "lowest", "highest", "target", "met"],
              [[line["what"], *(f"{number:,.4g}" if number < 1000 else f"{number:,.0f}"
                                for number in (line["measured"], min(line["all"]), max(line["all"]))),
                f"{line['relation']} {line['target']:,}", "yes" if line["met"] else "NO"] for line in self.lines])
