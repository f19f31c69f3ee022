"""Is refused in a room that is not there, then plays two matches in each of two rooms on one connection; prints one line with
the results for each room."""
import asyncio
import json
import sys

from tefuda import Bot, Client, Refused, random_action


class Chance(Bot):
    def choose(self, update):
        return random_action(update["legal"], self.random)


async def play(url):
    async with Client(url) as client:
        try:
            raise AssertionError(await client.join("NOROOM", Chance()))
        except Refused as refused:
            assert refused.code == "no_such_room"
        rooms = [await client.create(game, seats=2, bots=["easy", None]) for game in ("fortyone", "sugekari21")]
        seats = [await client.join(room, Chance(), matches=2) for room in rooms]
        for seat in seats:
            print(json.dumps(await seat.done))


asyncio.run(play(sys.argv[1]))
