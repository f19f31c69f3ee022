"""What many tests begin with."""
import asyncio
import contextlib
import json

from player import Wire

def check(condition, what):
    if not condition:
        raise AssertionError(what)


def games(cluster):
    """\\returns for each game of the servers its id, and its smallest number of seats"""
    return {game["id"]: game["seats"]["min"] for game in json.loads(cluster.get("/api/games")[1])}


async def make_room(cluster, game="fortyone", server=None, **fields):
    """\\returns the code of a new room, and the connection that made it"""
    wire = await Wire.to(cluster.ws(server=server))
    created = await wire.say(type="create", game=game, **fields)
    check(created["type"] == "created", created)
    return created["room"], wire


@contextlib.asynccontextmanager
async def playing(players):
    """The players play until the end of the context."""
    tasks = [asyncio.ensure_future(player.run()) for player in players]
    try:
        yield
    finally:
        for player in players:
            player.stopping = True
        # More than once: a task that is told just when its message comes does not notice (asyncio.wait_for).
        while tasks:
            for task in tasks:
                task.cancel()
            _, tasks = await asyncio.wait(tasks, timeout=1)


async def sit(cluster, room, name, server=None):
    wire = await Wire.to(cluster.ws(room, server))
    joined = await wire.say(type="join", room=room, name=name)
    check(joined["type"] == "joined", joined)
    return wire, joined["token"]


async def act(wire, room):
    """Plays the first template where this seat may. \\returns the reply, or None where it has nothing to decide"""
    update = [m for m in wire.got if m["type"] == "update"][-1]
    if "legal" not in update:
        return None
    return await wire.say(type="act", room=room, decision=update["decision"], action=update["legal"][0])


async def two_at_table(cluster, one, two=None):
    """A match of Forty-One that has begun, both on connections to these servers."""
    room, maker = await make_room(cluster, server=one)
    await maker.close()
    aki, token = await sit(cluster, room, "Aki", one)
    ben, _ = await sit(cluster, room, "Ben", two or one)
    for wire in (aki, ben):
        if not any(m["type"] == "update" for m in wire.got):
            await wire.next("update")
    return room, aki, ben, token


def secrets_found(postgres, secrets):
    """\\returns which of PostgreSQL's files have one of these texts"""
    postgres.query("CHECKPOINT")
    return [path for path in (postgres.folder / "data").rglob("*") if path.is_file()
            for content in [path.read_bytes()] if any(secret.encode() in content for secret in secrets)]
