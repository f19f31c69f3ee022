"""Ratings of players who met in pairs: the Bradley-Terry model. Of two players with strengths a and b the first has the share
a / (a + b) of the wins; ratings are on Elo's scale, 400 points for a factor of ten, with mean 0."""
import math
import random

from .statistics import win_share

PRIOR = 0.5  # imagined wins of each player of a pair: keeps the rating of one who always loses finite
ROUNDS = 200
RESAMPLES = 400


def shares_of(matches, players):
    """(deal, first, second, share of the first) of each match of two players."""
    found = []
    for match in matches:
        pair = sorted(set(match.seating))
        if len(pair) == 2:
            held = [seat for seat, who in enumerate(match.seating) if who == pair[0]]
            found.append((match.deal, *pair, win_share(match.result, held)))
    return found


def cross_table(matches, players):
    """For each player its share of the wins against each other one; None where they have not met."""
    wins, met = totals(shares_of(matches, players), players)
    return [[wins[one][other] / met[one][other] if met[one][other] else None for other in range(players)]
            for one in range(players)]


def totals(shares, players):
    wins = [[0.0] * players for _ in range(players)]
    met = [[0] * players for _ in range(players)]
    for _, one, other, share in shares:
        wins[one][other] += share
        wins[other][one] += 1 - share
        met[one][other] += 1
        met[other][one] += 1
    return wins, met


def bradley_terry(shares, players):
    """The ratings with the greatest likelihood (Hunter's MM algorithm)."""
    wins, met = totals(shares, players)
    pairs = [(one, other) for one in range(players) for other in range(players) if met[one][other]]
    won = [sum(wins[one]) + PRIOR * sum(one == first for first, _ in pairs) for one in range(players)]
    strength = [1.0] * players
    for _ in range(ROUNDS):
        games = [0.0] * players
        for one, other in pairs:
            games[one] += (met[one][other] + 2 * PRIOR) / (strength[one] + strength[other])
        strength = [won[one] / games[one] if games[one] else 1.0 for one in range(players)]
        mean = math.exp(sum(map(math.log, strength)) / players)
        strength = [one / mean for one in strength]
    return [400 * math.log10(one) for one in strength]


def ratings(matches, players, seed=0):
    """For each player (rating, low, high): the 95 % interval is of RESAMPLES resamplings of the deals."""
    shares = shares_of(matches, players)
    of_deal = {}
    for share in shares:
        of_deal.setdefault(share[0], []).append(share)
    deals = [of_deal[deal] for deal in sorted(of_deal)]
    chance = random.Random(seed)
    samples = [bradley_terry([share for deal in chance.choices(deals, k=len(deals)) for share in deal], players)
               for _ in range(RESAMPLES)]
    best = bradley_terry(shares, players)
    found = []
    for player in range(players):
        column = sorted(sample[player] for sample in samples)
        low, high = column[int(0.025 * RESAMPLES)], column[int(0.975 * RESAMPLES) - 1]
        found.append((best[player], min(low, best[player]), max(high, best[player])))
    return found
