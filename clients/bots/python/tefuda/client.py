"""One connection to a server, for seats in any number of rooms. It reconnects by itself. Where several servers run, a room that
runs on another one gets a connection of its own."""
import asyncio
import json
import logging
import random
import ssl
import urllib.parse

import websockets

from .errors import Lost, NotSent, Refused, Unreadable
from .fields import field, message_from
from .pace import Pace
from .plain import plain
from .seat import Seat

log = logging.getLogger("tefuda")

FAILURES = (OSError, EOFError, asyncio.TimeoutError, websockets.InvalidHandshake, websockets.ConnectionClosed)
#: Errors after which the same message is sent again: the server, or another one, will take it later.
PASSING = ("unavailable", "shutting_down")


def websocket_url(url):
    """The address of the server's WebSocket. An http:// address, as a browser shows it, is understood too. \\raises
    ValueError"""
    parts = urllib.parse.urlsplit(url)
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    if scheme not in ("ws", "wss") or not parts.netloc:
        raise ValueError(f"{url} is no address of a server: ws://HOST:PORT/ws")
    if scheme != parts.scheme and parts.path in ("", "/"):
        parts = parts._replace(path="/ws")
    return urllib.parse.urlunsplit(parts._replace(scheme=scheme))


def is_final(problem):
    """Whether another attempt to connect would not help: the certificate is wrong, there is something else than a server, or it refuses
    this client."""
    if isinstance(problem, websockets.InvalidMessage):
        return not isinstance(problem.__cause__, (EOFError, OSError))  # else it was stopped meanwhile
    status = getattr(problem, "status_code", None) or getattr(getattr(problem, "response", None), "status_code", None)
    return isinstance(problem, ssl.SSLCertVerificationError) or (status is not None and status < 500 and status != 429)


def connect_as(secret, url, **options):
    """Connects as the player with this secret."""
    if not secret:
        return websockets.connect(url, **options)
    fields = {"Authorization": f"Bearer {secret}"}
    if int(websockets.__version__.split(".")[0]) >= 14:
        return websockets.connect(url, additional_headers=fields, **options)
    return websockets.connect(url, extra_headers=fields, **options)


class Client:
    """Use it as `async with Client(url) as client:`. `patience`: how many seconds to try to connect, at first and after a lost
    connection, or to send what the server answers with `unavailable`; math.inf: for ever. `room`: makes this the connection for that room, which leads to the server where
    it runs; without it, rooms may turn out to run on another server, and get connections of their own. It sends no
    faster than the server allows, so that one connection may play in as many rooms as `limits` says."""

    def __init__(self, url, patience=300, room=None, secret=None):
        self.url = websocket_url(url)
        self.secret = secret  # of the player that this is; None: nobody
        self.patience = patience
        self.room = room
        self.links = {}  # by room: the clients for rooms on other servers
        self.socket = None
        self.limits = {}  # of `welcome`; None where the server has no such limit
        self.server = {}  # of `welcome`: the server's name and version
        self.pace = Pace(None)
        self.seats = {}  # by room
        self.waiting = {}  # by id: the messages without a reply, and the futures of the replies
        self.next_id = 1
        self.settled = asyncio.Event()  # it is connected, or has given up
        self.problem = None  # why it has given up
        self.was_connected = False

    async def __aenter__(self):
        self.start(at_once=True)
        try:
            await self.connected()
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_):
        """Closes the connection. Requests under way end with Lost, and what the seats were doing ends too."""
        self.reader.cancel()
        self.fail_requests(Lost("the connection was closed"))
        for seat in self.seats.values():
            seat.stop_waiting()
        tasks = [task for seat in self.seats.values() for task in seat.tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(self.reader, *tasks, *(link.__aexit__() for link in self.links.values()), return_exceptions=True)
        if self.socket:
            await self.socket.close()

    async def create(self, game, **fields):
        """Creates a room and returns its code. If the connection is lost before the answer, it asks again after the next
        one. `fields` as in the message `create`: seats, options, public, clock, bots, fixed. \\raises Refused"""
        while True:
            await self.connected()
            try:
                created = await self.ask({"type": "create", "game": game, **fields})
                return field(created, "room", str)
            except Lost:
                pass  # a room that was made all the same is deleted after a while

    async def join(self, room, bot, name="bot", matches=1, wait=None, token=None, **fields):
        """Takes a seat for `bot`, for this number of matches; joins as a spectator if `bot` is None. `wait`: for so many seconds, at
        most, for a match to begin, the first one or a rematch; then `await seat.done` raises NoMatch. `token`: of a seat that one has
        already. `fields` as in the message `join`: seat, entropy, updates. \\returns the Seat \\raises Refused, Lost"""
        if room in self.links:
            return await self.links[room].join(room, bot, name, matches, wait, token, **fields)
        if not bot:
            fields = {"role": "spectator", "updates": "events", **fields}
        seat = Seat(self, room, bot, matches, fields.get("updates", "full"), wait)
        seat.token, seat.had_token = token, bool(token)
        message = seat.hello() if token else {"type": "join", "room": room, "name": name, **fields}
        while True:
            await self.connected()
            self.seats[room] = seat
            seat.tell_bot()
            try:
                await self.ask(message)
                return seat
            except Lost as lost:
                self.seats.pop(room, None)
                if bot and not token and not isinstance(lost, NotSent):  # the seat may be taken, by a token that nobody knows
                    raise
            except Refused as refused:
                self.seats.pop(room, None)
                if refused.code != "elsewhere" or self.room == room:
                    raise
                return await self.link(room).join(room, bot, name, matches, wait, token, **fields)

    async def fill(self, room, level="easy"):
        """Puts a built-in bot of this level (easy, normal, hard) on every empty seat; only for the host. \\raises Refused, Lost"""
        try:
            while True:
                await self.request({"type": "fill", "room": room, "level": level})
        except Refused as refused:
            if refused.code not in ("room_full", "already_playing"):
                raise

    async def leave(self, room):
        link = self.links.pop(room, None)
        if link:
            await link.leave(room)
            return await link.__aexit__()
        seat = self.seats.pop(room, None)
        if seat:
            seat.stop_waiting()
        await self.ask({"type": "leave", "room": room})

    async def move(self, room, seat):
        """Goes to an empty seat, outside a match. \\raises Refused, Lost"""
        await self.request({"type": "move", "room": room, "seat": seat})

    async def change(self, room, **fields):
        """Says what the next match is; only for the host, outside a match. `fields` as in the message `change`: game, options,
        seats, clock (None: no clock), hints. \\raises Refused, Lost"""
        await self.request({"type": "change", "room": room, **fields})

    async def call(self, room, link):
        """Shows the room, whose host this client is, where it talks: an address https://…; None: nowhere. \\raises Refused, Lost"""
        await self.request({"type": "call", "room": room, "link": link})

    async def report(self, room, seat=None, text=None):
        """Tells the operator about somebody in a room that this client is in. \\raises Refused, Lost"""
        given = {"seat": seat, "text": text}
        await self.request({"type": "report", "room": room, **{name: value for name, value in given.items() if value is not None}})

    async def block(self, player):
        """From now on nothing that this player says reaches us. Needs a secret. \\param player its id \\raises Refused, Lost"""
        await self.request({"type": "block", "player": player})

    async def unblock(self, player):
        await self.request({"type": "unblock", "player": player})

    async def request(self, message):
        """Sends a message; waits and repeats it while the server is too busy. \\returns the reply \\raises Refused; Lost,
        also where the room is found to have moved to another server: the seat is being taken up there"""
        room = message.get("room")
        if room in self.links:
            return await self.links[room].request(message)
        try:
            return await self.ask(message)
        except Refused as refused:
            if refused.code != "elsewhere":
                raise
            if room in self.seats:
                self.follow(self.seats[room])
            elif room not in self.links:  # else "moved" came before the reply: the seat is being taken up there already
                raise
            raise Lost("the room runs on another server now") from None

    async def ask(self, message):
        """As `request`, on this connection."""
        loop = asyncio.get_running_loop()
        socket, end, wait, told = self.socket, loop.time() + self.patience, 0.3, False
        while True:
            await self.pace.turn()
            # A message for the lost connection may be out of date on the next one.
            if self.socket is not socket or not socket:
                raise NotSent("the connection was lost")
            try:
                return await self.request_once(message)
            except Refused as refused:
                if refused.code == "rate_limited":
                    await asyncio.sleep(field(refused.details, "retry_after_ms") / 1000)
                elif refused.code in PASSING and loop.time() < end:
                    if not told:
                        log.warning("%s: %s Trying again for %g s", message["type"], refused, self.patience)
                    told = True
                    await asyncio.sleep(wait)
                    wait = min(wait * 1.5, 2)
                else:
                    raise

    def link(self, room):
        """The client for a room on another server."""
        if room not in self.links:
            self.links[room] = Client(self.url, self.patience, room, self.secret)
            self.links[room].start(at_once=True)
        return self.links[room]

    def follow(self, seat):
        """Takes the seat up where its room runs now."""
        if seat.done.done():
            return
        if self.room == seat.room:
            if self.socket:
                seat.spawn(self.socket.close())  # and `run` connects again
            return
        self.seats.pop(seat.room, None)
        link = seat.client = self.link(seat.room)
        link.seats[seat.room] = seat
        if link.socket:
            seat.spawn(link.take_up(seat))

    async def request_once(self, message):
        number, self.next_id = self.next_id, self.next_id + 1
        reply = asyncio.get_running_loop().create_future()
        self.waiting[number] = message, reply
        try:
            await self.socket.send(json.dumps({**message, "id": number}))
            return await reply
        except FAILURES:
            raise Lost("the connection was lost") from None
        finally:
            self.waiting.pop(number, None)

    async def connect(self):
        url = self.url
        if self.room:
            url += ("&" if "?" in url else "?") + "room=" + urllib.parse.quote(self.room, safe="")
        socket = await connect_as(self.secret, url, max_size=None, compression=None, close_timeout=1)
        welcome = message_from(await socket.recv())
        self.limits, self.server = welcome.get("limits", {}), welcome.get("server", {})
        self.pace = Pace(self.limits)
        # A server closes a connection on which nothing was ever said: one that has no room now, for example.
        await socket.send(json.dumps({"type": "ping", "id": 0}))
        self.socket = socket
        self.settled.set()

    async def connected(self):
        """Waits until there is a connection. \\raises why there will be none"""
        await self.settled.wait()
        if self.problem:
            raise self.problem

    def start(self, at_once=False):
        self.reader = asyncio.get_running_loop().create_task(self.run(at_once))

    async def run(self, at_once):
        try:
            while True:
                if self.socket is None:
                    await self.come_back(0 if at_once else 0.3)
                at_once = False
                await self.read()
                log.info("the connection was lost")
        except Exception as problem:
            self.fail(problem)

    async def read(self):
        try:
            async for text in self.socket:
                self.receive(message_from(text))
        except FAILURES:
            pass
        self.socket = None
        self.settled.clear()
        self.fail_requests(Lost("the connection was lost"))

    async def come_back(self, wait):
        """Reconnects and resumes the seats. Waits so many seconds before the first attempt, 0.3 s or twice as long before
        each further one, at most 8 s. \\raises the last attempt's error after `patience` seconds"""
        left, told = self.patience, False
        while True:
            pause = wait * random.uniform(0.75, 1.25)
            await asyncio.sleep(pause)
            wait, left = min(wait * 2 or 0.3, 8), left - pause
            try:
                await self.connect()
                break
            except FAILURES as problem:
                if left <= 0 or is_final(problem):
                    raise
                if not told:
                    log.warning("%s can't be reached (%s): trying again for %.0f s", plain(self.url), plain(problem) or type(problem).__name__, left)
                told = True
        if told or self.seats:
            log.log(logging.WARNING if told else logging.INFO, "connected again" if self.was_connected else "connected")
        self.was_connected = True
        for seat in list(self.seats.values()):
            if not seat.done.done():
                seat.spawn(self.take_up(seat))

    async def take_up(self, seat):
        try:
            await self.request(seat.hello())
        except Lost:
            pass  # resumed after the next reconnection

    def receive(self, message):
        kind = field(message, "type")
        asked, reply = self.waiting.get(message.get("re"), ({}, None))
        seat = self.seats.get(message.get("room"))
        if "seq" in message and asked.get("room") in self.seats and kind == "ok":
            self.seats[asked["room"]].acted(message["seq"])
        if seat:
            try:
                seat.receive(message)
            except Unreadable as problem:
                seat.fail(problem)
            except Exception as problem:  # of the bot: it ends this seat, and no other
                seat.bot_failed(problem)
            if kind == "moved":
                self.follow(seat)
        if reply and not reply.done():
            if kind == "error":
                reply.set_exception(Refused(field(message, "code"), field(message, "message"), message.get("details")))
            else:
                reply.set_result(message)

    def fail(self, problem):
        self.problem = problem
        self.settled.set()
        self.fail_requests(problem)
        for seat in self.seats.values():
            seat.fail(problem)

    def fail_requests(self, problem):
        for _, reply in self.waiting.values():
            if not reply.done():
                reply.set_exception(problem)
