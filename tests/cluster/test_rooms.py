"""Several servers with one database: each room runs on one of them, and goes to another one, whatever happens."""
import asyncio
import json
import signal
import subprocess

from cluster import SERVER, until
from player import FAILURES, Wire
from scenes import act, check, make_room, sit, two_at_table


async def test_a_room_goes_to_whoever_has_a_connection_for_it(cluster):
    one, two, _ = cluster.servers
    room, aki, ben, token = await two_at_table(cluster, one)
    plain = await Wire.to(cluster.ws(server=two))
    for message in ({"type": "join", "name": "Eve"}, {"type": "resume", "token": token}, {"type": "leave"}):
        reply = await plain.say(room=room, **message)
        check(reply.get("code") == "elsewhere", f"{message['type']} on a connection for no room: {reply}")
    check(cluster.runner_of(room) is one, "the room stayed")

    back = await Wire.to(cluster.ws(room, two))
    resumed = await back.say(type="resume", room=room, token=token)
    check(resumed["type"] == "joined" and resumed["token"] == token, resumed)
    # They are told though they say nothing.
    for wire in (aki, ben):
        moved = await wire.next("moved")
        check(moved == {"type": "moved", "room": room}, moved)
    reply = await ben.say(type="chat", room=room, text="hello?")
    check(reply.get("code") == "elsewhere", f"a message on the old connection: {reply}")
    check(cluster.runner_of(room) is two, "the other server runs it")
    await asyncio.gather(*(wire.close() for wire in (aki, ben, plain, back)))


async def test_a_code_that_is_none_and_other_parameters_are_ignored(cluster):
    for query in ("?room=NOSUCHRM", "?room=", "?room=%00", "?x=1&y", "?room=../..;drop"):
        wire = await Wire.to(cluster.ws(server=cluster.servers[0]) + query)
        reply = await wire.say(type="join", room="NOSUCHRM", name="Eve")
        check(reply.get("code") == "no_such_room", reply)
        reply = await wire.say(type="join", room="A'; DROP TABLE room; --", name="Eve")
        check(reply.get("code") == "no_such_room", reply)
        await wire.close()


async def test_a_join_at_a_server_that_has_lost_the_room_is_not_answered_from_memory(cluster):
    """What another server has stored since is not known there: the token it gave out, the seat it filled."""
    one, two, _ = cluster.servers
    room, maker = await make_room(cluster, server=one, seats=2)
    aki, _ = await sit(cluster, room, "Aki", one)
    # The claim's notification does not reach it: only the look at the epoch can tell.
    cluster.cables[0].deaf = True
    ben, token = await sit(cluster, room, "Ben", two)
    cluster.cables[0].deaf = False
    cluster.cables[0].cut()
    late = await Wire.to(cluster.ws(room, one))
    reply = await late.say(type="resume", room=room, token=token)
    while reply.get("code") == "unavailable":
        await asyncio.sleep(0.05)
        reply = await late.say(type="resume", room=room, token=token)
    check(reply["type"] == "joined" and reply["seat"] == 1, f"the token that the other server gave out: {reply}")
    await asyncio.gather(*(wire.close() for wire in (maker, aki, ben, late)))


async def test_lists_show_the_rooms_of_all_servers(cluster):
    made = []
    for server in cluster.servers:
        room, wire = await make_room(cluster, server=server, public=True)
        check((await wire.say(type="join", room=room, name="n"))["type"] == "joined", "a seat")
        made.append((room, wire))

    def all_listed(server):
        listed = {each["room"] for each in json.loads(cluster.get("/api/rooms", server)[1])}
        return all(room in listed for room, _ in made)

    for server in cluster.servers:
        await until(lambda: all_listed(server), f"{server.name} lists all rooms")

    def is_there(server, room):
        listed = {each["room"]: each for each in json.loads(cluster.get("/api/rooms", server)[1])}
        return listed[room]["seats"][0].get("connected")

    for server in cluster.servers:
        await until(lambda: all(is_there(server, room) for room, _ in made), f"{server.name} lists who is connected")
    deserted, last = made[0]
    await last.close()
    for server in cluster.servers:
        await until(lambda: is_there(server, deserted) is False, f"{server.name} lists that nobody is connected")
        check(all(is_there(server, room) for room, _ in made[1:]), "the others are still there")
    for room, _ in made:
        for server in cluster.servers:
            status, body = cluster.get(f"/api/rooms/{room}", server)
            check(status == 200 and f'"{room}"' in body, f"{room} from {server.name}: {status}")
    check(cluster.get("/api/rooms/NOSUCHRM")[0] == 404, "an unknown room")
    for _, wire in made[1:]:
        await wire.close()


async def test_a_stopped_server_gives_its_rooms_back(cluster):
    one = cluster.servers[0]
    room, aki, ben, token = await two_at_table(cluster, one)
    one.send(signal.SIGTERM)
    await aki.next("closing")
    try:
        while True:
            await aki.read()
    except FAILURES:
        pass
    check(aki.socket.close_code == 1001, f"close code {aki.socket.close_code}")
    await until(lambda: one.process.poll() is not None, "it stops")
    check(one.process.returncode == 0, "it exits in order")
    check(cluster.query(f"SELECT node IS NULL FROM room WHERE code = '{room}'") == [["t"]], "the room is given back")
    # Nobody has claimed it: any connection does.
    back = await Wire.to(cluster.ws(server=cluster.servers[1]))
    reply = await back.say(type="resume", room=room, token=token)
    check(reply["type"] == "joined", reply)
    await back.close()


async def hang(cluster, taking):
    """A server hangs while an action is on its way to it, until `taking` is done. \\returns what the player is told then, and
    what is stored"""
    one = cluster.servers[0]
    room, aki, ben, token = await two_at_table(cluster, one)
    player = aki if "legal" in [m for m in aki.got if m["type"] == "update"][-1] else ben
    update = [m for m in player.got if m["type"] == "update"][-1]
    await one.hang()
    try:
        await player.socket.send('{"type":"act","id":"zombie","room":"%s","decision":%d,"action":%s}' % (
            room, update["decision"], json.dumps(update["legal"][0])))
        back = await Wire.to(cluster.ws(room, cluster.servers[1]))
        await taking(back, {"type": "resume", "room": room, "token": token})
    finally:
        one.send(signal.SIGCONT)
    told = None
    while told not in ("moved", "ok"):
        told = (await player.read())["type"]
    stored = cluster.query(f"SELECT number FROM action WHERE room = '{room}'")
    await asyncio.gather(*(wire.close() for wire in (aki, ben, back)))
    return told, stored


async def test_a_server_that_hung_finds_itself_fenced(cluster):
    async def taking(back, resume):
        reply = await back.say(**resume)
        check(reply["type"] == "joined", reply)

    check(await hang(cluster, taking) == ("moved", []), "the zombie acknowledges nothing, and stores nothing")


async def test_without_the_fence_the_hung_server_acknowledges(cluster):
    """The test of the test: claims that leave epoch and name as they were take no room from anybody."""
    two = cluster.servers[1]
    cluster.query("CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS "
                  "'BEGIN NEW.epoch = OLD.epoch; NEW.node = OLD.node; RETURN NEW; END'; "
                  "CREATE TRIGGER spoil BEFORE UPDATE ON room FOR EACH ROW EXECUTE FUNCTION spoil()")

    async def taking(back, resume):
        await back.socket.send(json.dumps(resume))
        await until(lambda: any(event["room"] == resume["room"] for event in two.events("Room claimed")), "it claims the room")

    try:
        check(await hang(cluster, taking) == ("ok", [["1"]]), "nobody has taken the room from it")
    finally:
        cluster.query("DROP TRIGGER spoil ON room; DROP FUNCTION spoil()")


async def test_without_a_database_nothing_is_lost_and_the_process_stays(cluster):
    one = cluster.servers[0]
    room, aki, ben, token = await two_at_table(cluster, one)
    cluster.postgres.stop("fast")
    try:
        player = aki if "legal" in [m for m in aki.got if m["type"] == "update"][-1] else ben
        reply = await act(player, room)
        check(reply.get("code") == "unavailable", reply)
        check(one.ready(), "it stays ready at first")
        check((await player.say(type="ping"))["type"] == "pong", "what needs no database works")
    finally:
        cluster.postgres.start()
    while (reply := await act(player, room))["type"] != "ok":
        check(reply["code"] == "unavailable", reply)
        await asyncio.sleep(0.05)
    check(cluster.query(f"SELECT count(*) FROM action WHERE room = '{room}'") == [["1"]], "stored once")
    check(one.process.poll() is None, "the process stays")
    await asyncio.gather(aki.close(), ben.close())


async def test_a_commit_whose_answer_is_lost_is_answered_when_the_database_has_told(cluster):
    one = cluster.servers[0]
    room, aki, ben, token = await two_at_table(cluster, one)
    player = aki if "legal" in [m for m in aki.got if m["type"] == "update"][-1] else ben
    # So that the connection has every statement prepared: the next commit is one round trip.
    check((await act(player, room))["type"] == "ok", "the first action")
    await asyncio.gather(aki.next("update"), ben.next("update"))
    player = aki if "legal" in aki.got[-1] else ben
    cable = cluster.cables[0]
    cable.deaf = True
    update = [m for m in player.got if m["type"] == "update"][-1]
    await player.socket.send('{"type":"act","id":"a","room":"%s","decision":%d,"action":%s}' % (
        room, update["decision"], json.dumps(update["legal"][0])))
    await until(lambda: cluster.query(f"SELECT 1 FROM action WHERE room = '{room}' AND number = 2"), "it is stored")
    before = len(player.got)
    cable.deaf = False
    cable.cut()
    reply = await player.next("ok")
    check(reply["re"] == "a" and reply["seq"] == 3, reply)
    check(len([m for m in player.got[before:] if m["type"] == "error"]) == 0, "no error before it")
    check(cluster.query(f"SELECT count(*) FROM action WHERE room = '{room}'") == [["2"]], "stored once")
    await asyncio.gather(aki.close(), ben.close())


async def test_wrong_flags_are_refused(cluster):
    def run(*flags):
        done = subprocess.run([SERVER, "--port", "0", *flags], capture_output=True, text=True, timeout=30)
        return done.returncode, done.stdout + done.stderr

    url = cluster.postgres.url()
    code, text = run("--database", url, "--data", str(cluster.folder / "data"))
    check(code == 2 and "--data" in text and "not-a-secret" not in text, (code, text))
    code, text = run("--database", "postgresql://tefuda:not-a-secret@127.0.0.1:notaport/x?nonsense=1")
    check(code == 2 and "not-a-secret" not in text, (code, text))
    cluster.query("UPDATE tefuda SET version = version + 1")
    try:
        code, text = run("--database", url)
        check(code == 2 and "newer" in text and "not-a-secret" not in text, (code, text))
    finally:
        cluster.query("UPDATE tefuda SET version = version - 1")
