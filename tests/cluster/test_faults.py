"""Random faults under load. TEFUDA_CLUSTER_FAULTS=N: so many (default 10). TEFUDA_SEED: of the faults."""
import os
import random

from audit import audit
from faults import Faults
from pair import go_on, told
from player import Player
from scenes import check, games, make_room, playing


async def test_whatever_dies_nothing_acknowledged_is_lost(cluster):
    seed = int(os.environ.get("TEFUDA_SEED", "22"))
    rng = random.Random(seed)
    players = []
    for _ in range(3):
        for game, seats in games(cluster).items():
            room, wire = await make_room(cluster, game, seats=seats)
            await wire.close()
            for seat in range(seats):
                players.append(Player(cluster.ws(), room, f"{game}{seat}", rng.random()))
    faults = Faults(cluster, rng)
    async with playing(players):
        await faults.run(int(os.environ.get("TEFUDA_CLUSTER_FAULTS", "10")))
        await go_on(players)
    told(players)
    print(f"# faults: {faults.told()}")
    problems = audit(cluster, players)
    check(not problems, "\n".join(problems[:20]))
