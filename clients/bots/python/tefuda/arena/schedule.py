"""Which matches are played: each deal once in every seating."""
import hashlib
import itertools


def seatings(players, seats, every_order):
    """Lists of players' numbers, one for each seat. They take turns around the table, and each begins once; or every
    order of these is played."""
    turns = [tuple((first + seat) % players for seat in range(seats)) for first in range(players)]
    if not every_order:
        return turns
    return sorted({order for turn in turns for order in itertools.permutations(turn)})


def server_seed(seed, deal):
    """The `server_seed` of a deal, as hex digits."""
    return hashlib.sha256(f"{seed}/{deal}".encode()).hexdigest()
