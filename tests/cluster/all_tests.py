"""Tests several servers with one database, behind HAProxy. Arguments: the tests to run (default all).
TEFUDA_CLUSTER_FAULTS=N: so many random faults (default 10). TEFUDA_SEED: of the faults. TEFUDA_KEEP=1 keeps the logs."""
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
import traceback

import balancer  # noqa: F401 (its tests)
import migration  # noqa: F401 (its tests)
import model
import people  # noqa: F401 (its tests)
import restore  # noqa: F401 (its tests)
import standby  # noqa: F401 (its tests)
import upgrade  # noqa: F401 (its tests)
from audit import audit
from cluster import SERVER, TOP, Cluster, until
from faults import Faults
from player import FAILURES, Player, Wire
from scenes import act, check, games, make_room, sit, test, tests, two_at_table


@test
async def no_order_of_events_loses_or_doubles_an_acknowledged_action(_):
    states, wrong = model.search(model.Model())
    check(wrong is None and states > 100_000, f"{states} states: {wrong}")
    print(f"# {states} states")


@test
async def the_model_needs_each_of_its_parts(_):
    for part in ("fence", "generations", "waits_for_outcome"):
        check(model.search(model.Model(**{part: False}))[1], f"nothing is wrong without {part}")


@test
async def a_room_goes_to_whoever_has_a_connection_for_it(cluster):
    one, two, _ = cluster.servers
    room, aki, ben, token = await two_at_table(cluster, one)
    plain = await Wire.to(cluster.ws(server=two))
    for message in ({"type": "join", "name": "Eve"}, {"type": "resume", "token": token}, {"type": "leave"}):
        reply = await plain.say(room=room, **message)
        check(reply.get("code") == "elsewhere", f"{message['type']} on a connection for no room: {reply}")
    check(cluster.runner_of(room) is one, "the room stayed")

    back = await Wire.to(cluster.ws(room, two))
    began = time.monotonic()
    resumed = await back.say(type="resume", room=room, token=token)
    check(resumed["type"] == "joined" and resumed["token"] == token, resumed)
    for wire in (aki, ben):
        moved = await wire.next("moved", 2)
        check(moved == {"type": "moved", "room": room}, moved)
    check(time.monotonic() - began < 1, "the loss was told within a second")
    reply = await ben.say(type="chat", room=room, text="hello?")
    check(reply.get("code") == "elsewhere", f"a message on the old connection: {reply}")
    check(cluster.runner_of(room) is two, "the other server runs it")
    await asyncio.gather(*(wire.close() for wire in (aki, ben, plain, back)))


@test
async def a_code_that_is_none_and_other_parameters_are_ignored(cluster):
    for query in ("?room=NOSUCHRM", "?room=", "?room=%00", "?x=1&y", "?room=../..;drop"):
        wire = await Wire.to(cluster.ws(server=cluster.servers[0]) + query)
        reply = await wire.say(type="join", room="NOSUCHRM", name="Eve")
        check(reply.get("code") == "no_such_room", reply)
        reply = await wire.say(type="join", room="A'; DROP TABLE room; --", name="Eve")
        check(reply.get("code") == "no_such_room", reply)
        await wire.close()


@test
async def a_join_at_a_server_that_has_lost_the_room_is_not_answered_from_memory(cluster):
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
    for _ in range(20):
        if reply.get("code") != "unavailable":
            break
        await asyncio.sleep(0.2)
        reply = await late.say(type="resume", room=room, token=token)
    check(reply["type"] == "joined" and reply["seat"] == 1, f"the token that the other server gave out: {reply}")
    await asyncio.gather(*(wire.close() for wire in (maker, aki, ben, late)))


@test
async def lists_show_the_rooms_of_all_servers(cluster):
    made = []
    for server in cluster.servers:
        room, wire = await make_room(cluster, server=server, public=True)
        check((await wire.say(type="join", room=room, name="n"))["type"] == "joined", "a seat")
        made.append((room, wire))
    began = time.monotonic()

    def all_listed(server):
        listed = {each["room"] for each in json.loads(cluster.get("/api/rooms", server)[1])}
        return all(room in listed for room, _ in made)

    for server in cluster.servers:
        await until(lambda: all_listed(server), f"{server.name} lists all rooms", 3)
    check(time.monotonic() - began < 2, "within two seconds")
    for room, _ in made:
        for server in cluster.servers:
            status, body = cluster.get(f"/api/rooms/{room}", server)
            check(status == 200 and f'"{room}"' in body, f"{room} from {server.name}: {status}")
    check(cluster.get("/api/rooms/NOSUCHRM")[0] == 404, "an unknown room")
    for _, wire in made:
        await wire.close()


@test
async def a_stopped_server_gives_its_rooms_back(cluster):
    one = cluster.servers[0]
    room, aki, ben, token = await two_at_table(cluster, one)
    began = time.monotonic()
    one.send(signal.SIGTERM)
    await aki.next("closing", 3)
    try:
        while True:
            await aki.read(5)
    except FAILURES:
        pass
    check(aki.socket.close_code == 1001, f"close code {aki.socket.close_code}")
    check(one.process.wait(10) == 0, "it exits in order")
    check(time.monotonic() - began < 10, "within ten seconds")
    check(cluster.query(f"SELECT node IS NULL FROM room WHERE code = '{room}'") == [["t"]], "the room is given back")
    # Nobody has claimed it: any connection does.
    back = await Wire.to(cluster.ws(server=cluster.servers[1]))
    reply = await back.say(type="resume", room=room, token=token)
    check(reply["type"] == "joined", reply)
    await back.close()
    one.start()
    await until(one.ready, "it is back")


@test
async def a_server_that_hung_finds_itself_fenced(cluster):
    one, two, _ = cluster.servers
    room, aki, ben, token = await two_at_table(cluster, one)
    player = aki if "legal" in [m for m in aki.got if m["type"] == "update"][-1] else ben
    update = [m for m in player.got if m["type"] == "update"][-1]
    await one.hang()
    try:
        await player.socket.send('{"type":"act","id":"zombie","room":"%s","decision":%d,"action":%s}' % (
            room, update["decision"], json.dumps(update["legal"][0])))
        back = await Wire.to(cluster.ws(room, two))
        reply = await back.say(type="resume", room=room, token=token)
        check(reply["type"] == "joined", reply)
    finally:
        one.send(signal.SIGCONT)
    answers = []
    try:
        while not any(m["type"] == "moved" for m in answers):
            answers.append(await player.read(2))
    except FAILURES:
        pass
    acknowledged = [m for m in answers if m["type"] == "ok"]
    stored = cluster.query(f"SELECT number FROM action WHERE room = '{room}'")
    check(not acknowledged and not stored, f"the zombie acknowledged {acknowledged}, stored {stored}")
    check(any(m["type"] == "moved" for m in answers), f"it was told: {answers}")
    await asyncio.gather(*(wire.close() for wire in (aki, ben, back)))


@test
async def without_the_fence_the_hung_server_is_caught(cluster):
    """The test of the tests: claims that leave epoch and name as they were take no room from anybody."""
    cluster.query("CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS "
                  "'BEGIN NEW.epoch = OLD.epoch; NEW.node = OLD.node; RETURN NEW; END'; "
                  "CREATE TRIGGER spoil BEFORE UPDATE ON room FOR EACH ROW EXECUTE FUNCTION spoil()")
    try:
        await a_server_that_hung_finds_itself_fenced(cluster)
    except (AssertionError, *FAILURES) as caught:
        print(f"# caught: {caught!r}")
        return
    finally:
        cluster.query("DROP TRIGGER spoil ON room; DROP FUNCTION spoil()")
    check(False, "nobody noticed that claims change nothing")


@test
async def without_a_database_nothing_is_lost_and_the_process_stays(cluster):
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
    back_at = time.monotonic()
    while (reply := await act(player, room))["type"] != "ok":
        check(reply["code"] == "unavailable", reply)
        check(time.monotonic() - back_at < 2, "not within two seconds of the database's return")
        await asyncio.sleep(0.05)
    check(cluster.query(f"SELECT count(*) FROM action WHERE room = '{room}'") == [["1"]], "stored once")
    check(one.process.poll() is None, "the process stays")
    await asyncio.gather(aki.close(), ben.close())


@test
async def a_commit_whose_answer_is_lost_is_answered_when_the_database_has_told(cluster):
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
    await until(lambda: cluster.query(f"SELECT 1 FROM action WHERE room = '{room}' AND number = 2"), "it is stored", 4)
    before = len(player.got)
    cable.deaf = False
    cable.cut()
    reply = await player.next("ok", 5)
    check(reply["re"] == "a" and reply["seq"] == 3, reply)
    check(len([m for m in player.got[before:] if m["type"] == "error"]) == 0, "no error before it")
    check(cluster.query(f"SELECT count(*) FROM action WHERE room = '{room}'") == [["2"]], "stored once")
    await asyncio.gather(aki.close(), ben.close())


@test
async def wrong_flags_are_refused(cluster):
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


@test
async def the_store_keeps_its_promises_with_a_database(cluster):
    cluster.query("CREATE DATABASE store_tests")
    url = cluster.postgres.url(database="store_tests")
    done = subprocess.run([str(TOP / "build/release/bin/test-server-journal"), "[.postgres]"], text=True,
                          capture_output=True, timeout=120, env={**os.environ, "TEFUDA_TEST_DATABASE": url})
    check(done.returncode == 0, done.stdout[-4000:])


@test
async def whatever_dies_nothing_acknowledged_is_lost(cluster):
    seed = int(os.environ.get("TEFUDA_SEED", "22"))
    rng = random.Random(seed)
    players = []
    for i in range(3):
        for game, seats in games(cluster).items():
            room, wire = await make_room(cluster, game, seats=seats)
            await wire.close()
            for seat in range(seats):
                players.append(Player(cluster.ws(), room, f"{game}{seat}", rng.random()))
    tasks = [asyncio.ensure_future(player.run()) for player in players]
    faults = Faults(cluster, rng)
    try:
        await faults.run(int(os.environ.get("TEFUDA_CLUSTER_FAULTS", "10")))
        await asyncio.sleep(3)
        # Everybody is back.
        counts = [len(player.acknowledged) for player in players]
        await asyncio.sleep(3)
        rooms = {player.room for player, count in zip(players, counts) if len(player.acknowledged) > count}
        all_rooms = {player.room for player in players}
        check(rooms == all_rooms, f"only {len(rooms)} of {len(all_rooms)} rooms go on")
    finally:
        for player in players:
            player.stopping = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    waits = sorted(wait for player in players for wait in player.waits)
    if waits:
        print(f"# {len(waits)} returns: p50 {waits[len(waits) // 2]:.2f} s, worst {waits[-1]:.2f} s")
    print(f"# faults: {faults.told()}")
    problems = audit(cluster, players)
    check(not problems, "\n".join(problems[:20]))


async def main(names):
    chosen = [each for each in tests if not names or each.__name__ in names]
    passed = failed = 0
    async with Cluster() as cluster:
        for each in chosen:
            began = time.monotonic()
            try:
                await each(cluster)
                passed += 1
                print(f"ok {each.__name__} ({time.monotonic() - began:.1f} s)", flush=True)
            except Exception:  # the others run all the same
                failed += 1
                print(f"FAILED {each.__name__}")
                traceback.print_exc(file=sys.stdout)
            for cable in cluster.cables:
                cable.deaf, cable.delay = False, 0
            for server in cluster.servers:
                if server.process.poll() is not None:
                    server.start()
                await until(server.ready, f"{server.name} is ready")
        if failed:
            os.environ["TEFUDA_KEEP"] = "1"
            print(f"The logs are in {cluster.folder}")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
