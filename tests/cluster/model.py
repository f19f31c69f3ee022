"""A model of claims, commits and losses, small enough that every order of events is tried: two servers, one room, a
balancer that sends anybody anywhere, and a database that may lose answers and get commits late.

`search()` visits every state that can be reached, and returns how many there are and the first wrong one. The model's
parts can be switched off one by one: each of them is needed."""
from collections import namedtuple

# A server's process. `log`: the room as it is in its memory, None without it. `sent`: the commit that waits for its
# answer. `unknown`: the commit whose outcome is to be asked.
Server = namedtuple("Server", "process epoch log sent unknown generation batch")
# A commit on its way to the database. `log`: the room's actions that the new one was chosen after.
Commit = namedtuple("Commit", "process generation batch epoch log action")
# The rows of processes: (generation, batch, whether that one was lost).
State = namedtuple("State", "servers epoch log rows network acknowledged refused claims deaths actions")

CLAIMS, DEATHS, ACTIONS = 3, 1, 3


class Wrong(Exception):
    pass


class Model:
    def __init__(self, fence=True, generations=True, waits_for_outcome=True):
        self.fence, self.generations, self.waits_for_outcome = fence, generations, waits_for_outcome

    def start(self):
        servers = tuple(Server(name, 0, None, None, None, 1, 0) for name in ("a", "b"))
        return State(servers, 0, (), (("a", (1, 0, False)), ("b", (1, 0, False))), frozenset(), (), (), 0, 0, 0)

    def following(self, state):
        """Every state that may come next."""
        for place, server in enumerate(state.servers):
            yield from self.claims(state, place, server)
            yield from self.acts(state, place, server)
            yield from self.loses_connection(state, place, server)
            yield from self.asks_outcome(state, place, server)
            yield from self.dies(state, place, server)
        for commit in state.network:
            yield from self.arrives(state, commit)

    def claims(self, state, place, server):
        """On a connection for the room; the claim's answer may get lost."""
        if state.claims == CLAIMS or server.log is not None:
            return
        claimed = state._replace(epoch=state.epoch + 1, claims=state.claims + 1)
        yield self.with_server(claimed, place, server._replace(epoch=claimed.epoch, log=state.log))
        yield claimed

    def acts(self, state, place, server):
        if server.log is None or server.sent or server.unknown or state.actions == ACTIONS:
            return
        action = state.actions + 1
        commit = Commit(server.process, server.generation, server.batch + 1, server.epoch, server.log, action)
        yield self.with_server(state._replace(network=state.network | {commit}, actions=action), place,
                               server._replace(sent=commit, batch=commit.batch))

    def arrives(self, state, commit):
        """The database carries a commit out, however late. Its answer arrives or gets lost."""
        rows = dict(state.rows)
        generation = rows[commit.process][0]
        after = state._replace(network=state.network - {commit})
        place = next((i for i, server in enumerate(state.servers) if server.sent == commit), None)
        if self.generations and generation != commit.generation:
            yield after  # an error, on a connection that nobody listens to any more
            return
        held = not self.fence or state.epoch == commit.epoch
        if held:
            if state.log != commit.log:
                raise Wrong(f"action {commit.action} was chosen after {commit.log}, stored after {state.log}")
            if commit.action in state.refused:
                raise Wrong(f"action {commit.action} was refused, and is stored")
            after = after._replace(log=state.log + (commit.action,))
        rows[commit.process] = (generation, commit.batch, not held)
        after = after._replace(rows=tuple(sorted(rows.items())))
        yield after
        if place is not None:
            yield self.answered(after, place, state.servers[place]._replace(sent=None), commit, True, not held)

    def loses_connection(self, state, place, server):
        """What was sent is still on its way, or carried out, or neither."""
        if not server.sent:
            return
        for network in (state.network, state.network - {server.sent}):
            broken = state._replace(network=network)
            if self.waits_for_outcome:
                yield self.with_server(broken, place, server._replace(sent=None, unknown=server.sent))
            else:
                yield self.answered(broken, place, server._replace(sent=None), server.sent, False, False)

    def asks_outcome(self, state, place, server):
        if not server.unknown:
            return
        rows = dict(state.rows)
        generation, batch, lost = rows[server.process]
        if self.generations:
            generation += 1
        rows[server.process] = (generation, batch, lost)
        stored = batch == server.unknown.batch
        yield self.answered(state._replace(rows=tuple(sorted(rows.items()))), place,
                            server._replace(unknown=None, generation=generation), server.unknown, stored, stored and lost)

    def dies(self, state, place, server):
        """And is started again, as a new process."""
        if state.deaths == DEATHS:
            return
        name = server.process + "'"
        rows = tuple(sorted({**dict(state.rows), name: (1, 0, False)}.items()))
        yield self.with_server(state._replace(deaths=state.deaths + 1, rows=rows), place,
                               Server(name, 0, None, None, None, 1, 0))

    def answered(self, state, place, server, commit, stored, lost):
        """What the client is told of its action."""
        if lost:
            server = server._replace(log=None)
        elif stored:
            if commit.action not in state.log:
                raise Wrong(f"action {commit.action} is acknowledged, and not stored")
            server = server._replace(log=commit.log + (commit.action,))
            state = state._replace(acknowledged=state.acknowledged + (commit.action,))
        else:
            if commit.action in state.log:
                raise Wrong(f"action {commit.action} is refused, and stored")
            state = state._replace(refused=state.refused + (commit.action,))
        return self.with_server(state, place, server)

    @staticmethod
    def with_server(state, place, server):
        return state._replace(servers=state.servers[:place] + (server,) + state.servers[place + 1:])

    def check(self, state):
        for action in state.acknowledged:
            if state.log.count(action) != 1:
                raise Wrong(f"action {action} is stored {state.log.count(action)} times")


def search(model):
    """\\returns how many states there are, and what is wrong in the first wrong one, else None"""
    first = model.start()
    seen, front = {first}, [first]
    while front:
        state = front.pop()
        try:
            for after in model.following(state):
                if after not in seen:
                    model.check(after)
                    seen.add(after)
                    front.append(after)
        except Wrong as wrong:
            return len(seen), str(wrong)
    return len(seen), None
