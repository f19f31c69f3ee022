"""One seat in one room, or a spectator's place: tracks updates, lets the bot act, and resumes after a lost connection."""
import asyncio
import inspect
import json
import logging

from .errors import Lost, NoAction, NoMatch, NotSent, Refused, Unreadable
from .fields import field
from .plain import plain
from .templates import random_action

log = logging.getLogger("tefuda")

#: Expected errors of an `act`: something else happened in the room before it arrived.
OVERTAKEN = ("stale_decision", "not_playing")


class Seat:
    """Created by Client.join. `await seat.done` returns the results of all matches, in order."""

    def __init__(self, client, room, bot, matches, updates="full", wait=None):
        self.client = client
        self.room = room
        self.bot = bot
        self.matches = matches
        self.updates = updates
        self.wait = wait  # for so many seconds, at most, for a match to begin; None: for ever
        self.waiting = None  # the timer that ends this
        self.seat = None
        self.token = None
        self.had_token = False  # when it came
        self.info = {}  # the newest `room` message: game, options, seats with names, match, clock …
        self.results = {}  # by match number
        self.illegal = {}  # by match number: how many of the bot's actions were illegal, and random ones played instead
        self.late = {}  # by match number: how many actions a built-in bot made in the bot's place, because its time was over
        self.view = None  # the newest one
        self.on_result = None  # called with a match's number and its result as it comes
        self.problem = None  # what the bot has raised; it is logged
        self.done = asyncio.get_running_loop().create_future()
        self.seq = 0
        self.match = None
        self.decision = None
        self.own_seq = 0  # of the newest update that an `act` of the bot has caused
        self.unsure = False  # an `act` was lost before its reply: the next update of this seat may be the bot's
        self.is_newcomer = False  # it has taken this seat after a match, which is not its own
        self.catching_up = False  # receiving missed updates again; the one with `resync` ends this
        self.tasks = set()

    def hello(self):
        """The message that takes this place again on a new connection."""
        if self.token is None:
            return {"type": "join", "room": self.room, "name": "spectator", "role": "spectator",
                    "updates": self.updates}
        message = {"type": "resume", "room": self.room, "token": self.token, "updates": self.updates}
        if self.match:
            message.update(since=self.seq, match=self.match)
        # In a room that still waits no update with `resync` comes.
        self.catching_up = bool(self.match)
        return message

    def receive(self, message):
        if self.failed():
            return
        self.tell_bot()
        kind = field(message, "type")
        if kind == "joined":
            self.seat = field(message, "seat")
            self.token = None if self.seat is None else field(message, "token")
            self.wait_for_match()
        elif kind == "room":
            if not self.info:
                self.is_newcomer = field(message, "status") == "finished" and not self.had_token
            before, self.info = self.info, message
            if self.bot and not self.done.done() and is_changed(before, message):
                self.spawn(self.ask_for_rematch())
        elif kind == "update":
            self.update(message)
        elif kind == "replaced":
            self.fail(Refused("replaced", "this seat was taken up elsewhere, or emptied by the host"))
        elif kind == "closed":
            self.fail(Refused("closed", field(message, "message")))

    def update(self, update):
        match = field(self.info, "match", int) - (field(self.info, "status") == "finished")
        number = field(update, "seq", int)
        if match != self.match:
            self.match, self.seq, self.own_seq = match, 0, 0
            self.stop_waiting()
        self.view = update.get("view", self.view)
        if number > self.seq and self.bot:
            self.look_who_acted(update)
            self.bot.saw(update)
        self.seq = number
        self.is_newcomer = self.is_newcomer and bool(update.get("over"))
        self.catching_up = self.catching_up and not update.get("resync")
        self.decision = update.get("decision")
        result = result_of(update)
        if result and self.is_newcomer:
            self.rematch()
        elif result:
            self.over(match, result)
        elif self.bot and "legal" in update and not self.catching_up and self.is_asked(update):
            self.spawn(self.act(update))

    def acted(self, seq):
        """An `act` of this seat was accepted, and caused this update, which comes next."""
        self.own_seq = seq

    def look_who_acted(self, update):
        """The first event of an update, but for the deal, is the action. If it is of this seat, and the bot has not sent it, its time
        was over."""
        events = field(update, "events", list)
        if self.seat is None or update["seq"] == 1 or not events or events[0].get("seat") != self.seat:
            return
        if update["seq"] != self.own_seq and not self.unsure:
            if self.match not in self.late:
                log.warning("room %s, seat %s: the time was over, so a built-in bot acted in your bot's place", plain(self.room), self.seat)
            self.late[self.match] = self.late.get(self.match, 0) + 1
        self.unsure = False

    def wait_for_match(self):
        """Waits for a match to begin; for so long, at most."""
        if self.bot and self.wait is not None and not self.waiting and not self.is_playing():
            self.waiting = asyncio.get_running_loop().call_later(self.wait, self.give_up)

    def stop_waiting(self):
        if self.waiting:
            self.waiting.cancel()
            self.waiting = None

    def is_playing(self):
        return self.match is not None and self.match not in self.results and not self.is_newcomer

    def give_up(self):
        self.fail(NoMatch(f"no match has begun in room {plain(self.room)} for {self.wait:g} s"))

    def is_asked(self, update):
        field(update, "decision")  # which the bot's action will name
        return field(update, "must", bool) or self.bot.asked_always

    def tell_bot(self):
        """Says to the bot in which seat it is called: one bot may have several."""
        if self.bot:
            self.bot.seat = self

    async def act(self, update):
        self.tell_bot()
        try:
            action = self.bot.choose(update)
            if inspect.isawaitable(action):
                action = await action
            if action is None and update["must"] and self.decision == update["decision"]:
                raise NoAction("`choose` returned None for a decision that the bot must make")
        except Exception as problem:
            return self.bot_failed(problem)
        match = self.match
        if action is not None and not await self.send(update, action):
            self.illegal[match] = self.illegal.get(match, 0) + 1
            await self.send(update, random_action(update["legal"]))

    async def send(self, update, action):
        """Sends the action unless it is outdated. \\returns False if the server refused it as illegal"""
        if self.decision != update["decision"]:
            return True
        try:
            await self.client.request({"type": "act", "room": self.room, "decision": update["decision"],
                                       "action": action})
        except Lost as lost:  # the update with `resync` asks the bot again
            self.unsure = not isinstance(lost, NotSent)
        except Refused as refused:
            if refused.code == "illegal_action":
                log.warning("room %s, seat %s: %s is illegal (%s): playing at random instead", plain(self.room), self.seat,
                            action, refused)
                return False
            if refused.code not in OVERTAKEN:
                raise
        return True

    def over(self, match, result):
        if match not in self.results:
            self.results[match] = result
            if self.bot:
                self.bot.ended(result)
            if self.on_result:
                self.on_result(match, result)
        if len(self.results) >= self.matches:
            if not self.done.done():
                self.done.set_result([self.results[number] for number in sorted(self.results)])
        elif self.bot:
            self.rematch()

    def rematch(self):
        log.info("room %s, seat %s: waits for a rematch", plain(self.room), self.seat)
        self.wait_for_match()
        self.spawn(self.ask_for_rematch())

    async def ask_for_rematch(self):
        try:
            await self.client.request({"type": "rematch", "room": self.room})
        except Lost:
            pass  # the update with `resync` repeats the result
        except Refused as refused:
            if refused.code != "already_playing":
                raise

    def spawn(self, coroutine):
        task = asyncio.get_running_loop().create_task(coroutine)
        self.tasks.add(task)
        task.add_done_callback(self.finish)

    def finish(self, task):
        self.tasks.discard(task)
        if not task.cancelled() and task.exception():
            self.fail(task.exception())

    def bot_failed(self, problem):
        log.error("room %s, seat %s: the bot failed", plain(self.room), self.seat, exc_info=problem)
        self.problem = problem
        self.fail(problem)

    def failed(self):
        return self.done.done() and (self.done.cancelled() or self.done.exception() is not None)

    def fail(self, problem):
        self.stop_waiting()
        if not self.done.done():
            self.done.set_exception(problem)


def is_changed(before, now):
    """Whether the host has changed what is played next: then who has asked for a rematch has to ask again."""
    def what(info):
        return [info.get(name) for name in ("game", "options", "clock", "hints")] + [len(field(info, "seats"))]

    return before.get("status") == "finished" == field(now, "status") and what(before) != what(now)


def result_of(update):
    """The match's result; None while the match is being played."""
    if not update.get("over"):
        return None
    if "view" in update:
        return field(update["view"], "result")
    for event in field(update, "events", list):
        if "result" in event:
            return event["result"]
    raise Unreadable("the end of a match without a result", json.dumps(update))
