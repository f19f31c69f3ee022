"""Servers that play a part: one that sends the same bytes to everybody, one whose texts harm a terminal, one that is
slow to begin and quick to act, one whose messages lack a field, one that speaks another language."""
import asyncio
import contextlib
import json
import socket
import threading

try:
    import websockets
except ImportError:  # the tests of verify.py need none
    websockets = None

EVIL = "so it is\x1b[8m\r\nRIGHT\x07\x7f\u009b2J\u2028\u202e"


@contextlib.contextmanager
def answering(answer):
    """A server that sends this to each client and closes the connection; with None it sends nothing."""
    clients = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        def serve():
            with contextlib.suppress(OSError):
                while True:
                    clients.append(listener.accept()[0])
                    if answer is not None:
                        with clients.pop() as client:
                            client.recv(65536)
                            client.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()
            for client in clients:
                client.close()


@contextlib.contextmanager
def dripping():
    """A server that sends its first client a byte of an answer now and then, until the client goes."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        def serve():
            with contextlib.suppress(OSError):
                client = listener.accept()[0]
                client.sendall(b"HTTP/1.0 200 OK\r\n\r\n")
                # Nothing that a client would send now: it has ended.
                client.settimeout(0.02)
                client.recv(65536)
                while True:
                    client.sendall(b" ")
                    with contextlib.suppress(TimeoutError):
                        if client.recv(1) == b"":
                            return

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        finally:
            thread.join()


class WebSocketServer:
    """A server in a thread of its own, for as long as the block: it hands each connection to `connected`."""

    def __enter__(self):
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        self.server = asyncio.run_coroutine_threadsafe(self.listen(), self.loop).result()
        self.url = f"ws://127.0.0.1:{self.server.sockets[0].getsockname()[1]}/ws"
        return self

    async def listen(self):
        return await websockets.serve(self.connected, "127.0.0.1", 0, compression=None)

    def __exit__(self, *_):
        asyncio.run_coroutine_threadsafe(self.stop(), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    async def stop(self):
        self.server.close()
        await self.server.wait_closed()


class Stranger(WebSocketServer):
    """Is no such server: it greets everybody in another way, and listens."""

    def __init__(self, greeting):
        self.greeting = greeting

    async def connected(self, client, *_):
        with contextlib.suppress(websockets.ConnectionClosed):
            await client.send(self.greeting)
            await client.wait_closed()


class EvilServer(WebSocketServer):
    """Lets everybody into a room, and every text that it says may harm a terminal. Refuses the game or room "refused", and the first action
    as illegal; then the match is over."""

    RESULT = {"winners": [0], "ranks": [1, 2], "scores": [1, 0], "reason": EVIL}

    async def connected(self, client, *_):
        with contextlib.suppress(websockets.ConnectionClosed):
            await self.talk(client)

    async def talk(self, client):
        async def tell(**message):
            await client.send(json.dumps(message))

        await tell(type="welcome", server={"name": EVIL, "version": EVIL}, limits={})
        refused = 0
        async for text in client:
            asked = json.loads(text)
            room, number = asked.get("room"), asked["id"]
            if "refused" in (room, asked.get("game")):
                await tell(type="error", re=number, code="no_room", message=EVIL)
            elif asked["type"] == "create":
                await tell(type="created", re=number, room="A" + EVIL)
            elif asked["type"] == "join":
                await tell(type="joined", re=number, room=room, seat=0, token=EVIL)
                await tell(type="room", room=room, match=1, status="playing")
                await tell(type="update", room=room, seq=1, events=[], view={"seat": 0}, decision=1, must=True,
                           legal=[{"type": EVIL}])
            elif asked["type"] == "act" and not refused:
                refused = 1
                await tell(type="error", re=number, room=room, code="illegal_action", message=EVIL)
            elif asked["type"] == "act":
                await tell(type="ok", re=number)
                await tell(type="room", room=room, match=2, status="finished")
                await tell(type="update", room=room, seq=2, events=[], view={"seat": 0, "result": self.RESULT}, over=True)


class HastyServer(WebSocketServer):
    """Makes a room at the second attempt, and lets a built-in bot make the first of two decisions before its client can."""

    RESULT = {"winners": [0], "ranks": [1, 2], "scores": [1, 0], "reason": "chips"}

    def text_of(self, message):
        return json.dumps(message)

    async def connected(self, client, *_):
        with contextlib.suppress(websockets.ConnectionClosed):
            await self.talk(client)

    async def talk(self, client):
        async def tell(**message):
            await client.send(self.text_of(message))

        await tell(type="welcome", server={}, limits={})
        attempts = 0
        async for text in client:
            asked = json.loads(text)
            number = asked["id"]
            if asked["type"] == "create":
                attempts += 1
                if attempts == 1:
                    await tell(type="error", re=number, code="shutting_down", message="The server is about to stop.")
                else:
                    await tell(type="created", re=number, room="AAAA2222")
            elif asked["type"] == "join":
                await tell(type="joined", re=number, room="AAAA2222", seat=0, token="T")
                await tell(type="room", room="AAAA2222", match=1, status="playing")
                for seq in (1, 2):
                    await tell(type="update", room="AAAA2222", seq=seq, events=[{"type": "played", "seat": 0}] * (seq - 1), view={"seat": 0},
                               decision=seq, must=True, legal=[{"type": "play"}])
            elif asked["type"] == "act" and asked["decision"] == 1:
                await tell(type="error", re=number, code="stale_decision", message="Your decision is number 2 now.")
            elif asked["type"] == "act":
                await tell(type="ok", re=number, seq=3)
                await tell(type="room", room="AAAA2222", match=2, status="finished")
                await tell(type="update", room="AAAA2222", seq=3, events=[{"type": "played", "seat": 0}], view={"seat": 0, "result": self.RESULT},
                           over=True)


class HollowServer(HastyServer):
    """Leaves a field out of its messages of one type, or sends another value."""

    def __init__(self, kind, field, **other):
        self.kind = kind
        self.field = field
        self.other = other

    def text_of(self, message):
        if message["type"] == self.kind:
            message.pop(self.field)
        return json.dumps({**message, **(self.other if message.get("type") == self.kind else {})})
