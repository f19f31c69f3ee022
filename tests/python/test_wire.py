"""Tests that a match in this process is the match that a server plays: every update, byte for byte."""
import asyncio
import json
import random
import unittest

import websockets
from support import SERVER, TABLES, random_action
from tefuda.arena.local_server import local_server
from tefuda_rules import Env

SEED = 20


async def reply(socket, message):
    """Sends a message; returns what comes back, the texts of updates apart."""
    await socket.send(json.dumps(message))
    while True:
        answer = json.loads(await socket.recv())
        if answer.get("re") == message["id"]:
            assert answer["type"] != "error", answer
            return answer


async def next_update(socket):
    while True:
        text = await socket.recv()
        if '"type":"update"' in text[:20]:
            return text


def expected(env, seat, room, seq, update):
    """The update that the server should have sent."""
    view = env.observe(seat)
    if env.over:
        view = f'{view[:-1]},"replay":"/api/rooms/{room}/matches/1"}}'
    text = f'{{"type":"update","room":"{room}","seq":{seq},"events":{env.events(seat)},"view":{view}'
    if seat is not None and env.legal(seat) != "[]":
        must = "true" if seat in env.to_act else "false"
        text += f',"decision":{update["decision"]},"legal":{env.legal(seat)},"must":{must}'
    return text + (',"over":true}' if env.over else "}")


class Wire(unittest.TestCase):
    maxDiff = None

    async def play(self, url, game, seats, options):
        """Plays a match on the server and in this process; compares every update of every seat and a spectator."""
        env = Env(game, seats, options, seed=SEED)
        rng = random.Random(SEED)
        sockets = [await websockets.connect(url, max_size=None) for _ in range(seats + 1)]
        fixed = {"server_seed": f"{SEED:064x}", "shuffles": []}
        room = (await reply(sockets[0], {"id": 1, "type": "create", "game": game, "seats": seats, "options": options,
                                         "fixed": fixed}))["room"]
        await reply(sockets[-1], {"id": 1, "type": "join", "room": room, "name": "Spectator", "role": "spectator"})
        for seat in range(seats):
            await reply(sockets[seat], {"id": 2, "type": "join", "room": room, "name": f"Seat {seat}", "seat": seat})
        observers = [*range(seats), None]
        decisions = {}
        for seq in range(1, 100_000):
            for observer, socket in zip(observers, sockets):
                text = await next_update(socket)
                update = json.loads(text)
                self.assertEqual(text, expected(env, observer, room, seq, update))
                decisions[observer] = update.get("decision")
            if env.over:
                break
            able = [seat for seat in range(seats) if env.legal(seat) != "[]"]
            seat = rng.choice(env.to_act) if rng.random() < 0.8 else rng.choice(able)
            action = random_action(json.loads(env.legal(seat)), rng)
            env.step(seat, action)
            await sockets[seat].send(json.dumps({"type": "act", "room": room, "decision": decisions[seat],
                                                 "action": action}))
        self.assertTrue(env.over)
        for socket in sockets:
            await socket.close()

    def test_every_update_is_equal_to_the_byte(self):
        async def play_all(url):
            await asyncio.gather(*(self.play(url, *table) for table in TABLES))

        with local_server(SERVER, []) as url:
            asyncio.run(asyncio.wait_for(play_all(url), 120))
