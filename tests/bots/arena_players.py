"""Players for the tests of the arena."""
import asyncio
import os
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


class Silent(Bot):
    """Returns no action."""

    def choose(self, update):
        return None


class Asleep(Bot):
    """Never comes to a decision."""

    async def choose(self, update):
        await asyncio.Event().wait()


class Logging(Chance):
    """Writes a line at the end of each match: whether it saw the last update, and that it ended."""

    over = False

    def saw(self, update):
        self.over = self.over or bool(update.get("over"))

    def ended(self, result):
        with open(os.environ["LOG"], "a", encoding="utf-8") as file:
            file.write(f"{'saw' if self.over else 'not seen'} ended\n")
