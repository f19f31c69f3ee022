"""How long the document of an open board takes, with many players of one board in the store. Arguments: how many players (10,000).
Needs a built release."""

import json
import random
import sys
import time

from people import Measured, player_id
from report import say

REQUESTS = 1000
DAY = int(time.time()) // 86_400 - 3
CHOICES = 5_000


def choices():
    """As many as a document has at most, of the usual size."""
    rng = random.Random(1)
    decision = [{"action": {"type": "play", "card": "7H"}, "players": 3, "mean_margin": -1.25},
                {"action": {"type": "play", "card": "KS"}, "players": 2, "mean_margin": 0.5}]
    return json.dumps([{"path": n // 100, "after": f"{rng.getrandbits(256):064x}", "actions": decision} for n in range(CHOICES)], separators=(",", ":"))


class Boards(Measured):
    columns = {**Measured.columns, "board": "day, game, secret, seats, options, par, settled, choices",
               "attempt": "day, game, player, room, human, margin", "board_line": "day, game, room, player, margin, percent"}
    changes = (f"UPDATE board_state SET opened = {DAY}",)

    def rows(self):
        """With those of the tables that a board has once it is settled."""
        yield from super().rows()
        yield "board", (DAY, "fortyone", "ab" * 32, 2, "{}", 3, 1, choices())
        for number in range(self.players):
            margin = number * 7 % 41 - 20
            yield "attempt", (DAY, "fortyone", player_id(number), f"R{number:09d}", 1, margin)
            yield "board_line", (DAY, "fortyone", f"R{number:09d}", player_id(number), margin, number * 1000 // self.players)

    def ask(self, requests):
        rng = random.Random(2)
        path = f"/api/daily/{time.strftime('%Y-%m-%d', time.gmtime(DAY * 86_400))}/fortyone"
        for _ in range(REQUESTS):
            number = rng.randrange(self.players)
            text = requests.get("the open board", path, number)
            requests.get("today's boards", "/api/daily", number)
            requests.get("profile", f"/api/players/{player_id(number)}", number)
        board = json.loads(text)
        assert len(board["results"]) == self.players and len(board["choices"]) == CHOICES
        say(f"the document of the open board has {len(text) / 1e6:.1f} MB")


def main(players):
    say(f"{players:,} players of one board: milliseconds")
    return Boards(players).run(("the open board",), 50)


if __name__ == "__main__":
    sizes = [int(word) for word in sys.argv[1:]]
    sys.exit(main(*(sizes or [10_000])))
