"""Ratings of players who met in pairs: the Bradley-Terry model. Of two players with strengths a and b the first has the share
a / (a + b) of the wins. A rating is a difference: so many points above the anchor, a player whose rating is given, on Elo's
scale, 400 points for a factor of ten. Its 95 % interval is that of the difference, by a bootstrap over deals.

Who has never won against the anchor, nor against anybody who has, could be as weak as you like: it gets no interval but a
bound, `below`; who has never lost, `above`. The others' ratings don't depend on it."""
import math
import random

from .statistics import student_t, win_share

PRIOR = 0.5  # imagined wins of each player of a pair, as in Jeffreys' prior: without them ratings come out too far apart
RESAMPLES = 400
POINTS = 400 / math.log(10)


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


def ratings(matches, players, anchor=0, at=0.0, seed=0):
    """For each player a dict: `mean`, `low` and `high`; or only `below` or `above`; or nothing if it has not met the others.
    `low` and `high` are None where there are too few deals. The anchor's are all three `at`."""
    shares = shares_of(matches, players)
    wins, met = totals(shares, players)
    group = comparable(wins, players, anchor)
    means = fit(wins, met, group, anchor)
    found = [{} for _ in range(players)]
    for player, spread in zip(group, spreads(shares, means, group, anchor, seed)):
        mean = at + means[player] * POINTS
        known = spread is not None
        found[player] = {"mean": mean, "low": mean - spread if known else None, "high": mean + spread if known else None}
    for player in set(range(players)) - set(group):
        found[player] = bound(shares, means, group, player, at)
    return found


def comparable(wins, players, anchor):
    """The players who have, by way of others perhaps, both won against the anchor and lost to it, and the anchor, ascending."""
    def reached(beats):
        seen, waiting = {anchor}, [anchor]
        while waiting:
            one = waiting.pop()
            for other in range(players):
                if other not in seen and beats(one, other):
                    seen.add(other)
                    waiting.append(other)
        return seen

    return sorted(reached(lambda one, other: wins[one][other] > 0) & reached(lambda one, other: wins[other][one] > 0))


def fit(wins, met, group, anchor):
    """The logarithms of the strengths with the greatest likelihood, the anchor's 0, by Newton's method."""
    means = {player: 0.0 for player in group}
    for _ in range(100):
        gradient, curvature = slopes(wins, met, group, means)
        step = solved(curvature, gradient, group, anchor)
        for player in group:
            means[player] += max(-1.0, min(1.0, step[player]))
        if max(map(abs, step.values())) < 1e-9:
            break
    return means


def slopes(wins, met, group, means):
    """The likelihood's first derivatives, and its second ones times -1."""
    gradient = {one: 0.0 for one in group}
    curvature = {one: {other: 0.0 for other in group} for one in group}
    for one in group:
        for other in group:
            if one == other or not met[one][other]:
                continue
            share = 1 / (1 + math.exp(means[other] - means[one]))
            played = met[one][other] + 2 * PRIOR
            gradient[one] += wins[one][other] + PRIOR - played * share
            curvature[one][one] += played * share * (1 - share)
            curvature[one][other] -= played * share * (1 - share)
    return gradient, curvature


def solved(curvature, gradient, group, anchor):
    """The x with curvature * x = gradient, where the anchor's is 0."""
    free = [player for player in group if player != anchor]
    rows = [[curvature[one][other] for other in free] + [gradient[one]] for one in free]
    for place in range(len(free)):
        best = max(range(place, len(free)), key=lambda row: abs(rows[row][place]))
        rows[place], rows[best] = rows[best], rows[place]
        for row in range(len(free)):
            if row != place:
                factor = rows[row][place] / rows[place][place]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[place])]
    found = {player: rows[place][-1] / rows[place][place] for place, player in enumerate(free)}
    found[anchor] = 0.0
    return found


def spreads(shares, means, group, anchor, seed):
    """For each player of the group half the width of the interval, in points; None where there are fewer than three deals. The
    deals are drawn again RESAMPLES times; each time one Newton step from the ratings of all deals is made. The standard
    deviation of that counts t times, as there may be few deals."""
    deals = {}
    for deal, one, other, share in shares:
        if one in means and other in means:
            deals.setdefault(deal, []).append((one, other, share))
    if len(deals) < 3:
        return [0.0 if player == anchor else None for player in group]
    deals = [deals[deal] for deal in sorted(deals)]
    # Each deal's own part of the first derivatives. They add up to about 0.
    parts = []
    wins = {one: dict.fromkeys(group, 0.0) for one in group}
    met = {one: dict.fromkeys(group, 0) for one in group}
    for deal in deals:
        part = dict.fromkeys(group, 0.0)
        for one, other, share in deal:
            surprise = share - 1 / (1 + math.exp(means[other] - means[one]))
            part[one] += surprise
            part[other] -= surprise
            met[one][other] += 1
            met[other][one] += 1
        parts.append(part)
    _, curvature = slopes(wins, met, group, means)
    middle = {player: sum(part[player] for part in parts) / len(parts) for player in group}
    chance = random.Random(seed)
    squares = dict.fromkeys(group, 0.0)
    for _ in range(RESAMPLES):
        drawn = chance.choices(parts, k=len(parts))
        step = solved(curvature, {player: sum(part[player] - middle[player] for part in drawn) for player in group}, group, anchor)
        for player in group:
            squares[player] += step[player] ** 2
    small = len(deals) / (len(deals) - 1)
    return [student_t(len(deals) - 1) * math.sqrt(squares[player] / RESAMPLES * small) * POINTS for player in group]


def bound(shares, means, group, player, at):
    """The rating at which a player would do with a chance of 5 % what it did: lose each time, or win each time, against those
    who have ratings. A deal counts once for each opponent."""
    met = {}
    for deal, one, other, share in shares:
        if player in (one, other) and (one in means or other in means):
            met.setdefault((deal, other if one == player else one), []).append(share if one == player else 1 - share)
    if not met:
        return {}
    lost = not any(map(any, met.values()))
    if not lost and not all(share == 1 for all_of in met.values() for share in all_of):
        return {}
    low, high = -50.0, 50.0
    for _ in range(100):
        middle = (low + high) / 2
        likely = sum(-math.log1p(math.exp(middle - means[opponent] if lost else means[opponent] - middle))
                     for _, opponent in met)
        if (likely > math.log(0.05)) == lost:
            low = middle
        else:
            high = middle
    return {"below" if lost else "above": at + middle * POINTS}
