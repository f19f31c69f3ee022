"""Tests of a database with a standby: failover, an old primary that comes back, a restore under running servers."""
import random
import signal

from audit import audit
from cluster import Server, until
from pair import Pair, acknowledged, go_on, in_thread, lost_of, people, stored_in, told
from pair_faults import PairFaults
from scenes import check, playing


async def starts_beside_two_primaries(cluster, players):
    """A server that was killed: it knows nothing but what the databases say. Returns it."""
    server = cluster.servers[0]
    server.stop(signal.SIGKILL)
    server.start()
    await until(server.ready, "a server starts beside two primaries")
    await go_on(players)
    check(cluster.timelines() == {2.0}, f"timelines {cluster.timelines()}")
    return server


async def old_primary_returns(cluster, players):
    """It takes connections and says that it is a primary: nobody may use it."""
    await in_thread(cluster.former.start)
    for cable in cluster.cables:
        cable.cut()
    await go_on(players)
    await starts_beside_two_primaries(cluster, players)
    connected = "SELECT application_name, query FROM pg_stat_activity WHERE application_name LIKE 'tefuda %'"
    # One that only asks which database this is ends at once.
    await until(lambda: not cluster.former.query(connected), "nobody uses the old primary")


async def test_a_failover_to_a_synchronous_standby_loses_nothing():
    async with Pair(is_synchronous=True) as cluster:
        players = await people(cluster)
        async with playing(players):
            await go_on(players)
            await in_thread(cluster.primary.kill)
            await until(lambda: any(player.refused for player in players), "somebody is told that nothing can be stored")
            await in_thread(cluster.promote)
            await go_on(players)
            # With its synchronous setting and without a standby each commit at the old primary would wait for ever.
            await old_primary_returns(cluster, players)
            cluster.former.set("synchronous_standby_names", "")
            await go_on(players)
        told(players)
        problems = audit(cluster, players)
        check(not problems, "\n".join(problems[:20]))
        check(all(cluster.metric(server, "tefuda_database_forgotten_commits_total") == 0 for server in cluster.servers),
              "nothing was forgotten")


async def test_a_failover_from_a_primary_that_hangs_loses_nothing():
    async with Pair(is_synchronous=True) as cluster:
        players = await people(cluster)
        async with playing(players):
            await go_on(players)
            await in_thread(cluster.primary.send, signal.SIGSTOP)
            await in_thread(cluster.promote)
            await go_on(players)
            # It wakes up and does not know that it was replaced.
            await in_thread(cluster.former.send, signal.SIGCONT)
            for cable in cluster.cables_to[cluster.primary]:
                cable.cut()
            await go_on(players)
            check(cluster.timelines() == {2.0}, f"timelines {cluster.timelines()}")
        told(players)
        problems = audit(cluster, players)
        check(not problems, "\n".join(problems[:20]))


async def test_of_two_standbys_that_were_both_promoted_one_is_used():
    async with Pair(is_synchronous=True, has_rival=True) as cluster:
        players = await people(cluster)
        used = cluster.cables_to[cluster.standby]
        async with playing(players):
            await go_on(players)
            await in_thread(cluster.primary.kill)
            await in_thread(cluster.promote)
            await go_on(players)
            # It has the same timeline, by its number, and goes on from the same primary.
            await in_thread(cluster.rival.promote)
            for cable in cluster.cables:
                cable.cut()
            await go_on(players)
            # Also not where it answers alone.
            target = used[0].target
            for cable in used:
                cable.target = 1  # nothing listens there
                cable.cut()
            await until(lambda: not any(map(Server.ready, cluster.servers)), "all say that they can store nothing")
            for cable in used:
                cable.target = target
            await go_on(players)
            server = await starts_beside_two_primaries(cluster, players)
        problems = audit(cluster, players)
        check(not problems, "\n".join(problems[:20]))
        # A server that starts where it finds the other one alone uses that: afterwards none can tell, and it says so.
        server.stop(signal.SIGKILL)
        target, used[0].target = used[0].target, 1
        server.start()
        await until(server.ready, "it finds one primary alone")
        server.stop(signal.SIGKILL)
        used[0].target = target
        server.start()
        await until(lambda: server.events("both promoted"), "it says that there are two")
        check(not server.ready(), "it uses none of them")
        await in_thread(cluster.rival.stop)
        await until(server.ready, "it goes on when one of them is stopped")


async def test_a_failover_to_a_standby_that_lagged_leaves_no_hole():
    async with Pair(is_synchronous=False) as cluster:
        players = await people(cluster)
        async with playing(players):
            await go_on(players)
            # What is written from now on does not reach the standby.
            cluster.standby.set("primary_conninfo", "")
            await until(lambda: not cluster.primary.query("SELECT 1 FROM pg_stat_replication"), "the standby has stopped following")
            await go_on(players)
            await in_thread(cluster.primary.kill)
            before, stored = acknowledged(players), stored_in(cluster.standby)
            await in_thread(cluster.promote)
            await go_on(players)
            await go_on(players)
            check(sum(cluster.metric(server, "tefuda_database_forgotten_commits_total") for server in cluster.servers) > 0,
                  "a metric counts what was forgotten")
            # Every room has changed its server, too: each is read from what the database has.
            for server in cluster.servers:
                server.send(signal.SIGTERM)
                await until(lambda: server.process.poll() is not None, f"{server.name} has stopped")
                server.start()
                await until(server.ready, f"{server.name} is back")
            await go_on(players)
            forgotten = [len(server.events("The database has forgotten")) for server in cluster.servers]
            await old_primary_returns(cluster, players)
        told(players)
        lost = len(lost_of(cluster, players, before, stored))
        print(f"# lost {lost} of {sum(before.values())} that were acknowledged before the failover")
        check(lost > 0 and any(forgotten), "the standby lagged")


async def test_a_restore_under_running_servers_leaves_no_hole():
    async with Pair(is_synchronous=False) as cluster:
        database = cluster.primary
        players = await people(cluster)
        async with playing(players):
            await go_on(players)
            stored, dump = stored_in(database), cluster.folder / "dump"
            await in_thread(database.follow, "dump", [("tefuda.dump", str(dump)), ("tefuda\n", "postgres\n")])
            await go_on(players)
            before = acknowledged(players)
            await in_thread(database.follow, "restore the dump", [
                ("tefuda.dump", str(dump)), (" postgres <<", " template1 <<"), ("DATABASE tefuda", "DATABASE postgres"),
                ("'tefuda'", "'postgres'"), ("RENAME TO tefuda", "RENAME TO postgres")])
            check(database.query("SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'postgres'") == [["tefuda"]],
                  "the servers may make tables in it")
            await go_on(players)
            await go_on(players)
        lost = len(lost_of(cluster, players, before, stored))
        print(f"# lost {lost} of {sum(before.values())} that were acknowledged before the restore")
        check(any(server.events("The database has forgotten") for server in cluster.servers), "somebody says so")


async def test_after_faults_of_database_and_network_every_room_goes_on():
    """A sample of tests/soak/database_faults."""
    async with Pair(is_synchronous=False, has_doors=True) as cluster:
        players = await people(cluster)
        faults = PairFaults(cluster, random.Random(3), players)
        faults.kinds = [faults.hang_primary_that_comes_back, faults.part_server_from_database, faults.cut_standby]
        async with playing(players):
            await go_on(players)
            await faults.run(len(faults.kinds))
        problems = audit(cluster, players)
        check(not problems, "\n".join(problems[:20]))


async def test_a_server_that_reaches_the_standby_alone_waits_for_the_primary():
    async with Pair(is_synchronous=True) as cluster:
        players = await people(cluster)
        async with playing(players):
            await go_on(players)
            cable = cluster.cables_to[cluster.primary][0]
            target, cable.target = cable.target, 1  # nothing listens there
            cable.cut()
            await until(lambda: not cluster.servers[0].ready(), "it says that it can store nothing")
            await go_on(players)
            cable.target = target
            await until(cluster.servers[0].ready, "it goes on when it reaches the primary again")
            await go_on(players)
        problems = audit(cluster, players)
        check(not problems, "\n".join(problems[:20]))
