"""Plays in so many rooms on one connection, all at once; prints the seconds that it took."""
import asyncio
import sys
import time

from tefuda import Bot, Client, random_action


class Chance(Bot):
    def choose(self, update):
        return random_action(update["legal"], self.random)


async def play_one(client):
    room = await client.create("selfish", seats=2, bots=["easy", None])
    seat = await client.join(room, Chance())
    return await seat.done


async def play(url, rooms):
    async with Client(url) as client:
        start = time.monotonic()
        results = await asyncio.gather(*(play_one(client) for _ in range(rooms)))
        assert all(len(result) == 1 for result in results)
        print(time.monotonic() - start)


asyncio.run(play(sys.argv[1], int(sys.argv[2])))
