"""Plays in two rooms: one bot fails at this function, the other one plays on. Prints the result of the other one."""
import asyncio
import json
import sys

from tefuda import Bot, Client, random_action

WHERE = sys.argv[2]


class Chance(Bot):
    def choose(self, update):
        return random_action(update["legal"], self.random)


class Failing(Chance):
    def choose(self, update):
        self.fail_at("choose")
        return super().choose(update)

    def saw(self, update):
        self.fail_at("saw")

    def ended(self, result):
        self.fail_at("ended")

    def fail_at(self, where):
        if where == WHERE:
            raise ValueError("a fault of the bot")


async def play(url):
    async with Client(url) as client:
        seats = []
        for bot in (Failing(), Chance()):
            room = await client.create("sugekari21", seats=2, bots=["easy", None])
            seats.append(await client.join(room, bot))
        failing, other = seats
        print(json.dumps(await other.done), flush=True)
        await failing.done


asyncio.run(play(sys.argv[1]))
