"""A bot for every game and every room: it tries actions that its templates offer, and keeps the one with the most wins in 50
playouts of each. playouts.py ws://127.0.0.1:8080/ws ROOM, or in the arena: tefuda-arena playouts:Playouts easy --game twentytwo"""
import json

from tefuda import Bot, main, random_action
from tefuda_rules import Env


class Playouts(Bot):
    def __init__(self, seed=None):
        super().__init__(seed)
        self.earlier = []

    def saw(self, update):
        if update["seq"] == 1:  # the deal of a match
            self.earlier.clear()
        self.earlier.append(update)

    def choose(self, update):
        # A match that this seat can't tell from the one that it plays.
        now = Env.from_view(update, self.random.getrandbits(32), self.seat.info["options"], self.earlier[:-1])
        wins = {}
        for _ in range(10):
            action = random_action(update["legal"], self.random)
            after = now.copy()
            after.step(self.seat.seat, action)
            shares = after.playouts(50, self.seat.seat, self.random.getrandbits(32))
            wins[json.dumps(action)] = shares[:, self.seat.seat].mean()
        return json.loads(max(wins, key=wins.get))


if __name__ == "__main__":
    main(Playouts)
