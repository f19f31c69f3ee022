"""Three servers as OPERATING.md makes them without compose: each has an address of its own, here of loopback."""
import asyncio
import json
import os
import subprocess

import websockets

from cluster import SERVER, TOP, end_with_us, free_ports, get, until
from recipes import recipe
from scenes import check


def shell(commands, environment=None):
    # The services are this test's.
    done = subprocess.run(["sh", "-e", "-c", f"systemctl() {{ :; }}\n{commands}"], cwd=TOP, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    check(done.returncode == 0, done.stdout)


async def test_three_servers_step_by_step(postgres, tmp_path):
    postgres.follow("an empty database", [("tefuda", "club"), ("'PASSWORD'", "'secret'")])
    port, public = free_ports(2)
    started, sockets = [], []
    try:
        for number, name in enumerate(("one", "two", "three"), 1):
            folder = tmp_path / name
            folder.mkdir()
            shell(recipe("one of three", [
                (" -g tefuda", ""), ("tefuda:PASSWORD@10.0.0.10/tefuda?sslmode=require", f"club:secret@127.0.0.1:{postgres.port}/club"),
                ("/etc/tefuda", str(folder)), ("node = one", f"node = {name}"), ("address = 10.0.0.11", f"address = 127.0.0.1{number}"),
                ("10.0.0.0/24", "127.0.0.0/24")]))
            sockets.append(folder / "admin.sock")
            server = subprocess.Popen([SERVER, "--config", folder / "tefuda.conf"], stdout=subprocess.DEVNULL,
                                      stderr=open(folder / "log", "w"),
                                      env={**os.environ, "TEFUDA_PORT": str(port), "TEFUDA_ADMIN_SOCKET": str(sockets[-1])})
            end_with_us(server.pid)
            started.append(server)
        place = tmp_path / "haproxy"
        place.mkdir()
        shell(recipe("the balancer of three", [
            ("/etc/haproxy", str(place)), ("/etc/default", str(place)), ("TEFUDA_BIND=:80", f"TEFUDA_BIND=127.0.0.1:{public}"),
            *((f"10.0.0.1{number}:8080", f"127.0.0.1{number}:{port}") for number in (1, 2, 3))]))
        variables = dict(line.split("=", 1) for line in (place / "haproxy").read_text().splitlines())
        balancer = subprocess.Popen(["haproxy", "-db", "-f", place / "haproxy.cfg"], env={**os.environ, **variables},
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end_with_us(balancer.pid)
        started.append(balancer)

        def rooms(socket, *words):
            done = subprocess.run([SERVER, "admin", "--json", "--admin-socket", socket, *words], text=True, capture_output=True)
            return json.loads(done.stdout)["rows"] if done.returncode == 0 else []

        for number in (1, 2, 3):
            await until(lambda at=number: get(f"http://127.0.0.1{at}:{port}/readyz")[0] == 200, f"server {number} takes players")
        await until(lambda: get(f"http://127.0.0.1:{public}/readyz")[0] == 200, "the balancer has servers")
        made = {}
        while len(made) < 3:
            async with websockets.connect(f"ws://127.0.0.1:{public}/ws", local_addr=("127.0.0.77", 0)) as socket:
                await socket.recv()
                await socket.send(json.dumps({"type": "create", "game": "fortyone"}))
                room = json.loads(await socket.recv())["room"]
                here = [rooms(each, "people") for each in sockets]
                check([people[0]["address"] for people in here if people] == ["127.0.0.77"], f"whoever comes has an own address: {here}")
                await socket.send(json.dumps({"type": "join", "room": room, "name": "Aki"}))
                while json.loads(await socket.recv())["type"] != "joined":
                    pass
            made[[bool(people) for people in here].index(True)] = room
        listed = {row["room"]: row["node"] for row in rooms(sockets[0], "rooms", "--all")}
        check({listed[room] for room in made.values()} == {"one", "two", "three"}, listed)
    finally:
        for process in started:
            process.terminate()
            await asyncio.to_thread(process.wait, 20)
