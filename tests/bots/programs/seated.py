"""One bot plays in two rooms, and leaves a third one. Prints for each room what the bot knew of its seat at its first update, and
whether each call came with the seat that it was for."""
import asyncio
import json
import sys

from tefuda import Bot, Client, random_action


class Knowing(Bot):
    def __init__(self):
        super().__init__()
        self.known = {}

    def note(self, update):
        info = self.seat.info
        known = self.known.setdefault(self.seat.room, {
            "game": info["game"], "options": info["options"], "seat": self.seat.seat, "name": info["seats"][self.seat.seat]["name"],
            "right": True})
        known["right"] = known["right"] and update["view"]["game"] == info["game"]

    def saw(self, update):
        self.note(update)

    def choose(self, update):
        self.note(update)
        return random_action(update["legal"], self.random)


async def play(url):
    bot = Knowing()
    async with Client(url) as client:
        waiting = await client.create("fortyone")
        await client.join(waiting, bot)
        await client.leave(waiting)
        rooms = [await client.create("fortyone", bots=["easy", None]),
                 await client.create("twentytwo", seats=3, options={"variant": "26"})]
        seats = [await client.join(room, bot, "Knows") for room in rooms]
        await client.fill(rooms[1])
        for seat in seats:
            await seat.done
    print(json.dumps([bot.known[room] for room in rooms]))


asyncio.run(play(sys.argv[1]))
