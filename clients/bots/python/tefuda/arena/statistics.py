"""Evaluates the matches. The statistical unit is the deal: its seatings share the same cards and are not independent, so
they are averaged to one number for each player. From these numbers come the mean and its 95 % interval."""
import math
from collections import defaultdict

Z = 1.959964


class Estimate:
    """The mean of numbers between `least` and `most`, and its 95 % interval from `low` to `high`, never beyond these.

    It is Wilson's interval for a share, which holds near the ends too: no success in 50 deals is no proof of 0 %. The variance
    of these numbers is not that of single successes (both seatings of a deal may share its luck), so their number is divided by
    the ratio of the two; one imagined deal of ratio 1 keeps the interval from closing because a few deals are equal."""

    def __init__(self, numbers, least=0, most=1):
        n = len(numbers)
        self.mean = sum(numbers) / n
        share = (self.mean - least) / (most - least)
        ratio = 1
        if n > 1 and 0 < share < 1:
            variance = sum((number - self.mean) ** 2 for number in numbers) / (n - 1) / (most - least) ** 2
            ratio = (n * variance / (share * (1 - share)) + 1) / (n + 1)
        z2 = (student_t(n - 1) if n > 1 else Z) ** 2 * ratio / n
        centre = (share + z2 / 2) / (1 + z2)
        half = math.sqrt(z2 * share * (1 - share) + z2 * z2 / 4) / (1 + z2)
        self.low, self.high = (least + (most - least) * min(1, max(0, centre + side * half)) for side in (-1, 1))


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
    seats = max(len(match.seating) for match in matches)
    return [(of_deals(wins[player], 0, 1), of_deals(ranks[player], 1, seats)) for player in range(players)]


def of_deals(numbers, least, most):
    return Estimate([sum(of_one) / len(of_one) for of_one in numbers.values()], least, most)
