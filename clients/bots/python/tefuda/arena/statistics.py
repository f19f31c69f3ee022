"""Evaluates the matches. The statistical unit is the deal: its seatings share the same cards and are not independent, so
they are averaged to one number for each player. From these numbers come the mean and its 95 % interval by Student's t."""
import math
from collections import defaultdict

Z = 1.959964


class Estimate:
    """A mean and half the width of its 95 % interval (`half`; None for fewer than two numbers)."""

    def __init__(self, numbers):
        n = len(numbers)
        self.mean = sum(numbers) / n
        self.half = None
        if n > 1:
            variance = sum((number - self.mean) ** 2 for number in numbers) / (n - 1)
            self.half = student_t(n - 1) * math.sqrt(variance / n)

    def text(self, scale=1, places=1):
        reach = "" if self.half is None else f" ± {self.half * scale:.{places}f}"
        return f"{self.mean * scale:.{places}f}{reach}"


def student_t(degrees):
    """The 97.5 % quantile of Student's t distribution (Cornish-Fisher series; accurate enough from 3 degrees on)."""
    if degrees < 3:
        return {1: 12.706, 2: 4.303}[degrees]
    return (Z + (Z**3 + Z) / (4 * degrees) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * degrees**2)
            + (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / (384 * degrees**3))


def win_share(result, seats_held):
    """The share of the win that these seats have. Several winners share equally; without a winner all seats do."""
    winners = result["winners"] or range(len(result["ranks"]))
    return sum(seat in winners for seat in seats_held) / len(winners)


def estimates(matches, players):
    """For each player the Estimates (share of wins, rank). `matches`: objects with `deal`, `seating`, `result`."""
    wins = [defaultdict(list) for _ in range(players)]
    ranks = [defaultdict(list) for _ in range(players)]
    for match in matches:
        for player in range(players):
            held = [seat for seat, who in enumerate(match.seating) if who == player]
            if not held:
                continue
            wins[player][match.deal].append(win_share(match.result, held))
            ranks[player][match.deal].append(sum(match.result["ranks"][seat] for seat in held) / len(held))
    return [(of_deals(wins[player]), of_deals(ranks[player])) for player in range(players)]


def of_deals(numbers):
    return Estimate([sum(of_one) / len(of_one) for of_one in numbers.values()])
