"""Players with a database: what they are promised is so there too, at every server, and also when a folder is brought over."""
import asyncio
import json
import sqlite3
import urllib.error
import urllib.request

import websockets

from alone import Alone
from cluster import until
from player import Wire
from scenes import check, secrets_found

# As in player.py, which has put the kit into the path.
from tefuda.client import connect_as


def ask(server, method, path, secret=None, body=None):
    """\\returns the status and the document"""
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}", method=method,
                                     data=None if body is None else json.dumps(body).encode(),
                                     headers={**({"Authorization": f"Bearer {secret}"} if secret else {}),
                                              **({} if body is None else {"Content-Type": "application/json"})})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            text = answer.read()
            return answer.status, json.loads(text) if text else None
    except urllib.error.HTTPError as problem:
        return problem.code, json.load(problem)


def make(server, **fields):
    status, player = ask(server, "POST", "/api/me", body={"secret": True, **fields})
    check(status == 201, player)
    return player


async def wire_of(secret, server, room=None):
    """A connection of this player."""
    wire = Wire()
    url = f"ws://127.0.0.1:{server.port}/ws" + (f"?room={room}" if room else "")
    wire.socket = await asyncio.wait_for(connect_as(secret, url, compression=None), 60)
    welcome = await wire.next("welcome")
    check(welcome["you"] is not None, welcome)
    return wire


async def close_code(wire):
    try:
        while True:
            await wire.read()
    except websockets.ConnectionClosed:
        return wire.socket.close_code


async def play(wires, room):
    """They play the first templates that they may until the match is over."""
    async def one(wire):
        while True:
            update = next((m for m in reversed(wire.got) if m["type"] == "update"), None) or await wire.next("update")
            while not update.get("over"):
                if "must" in update and update["must"]:
                    await wire.socket.send(json.dumps({"type": "act", "room": room, "decision": update["decision"],
                                                       "action": update["legal"][0]}))
                update = await wire.next("update")
            return

    await asyncio.wait_for(asyncio.gather(*map(one, wires)), 180)


async def table(players, server):
    """A room of Forty-One in which these players sit."""
    wires = [await wire_of(player["secret"], server) for player in players]
    room = (await wires[0].say(type="create", game="fortyone"))["room"]
    for wire, player in zip(wires, players):
        joined = await wire.say(type="join", room=room, name=player["name"])
        check(joined["type"] == "joined", joined)
    return room, wires


async def test_players_are_the_same_at_every_server(cluster):
    one, two, three = cluster.servers
    aki, ben = make(one, name="Aki"), make(two, name="Ben")
    for server in cluster.servers:
        check(ask(server, "GET", "/api/me", aki["secret"])[1]["id"] == aki["id"], server.name)
    status, code = ask(one, "POST", "/api/me/code", aki["secret"], {"for": "link"})
    check(status == 201, code)
    status, second = ask(two, "POST", "/api/me/recover", body={"code": code["code"], "secret": True})
    check((status, second["id"]) == (200, aki["id"]), second)
    check(ask(three, "POST", "/api/me/recover", body={"code": code["code"]})[0] == 403, "a link is good once")
    check(ask(three, "PATCH", "/api/me", second["secret"], {"name": "Natsu"})[0] == 200, "a name")
    check(ask(one, "GET", f"/api/players/{aki['id']}")[1]["name"] == "Natsu", "the name everywhere")

    room, wires = await table([aki, ben], one)
    running = ask(three, "GET", "/api/me/games", aki["secret"])[1]["running"]
    check([(each["room"], each["status"]) for each in running] == [(room, "playing")], running)
    await play(wires, room)
    results = [ask(server, "GET", f"/api/players/{ben['id']}/results")[1]["results"] for server in cluster.servers]
    check(len(results[0]) == 1 and results[0] == results[1] == results[2], results)
    check([seat["player"] for seat in results[0][0]["seats"]] == [aki["id"], ben["id"]], results[0])
    back = await wire_of(aki["secret"], two, room)
    joined = await back.say(type="resume", room=room)
    check((joined["type"], joined.get("seat")) == ("joined", 0), f"a seat without its token, at another server: {joined}")
    await asyncio.gather(back.close(), *(wire.close() for wire in wires))

    old = await wire_of(second["secret"], three)
    check(ask(one, "POST", "/api/me/revoke", aki["secret"])[0] == 204, "revoked")
    check(ask(two, "GET", "/api/me", second["secret"])[0] == 401, "at once at every server")
    check(await close_code(old) == 1008, "its connection to another server is closed")


async def test_a_player_who_is_deleted_at_one_server_is_gone_at_all(cluster):
    one, two, three = cluster.servers
    gone, ben = make(one, name="Gone"), make(one, name="Ben")
    room, wires = await table([gone, ben], one)
    elsewhere = await wire_of(gone["secret"], three)
    check(ask(two, "DELETE", "/api/me", gone["secret"])[0] == 204, "deleted")
    check(await close_code(elsewhere) == 1008, "closed")
    for server in cluster.servers:
        check(ask(server, "GET", f"/api/players/{gone['id']}")[0] == 404, server.name)
        check(ask(server, "GET", "/api/me", gone["secret"])[0] == 401, server.name)

    def is_left():
        status, text = cluster.get(f"/api/rooms/{room}", three)
        return status == 200 and gone["id"] not in text

    await until(is_left, "its seat is left")
    await asyncio.gather(*(wire.close() for wire in wires), return_exceptions=True)


async def test_players_of_a_folder_are_brought_over(cluster):
    one = cluster.servers[0]
    async with Alone(cluster, "people") as alone:
        folder = alone.server
        aki, ben = make(folder, name="Aki"), make(folder, kind="bot", name="Robo")
        room, wires = await table([aki, ben], folder)
        await play(wires, room)
        for wire in wires:
            await wire.socket.send(json.dumps({"type": "rematch", "room": room}))
        await wires[0].next("update")
        recovery = ask(folder, "POST", "/api/me/code", aki["secret"], {"for": "recovery"})[1]["code"]
        link = ask(folder, "POST", "/api/me/code", aki["secret"], {"for": "link"})[1]["code"]
        paths = [f"/api/players/{ben['id']}", f"/api/players/{aki['id']}/results", f"/api/rooms/{room}/matches/1"]
        before = [ask(folder, "GET", path) for path in paths]
        games = ask(folder, "GET", "/api/me/games", aki["secret"])
        await asyncio.gather(*(wire.close() for wire in wires))
    puzzle = ("00000000000000aa", "twentytwo", 1, "{}", 2, 1, "{}", '[{"type":"pass"}]', '[{"action":{"type":"pass"},"value":0.9}]', room, 1, 7)
    with sqlite3.connect(alone.folder / "people.sqlite") as database:
        database.execute(f"INSERT INTO puzzle VALUES ({', '.join('?' * len(puzzle))})", puzzle)
    for count in (2, 2):  # again, as after a failure
        code, text = alone.migrate()
        check(code == 0 and f"Players: {count}, results: 1." in text, (code, text))
    for path, answer in zip(paths, before):
        check(ask(one, "GET", path) == answer, path)
    check(ask(one, "GET", "/api/me/games", aki["secret"]) == games, "running and finished games")
    check(ask(one, "GET", "/api/puzzles?game=twentytwo")[1]["puzzles"][0] == puzzle[0], "puzzles")
    solution = ask(one, "POST", f"/api/puzzles/{puzzle[0]}", body={"action": {"type": "pass"}})[1]
    check((solution["right"], solution["room"], solution["actions"]) == (True, room, 7), solution)
    for code, status in ((recovery, 200), (link, 200), (link, 403), (recovery, 200)):
        check(ask(one, "POST", "/api/me/recover", body={"code": code, "secret": True})[0] == status, "codes are good as they were")
    back = await wire_of(aki["secret"], one, room)
    joined = await back.say(type="resume", room=room)
    check((joined["type"], joined.get("seat")) == ("joined", 0), joined)
    await back.close()


async def test_a_server_has_four_connections_to_its_database(cluster):
    one = cluster.servers[0]
    one.stop()
    one.start()
    await until(one.ready, "it is ready")
    most = 0
    for name in ("Aki", "Ben", "Chie"):
        player = make(one, name=name)
        wire = await wire_of(player["secret"], one)
        room = (await wire.say(type="create", game="fortyone"))["room"]
        for path in ("/api/me/games", "/api/daily", "/api/daily/mine", "/api/puzzles?game=twentytwo", f"/api/rooms/{room}"):
            check(ask(one, "GET", path, player["secret"])[0] == 200, path)
        await wire.close()
        most = max(most, len(cluster.query(f"SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'tefuda % {one.name}'")))
    check(0 < most <= 4, f"{most} connections")


async def test_what_a_player_asks_is_done_once_where_its_answer_is_lost(cluster):
    one, cable = cluster.servers[0], cluster.cables[0]

    def ask_and_lose(*what, **more):
        cable.cut_at = b"COMMIT\0"
        answer = ask(one, *what, **more)
        check(cable.cut_at is None, "an answer was lost")
        return answer

    before = int(cluster.query("SELECT count(*) FROM player")[0][0])
    status, player = ask_and_lose("POST", "/api/me", body={"name": "Once", "secret": True})
    check(status == 201, player)
    check(int(cluster.query("SELECT count(*) FROM player")[0][0]) == before + 1, "one player more")
    status, link = ask_and_lose("POST", "/api/me/code", player["secret"], {"for": "link"})
    check(status == 201, link)
    status, second = ask_and_lose("POST", "/api/me/recover", body={"code": link["code"], "secret": True})
    check((status, second["id"]) == (200, player["id"]), second)
    check(ask(one, "GET", "/api/me", second["secret"])[1]["id"] == player["id"], "its secret is good")
    check(ask(one, "POST", "/api/me/recover", body={"code": link["code"]})[0] == 403, "the link is used up")


async def test_no_secret_is_in_a_file_of_the_database(cluster):
    one = cluster.servers[0]
    player = make(one, name="Secret")
    codes = [ask(one, "POST", "/api/me/code", player["secret"], {"for": kind})[1]["code"] for kind in ("link", "recovery")]
    recovered = [ask(one, "POST", "/api/me/recover", body={"code": code, "secret": True})[1]["secret"] for code in codes]
    check(secrets_found(cluster.postgres, [player["id"]]), "a player's id is found")
    found = secrets_found(cluster.postgres, [player["secret"], *codes, *(code.replace("-", "") for code in codes), *recovered])
    check(not found, found)
