"""Takes a seat in a room, moves, allows hints, blocks, unblocks and blocks a player, shows where the room talks, reports the
room, and prints why it loses the seat. Arguments: the address, its secret, the room, the player's id."""
import asyncio
import sys

from tefuda import Bot, Client, Refused, random_action


class Chance(Bot):
    def choose(self, update):
        return random_action(update["legal"], self.random)


async def play(url, secret, room, player):
    async with Client(url, secret=secret) as client:
        seat = await client.join(room, Chance())
        await client.move(room, 1)
        await client.change(room, hints=True)
        await client.block(player)
        await client.unblock(player)
        await client.block(player)
        await client.call(room, "https://talk.example/bots")
        await client.report(room, text="Insults.")
        print("reported", flush=True)
        try:
            await seat.done
        except Refused as refused:
            print(refused.code)


asyncio.run(play(*sys.argv[1:]))
