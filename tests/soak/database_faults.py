"""Many faults in random order for a cluster whose database has a standby: tests/soak/database_faults."""
import asyncio
import random
import sys
import traceback

from audit import audit
from pair import Pair, go_on, most_claims, people, told
from pair_faults import PairFaults
from scenes import check, playing


async def soak(is_synchronous, count, seed):
    async with Pair(is_synchronous, has_doors=True) as cluster:
        players = await people(cluster)
        faults = PairFaults(cluster, random.Random(seed), players)
        try:
            async with playing(players):
                await go_on(players)
                await faults.run(count)
        finally:
            print(f"{'synchronous' if is_synchronous else 'asynchronous'} replication, seed {seed}\n{faults.table()}", flush=True)
            told(players)
            print(f"# a room was claimed {most_claims(cluster)} times at most", flush=True)
        problems = audit(cluster, players)
        check(not problems, "\n".join(problems[:20]))


def main(count, seed):
    passed = failed = 0
    for is_synchronous, share in ((True, (count + 1) // 2), (False, count // 2)):
        try:
            asyncio.run(soak(is_synchronous, share, seed))
            passed += 1
        except Exception:  # the other one runs all the same
            failed += 1
            traceback.print_exc(file=sys.stdout)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main(*map(int, sys.argv[1:])))
