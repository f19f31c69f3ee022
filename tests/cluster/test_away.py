"""Servers whose database is away, has a hole, or takes no claims."""
import asyncio
import signal

from cluster import get, until
from player import Player, Wire
from recipes import recipe
from scenes import check, make_room, playing, two_at_table


async def test_a_match_with_a_hole_is_cut_there_by_what_the_documents_say(cluster):
    room, wire = await make_room(cluster)
    await wire.close()
    players = [Player(cluster.ws(), room, name, seed, think=0.02) for seed, name in enumerate(("Aki", "Ben"))]
    async with playing(players):
        await until(lambda: sum(len(player.acknowledged) for player in players) > 8, "eight actions are played")
    token = players[0].token
    runner = cluster.runner_of(room)
    other = next(server for server in cluster.servers if server is not runner)
    runner.stop()
    cluster.query(f"DELETE FROM action WHERE room = '{room}' AND match = (SELECT max(match) FROM action WHERE room = '{room}') AND number = 4")
    back = await Wire.to(cluster.ws(room, other))

    async def status():
        back.got.clear()
        reply = await back.say(type="resume", room=room, token=token)
        check(reply["type"] == "joined", reply)
        told = [message for message in back.got if message["type"] == "room"] or [await back.next("room")]
        return told[-1]["status"]

    check(await status() == "waiting", "a match with a hole can't be read, and is locked")
    cluster.query(recipe("holes"))
    check(await status() == "playing", "it goes on")
    left = cluster.query(f"SELECT max(number), count(*) FROM action WHERE room = '{room}' GROUP BY match ORDER BY match DESC")
    check(left[0] == ["3", "3"], f"it was cut: {left}")
    await back.close()


async def test_a_server_whose_claims_do_not_hold_says_so_until_nobody_tries(cluster):
    room, aki, ben, token = await two_at_table(cluster, cluster.servers[0])
    await asyncio.gather(aki.close(), ben.close())
    two = cluster.servers[1]
    # As where claims and commits went to different databases: what was claimed has another owner at once.
    cluster.query("CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS "
                  "'BEGIN IF NEW.epoch <> OLD.epoch THEN NEW.node = ''nobody''; END IF; RETURN NEW; END'; "
                  "CREATE TRIGGER spoil BEFORE UPDATE ON room FOR EACH ROW EXECUTE FUNCTION spoil()")
    player = Player(cluster.ws(server=two), room, "Aki", 1)
    player.token, player.seat = token, 0
    try:
        async with playing([player]):
            await until(lambda: not two.ready(), "claims that do not hold are no work")
    finally:
        cluster.query("DROP TRIGGER spoil ON room; DROP FUNCTION spoil()")
    await until(two.ready, "nobody tries any more")
    check(not player.problems, player.problems)
    back = await Wire.to(cluster.ws(room, two))
    reply = await back.say(type="resume", room=room, token=token)
    check(reply["type"] == "joined", reply)
    await back.close()


async def test_a_server_waits_for_its_database_and_stops_without_it(cluster):
    server = cluster.servers[0]
    server.stop()
    cable = cluster.cables[0]
    target, cable.target = cable.target, 1
    server.start()
    await until(lambda: get(f"http://127.0.0.1:{server.port}/healthz")[0] == 200, "it runs")
    check(not server.ready(), "it is not ready")
    server.send(signal.SIGTERM)
    await until(lambda: server.process.poll() is not None, "it stops")
    check(server.process.poll() == 0, "it exits in order")
    server.start()
    await until(lambda: get(f"http://127.0.0.1:{server.port}/healthz")[0] == 200, "it runs")
    cable.target = target
    await until(server.ready, "it goes on with its database")
    for wrong in (server.url.replace("not-a-secret", "wrong"), server.url.replace("/postgres", "/nothing")):
        server.stop()
        right, server.url = server.url, wrong
        server.start()
        server.url = right
        await until(lambda: server.process.poll() is not None, "a wrong URL ends the start")
        check(server.process.poll() == 1, server.process.poll())
