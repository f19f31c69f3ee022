"""Players for the tests of the arena."""
import random

from tefuda import Bot, random_action


class Passer(Bot):
    """Passes whenever that is legal."""

    def choose(self, update):
        passes = [template for template in update["legal"] if template["type"] == "pass"]
        return random_action(passes or update["legal"], self.random)


class Chance(Bot):
    def choose(self, update):
        return random_action(update["legal"], self.random)


class Fixed(Bot):
    """Always makes the same choice among the same templates."""

    def choose(self, update):
        return random_action(update["legal"], random.Random(1))


class Lawless(Bot):
    """Always sends an illegal action."""

    def choose(self, update):
        return {"type": "win"}
