"""Tests of `tefuda-server migrate`, which brings a folder into the database."""
import asyncio
import sqlite3

from alone import Alone, migrate
from audit import audit
from player import Player, Wire
from scenes import act, check, make_room, sit, two_at_table


def last_update(wire):
    return [message for message in wire.got if message["type"] == "update"][-1]


async def test_rooms_of_a_folder_go_on_in_the_database(cluster):
    async with Alone(cluster, "alone") as alone:
        ended, wire = await make_room(alone, "selfish", seats=2)
        await wire.close()
        players = [Player(alone.ws(), ended, name, seed, matches=2) for seed, name in enumerate(("Aki", "Ben"))]
        await asyncio.wait_for(asyncio.gather(*(player.run() for player in players)), 180)
        half, aki, ben, aki_token = await two_at_table(alone, None)
        for _ in range(6):
            reply = await act(next(wire for wire in (aki, ben) if "legal" in last_update(wire)), half)
            check(reply["type"] == "ok", reply)
            for wire in (aki, ben):
                while last_update(wire)["seq"] < reply["seq"]:
                    await wire.read()
        waiting, wire = await make_room(alone, "fortyone", public=True)
        cho, cho_token = await sit(alone, waiting, "Cho")
        replays = [cluster.get(f"/api/rooms/{ended}/matches/{number}", alone.server) for number in (1, 2)]
        check(all(status == 200 for status, _ in replays), replays)
        code, text = alone.migrate()
        check(code == 1 and "server" in text, f"a folder in use: {code} {text}")
        check(cluster.query(f"SELECT count(*) FROM room WHERE code = '{half}'") == [["0"]], "nothing was brought over")
    code, text = alone.migrate()
    check(code == 0 and "rooms 3, matches " in text, (code, text))
    code, text = alone.migrate()
    check(code == 0 and "rooms 0," in text and "already: 3." in text, (code, text))

    for number, replay in enumerate(replays, 1):
        check(cluster.get(f"/api/rooms/{ended}/matches/{number}") == replay, f"replay {number} is the same")
    back = await Wire.to(cluster.ws(half))
    reply = await back.say(type="resume", room=half, token=aki_token)
    check(reply["type"] == "joined" and reply["seat"] == 0, reply)
    await back.next("update")
    for field in ("seq", "view", "decision", "legal"):
        check(last_update(back).get(field) == last_update(aki).get(field), f"{field} is as it was")
    for player in players:
        player.url, player.matches = cluster.ws(), 4
    await asyncio.wait_for(asyncio.gather(*(player.run() for player in players)), 180)
    cho = await Wire.to(cluster.ws(waiting))
    check((await cho.say(type="resume", room=waiting, token=cho_token))["type"] == "joined", "who waited still has a seat")
    dan, _ = await sit(cluster, waiting, "Dan")
    await dan.next("update")
    code, text = alone.migrate()
    check(code == 0 and "already: 3." in text, "what was played since is left alone")
    problems = audit(cluster, players, [half, waiting], least=20)
    check(not problems, "\n".join(problems))
    await asyncio.gather(*(wire.close() for wire in (back, cho, dan)))


async def test_what_can_not_be_brought_over_is_named(cluster):
    nothing = cluster.folder / "nothing"
    code, text = migrate(nothing, cluster.postgres.url())
    check(code == 1 and "There is no journal in" in text and not nothing.exists(), (code, text))
    code, text = migrate(nothing, "")
    check(code == 2 and "--database" in text, (code, text))
    async with Alone(cluster, "damaged") as alone:
        rooms = [(await make_room(alone))[0] for _ in range(2)]
    file = sqlite3.connect(alone.folder / "rooms.sqlite")
    file.execute("UPDATE room SET state = replace(state, 'fortyone', 'fortytwo') WHERE code = ?", rooms[:1])
    file.commit()
    file.close()
    code, text = alone.migrate()
    check(code == 1 and rooms[0] in text, (code, text))
    stored = {room for room, in cluster.query("SELECT code FROM room")}
    check(rooms[0] not in stored, "a room that can't be read is not there")
    check(rooms[1] in stored and "rooms 1," in text, f"the other one is: {text}")
