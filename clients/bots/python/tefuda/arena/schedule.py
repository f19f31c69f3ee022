"""The schedule: each deal is played once in every seating."""
import hashlib
import itertools


def seatings(players, seats, every_order):
    """All seatings; each is a tuple with a player's number for each seat. By default the rotations of the players around
    the table, so that each player has the first seat once; with `every_order` every order of these."""
    turns = [tuple((first + seat) % players for seat in range(seats)) for first in range(players)]
    if not every_order:
        return turns
    return sorted({order for turn in turns for order in itertools.permutations(turn)})


def round_robin(players, seats, every_order):
    """The seatings of each pair of players, who share the table."""
    return [tuple(pair[place] for place in seating)
            for pair in itertools.combinations(range(players), 2) for seating in seatings(2, seats, every_order)]


def server_seed(seed, deal):
    """The `server_seed` of a deal, in hex digits."""
    return hashlib.sha256(f"{seed}/{deal}".encode()).hexdigest()
