"""Tests with bots of all kits in all five games: they go on wherever their rooms go, also while all servers are replaced."""
import asyncio
import contextlib
import pathlib
import re
import signal

from audit import audit
from cluster import SERVER, until
from kit_bots import KitBots, start_arena
from player import Player, Wire
from recipes import recipe
from scenes import check, make_room, playing

#: The same server, built with another version.
NEXT = str(pathlib.Path(SERVER).parent / "tefuda-next-server")
#: Seconds on the way to the database: so bots are about as fast as people who click without thinking, and wait for no processor.
FAR = 0.02


@contextlib.asynccontextmanager
async def paced(cluster):
    """All servers far from the database, and with what the arena needs; afterwards as they were."""
    before = [(server.program, server.flags) for server in cluster.servers]
    for server, cable in zip(cluster.servers, cluster.cables):
        server.flags = (*server.flags, "--allow-fixed")
        cable.delay = FAR
    await restart(cluster)
    try:
        yield
    finally:
        for cable in cluster.cables:
            cable.delay = 0
        for server, (program, flags) in zip(cluster.servers, before):
            server.program, server.flags = program, flags
        await restart(cluster)


async def restart(cluster):
    for server in cluster.servers:
        server.stop()
        server.start()
    for server in cluster.servers:
        await until(server.ready, f"{server.name} is ready")
    await until(lambda: cluster.get("/api/games")[0] == 200, "the balancer sees a server")


async def upgrade(cluster, server):
    """As OPERATING.md tells an operator. This test does what apt does, which returns when the service is ready again."""
    configuration = cluster.folder / f"{server.name}.conf"
    configuration.write_text(f"port = {server.port}\n")
    commands = recipe("rolling upgrade", [("tefuda-server", NEXT), ("/etc/tefuda/tefuda.conf", str(configuration))])
    shell = await asyncio.create_subprocess_exec(
        "sh", "-e", "-c", f'apt() {{ echo "$1"; read -r _; }}\nrunuser() {{ shift 3; "$@"; }}\n{commands}',
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
    check(await shell.stdout.readline() == b"install\n", "apt installs")
    server.send(signal.SIGTERM)
    await until(lambda: server.process.poll() is not None, f"{server.name} has stopped")
    check(server.process.returncode == 0, f"{server.name} stopped with {server.process.returncode}")
    server.program = NEXT
    server.start()
    await until(server.ready, f"{server.name} is back")
    said, _ = await shell.communicate(b"\n")
    check(shell.returncode == 0, f"{server.name} is not healthy: {said}")


@contextlib.asynccontextmanager
async def players_in(cluster, games):
    """Rooms of players who notice for how long they are away. Yields the players."""
    players = []
    for game in games:
        room, wire = await make_room(cluster, game, seats=2)
        await wire.close()
        players += [Player(cluster.ws(), room, f"{game}{seat}", seat, think=0.1) for seat in range(2)]
    async with playing(players):
        yield players


async def test_bots_of_all_kits_go_on_wherever_their_rooms_go(cluster):
    async with paced(cluster), KitBots(cluster) as bots:
        # Somebody's connection is led to another server for a moment: the room moves there, and back with its players.
        takers = []
        for i, room in enumerate(bots.rooms):
            runner = cluster.runner_of(room)
            other = next(server for server in cluster.servers if server is not runner)
            wire = await Wire.to(cluster.ws(room, other))
            reply = await wire.say(type="join", room=room, name="taker", role="spectator")
            check(reply["type"] == "joined", reply)
            takers.append(wire)
        await bots.go_on()
        for wire in takers:
            await wire.close()
        for server in cluster.servers:
            server.send(signal.SIGKILL)
            server.process.wait()
            await bots.go_on()
            server.start()
            await until(server.ready, f"{server.name} is back")
    problems = audit(cluster, [], bots.rooms)
    check(not problems, "\n".join(problems[:20]))


async def test_servers_are_replaced_one_after_another_and_everybody_goes_on(cluster):
    async with paced(cluster), KitBots(cluster) as bots, players_in(cluster, ["fortyone", "selfish", "sugekari21"]) as players:
        arena = start_arena(cluster, matches=40)
        watching = asyncio.ensure_future(bots.watch())
        for server in cluster.servers:
            await upgrade(cluster, server)
        await bots.go_on()
        watching.cancel()
        for server in cluster.servers:
            build = rf'tefuda_build_info{{version="[0-9.]+-next[+0-9a-z]*",node="{re.escape(server.name)}"'
            check(re.search(build, cluster.get("/metrics", server)[1]), f"{server.name} is the new version")
            check(all(event["node"] == server.name for event in server.events("Room claimed")), "each line of the log names its server")
        waits = sorted(wait for player in players for wait in player.waits)
        print(f"# {len(waits)} returns, the longest after {waits[-1]:.2f} s; no room stood still for more than {bots.longest:.2f} s")
        check(len(waits) >= len(players), "everybody's server was replaced")
        try:
            out, problem = await asyncio.get_running_loop().run_in_executor(None, lambda: arena.communicate(timeout=300))
        finally:
            arena.kill()
        check(arena.returncode == 0 and ": 40 matches" in out, f"the arena: {arena.returncode} {problem}")
    problems = audit(cluster, players, bots.rooms)
    check(not problems, "\n".join(problems[:20]))
