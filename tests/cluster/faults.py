"""Random faults for a cluster under load."""
import asyncio
import collections
import signal

from cluster import until


class Faults:
    def __init__(self, cluster, rng):
        self.cluster, self.rng = cluster, rng
        self.counts = collections.Counter()
        self.kinds = [self.kill, self.hang, self.drain, self.restart_database_fast, self.restart_database_immediately,
                      self.cut, self.lose_answers, self.delay, self.restart_balancer, self.flap]

    def in_random_order(self, count):
        """Each kind once in a random order, then again."""
        order = []
        for _ in range(count):
            order = order or self.rng.sample(self.kinds, len(self.kinds))
            yield order.pop()

    async def run(self, count):
        for fault in self.in_random_order(count):
            self.counts[fault.__name__] += 1
            await fault()
            await asyncio.sleep(self.rng.uniform(0.5, 2))

    def told(self):
        return ", ".join(f"{name} {count}" for name, count in sorted(self.counts.items()))

    def server(self):
        return self.rng.choice(self.cluster.servers)

    def cable(self):
        return self.rng.choice(self.cluster.cables)

    async def restarted(self, server):
        await asyncio.sleep(self.rng.uniform(0.2, 3))
        server.start()
        await until(server.ready, f"{server.name} is back")

    async def kill(self):
        server = self.server()
        server.send(signal.SIGKILL)
        server.process.wait()
        await self.restarted(server)

    async def drain(self):
        server = self.server()
        server.send(signal.SIGTERM)
        await until(lambda: server.process.poll() is not None, f"{server.name} has stopped")
        await self.restarted(server)

    async def hang(self):
        server = self.server()
        server.send(signal.SIGSTOP)
        await asyncio.sleep(self.rng.choice([2, 5, 10]))
        server.send(signal.SIGCONT)

    async def restart_database_fast(self):
        await asyncio.get_running_loop().run_in_executor(None, self.cluster.postgres.restart, "fast")

    async def restart_database_immediately(self):
        await asyncio.get_running_loop().run_in_executor(None, self.cluster.postgres.restart, "immediate")

    async def cut(self):
        cable = self.cable()
        for _ in range(self.rng.randint(1, 5)):
            cable.cut()
            await asyncio.sleep(self.rng.uniform(0, 0.3))

    async def lose_answers(self):
        """Commits are carried out, but the server does not hear of it."""
        cable = self.cable()
        cable.deaf = True
        await asyncio.sleep(self.rng.uniform(0.05, 1))
        cable.cut()
        cable.deaf = False

    async def delay(self):
        cable = self.cable()
        cable.delay = self.rng.uniform(0.05, 0.5)
        await asyncio.sleep(2)
        # What is on its way arrives behind the connection's end.
        if self.rng.random() < 0.5:
            cable.cut()
        cable.delay = 0

    async def restart_balancer(self):
        self.cluster.stop_balancer()
        await asyncio.sleep(self.rng.uniform(0, 1))
        self.cluster.start_balancer()

    async def flap(self):
        """A server hangs for just so long that the balancer takes it out and back."""
        server = self.server()
        for _ in range(3):
            server.send(signal.SIGSTOP)
            await asyncio.sleep(2.2)
            server.send(signal.SIGCONT)
            await asyncio.sleep(0.3)
