#!/usr/bin/env python3
"""Plays any game by its templates. Usage: bot.py ws://127.0.0.1:8080/ws ROOM NAME (needs the library websockets)"""
import asyncio, contextlib, json, random, sys
import websockets

def fill(choice, company):
    """Cards for {"choose": …, "from": …}; anything else is literal. With company, jokers never go alone."""
    if not isinstance(choice, dict):
        return choice
    least, most = choice["choose"] if isinstance(choice["choose"], list) else [choice["choose"]] * 2
    cards = random.sample(choice["from"], len(choice["from"]))
    if "beats" in choice:  # the highest cards beat all that can be beaten
        cards.sort(key=lambda card: "XAKQJT98765432".index(card[0]))
    if company and set(cards) != {"XX"}:
        cards.insert(0, cards.pop(next(i for i, card in enumerate(cards) if card != "XX")))
    return choice.get("with", []) + cards[:random.randint(least, most)]

def pick(legal):
    template = random.choice(legal)
    optional = template.pop("optional", [])  # fields that may be added; none is
    return {field: fill(value, "as" in optional) for field, value in template.items()}

async def play(url, room, name):
    hello = {"type": "join", "room": room, "name": name}
    async for socket in websockets.connect(url):  # again, where the connection was lost
        with contextlib.suppress(websockets.ConnectionClosed):
            await socket.send(json.dumps(hello))
            async for message in socket:
                message = json.loads(message)
                if message["type"] in ("error", "replaced") and message.get("code") != "stale_decision":
                    sys.exit(message.get("message", "This seat is somebody else's now."))
                if message["type"] == "joined":
                    hello = {"type": "resume", "room": room, "token": message["token"]}
                view = message.get("view")
                if view and view["result"]:
                    return print(json.dumps(view["result"]))
                if "legal" in message and view["seat"] in view["to_act"]:
                    await socket.send(json.dumps({"type": "act", "room": room, "decision": message["decision"],
                                                  "action": pick(message["legal"])}))
asyncio.run(play(*sys.argv[1:]))
