// One seat in one room, or a spectator's place: tracks updates, lets the bot act, and resumes after a lost connection.
import { Lost, NoMatch, NotSent, Refused, Unreadable } from "./errors.js";
import { field } from "./fields.js";
import { plain } from "./plain.js";
import { randomAction } from "./templates.js";

/** Expected errors of an `act`: something else happened in the room before it arrived. */
const OVERTAKEN = ["stale_decision", "not_playing"];

/** Created by Client.join. */
export class Seat {
  seat = null;
  token = null;
  info = {};
  results = new Map(); // by match number
  illegal = new Map(); // by match number: how many of the bot's actions were illegal, and random ones played instead
  late = new Map(); // by match number: how many actions a built-in bot made in the bot's place, because its time was over
  onResult = null; // called with a match's number and its result as it comes
  botProblem = null; // what the bot has thrown; it is logged
  seq = 0;
  match = null;
  decision = null;
  ownSeq = 0; // of the newest update that an `act` of the bot has caused
  unsure = false; // an `act` was lost before its reply: the next update of this seat may be the bot's
  waiting = null; // the timer that ends the wait for a match
  isNewcomer = false; // it has taken this seat after a match, which is not its own
  failed = false;
  catchingUp = false; // receiving missed updates again; the one with `resync` ends this

  /** `wait`: for so many seconds, at most, for a match to begin; null: for ever. */
  constructor(client, room, bot, matches, updates = "full", wait = null) {
    Object.assign(this, { client, room, bot, matches, updates, wait });
    this.done = new Promise((resolve, reject) => {
      this.finish = resolve;
      this.fail = (problem) => {
        this.failed = true;
        this.stopWaiting();
        reject(problem);
      };
    });
    this.done.catch(() => {}); // so that a rejection is not reported as unhandled; callers that await it still get it
  }

  /** Whether nothing is left to do here. */
  get isOver() {
    return this.failed || this.results.size >= this.matches;
  }

  /** Says to the bot in which seat it is called: one bot may have several. */
  tellBot() {
    if (this.bot) this.bot.seat = this;
  }

  /** Takes this place again on a new connection. */
  takeUp() {
    const { room, token, match, seq, updates } = this;
    this.catchingUp = token !== null && match !== null;
    const hello = token
      ? { type: "resume", room, token, updates, ...(match !== null && { since: seq, match }) }
      : { type: "join", room, name: "spectator", role: "spectator", updates };
    this.client.request(hello).catch((problem) => {
      if (!(problem instanceof Lost)) this.fail(problem); // after Lost it is resumed on the next connection
    });
  }

  receive(message) {
    if (this.failed) return;
    this.tellBot();
    if (message.type === "joined") {
      this.seat = field(message, "seat");
      this.token = this.seat === null ? null : field(message, "token");
      this.waitForMatch();
    } else if (message.type === "room") {
      if (this.info.status === undefined) this.isNewcomer = field(message, "status") === "finished";
      const before = this.info;
      this.info = message;
      if (this.bot && !this.isOver && isChanged(before, message)) this.askForRematch();
    } else if (message.type === "update") {
      this.update(message);
    } else if (message.type === "replaced") {
      this.fail(new Refused("replaced", "this seat was taken up elsewhere, or emptied by the host"));
    } else if (message.type === "closed") {
      this.fail(new Refused("closed", field(message, "message")));
    }
  }

  update(update) {
    const match = field(this.info, "match", "number") - (field(this.info, "status") === "finished" ? 1 : 0);
    const seq = field(update, "seq", "number");
    if (match !== this.match) {
      Object.assign(this, { match, seq: 0, ownSeq: 0 });
      this.stopWaiting();
    }
    if (seq > this.seq && this.bot) {
      this.lookWhoActed(update);
      this.bot.saw?.(update);
    }
    this.seq = seq;
    if (!update.over) this.isNewcomer = false;
    if (update.resync) this.catchingUp = false;
    this.decision = update.decision ?? null;
    const result = resultOf(update);
    if (result && this.isNewcomer) this.rematch();
    else if (result) this.over(match, result);
    else if (this.bot && update.legal && !this.catchingUp && this.isAsked(update)) this.act(update).catch(this.fail);
  }

  /** An `act` of this seat was accepted, and caused this update, which comes next. */
  acted(seq) {
    this.ownSeq = seq;
  }

  /** The first event of an update, but for the deal, is the action. If it is of this seat, and the bot has not sent it, its time was over. */
  lookWhoActed(update) {
    const events = field(update, "events", "array");
    if (this.seat === null || update.seq === 1 || events[0]?.seat !== this.seat) return;
    if (update.seq !== this.ownSeq && !this.unsure) {
      const late = this.late.get(this.match) ?? 0;
      if (!late) this.warn("the time was over, so a built-in bot acted in your bot's place");
      this.late.set(this.match, late + 1);
    }
    this.unsure = false;
  }

  /** Waits for a match to begin; for so long, at most. */
  waitForMatch() {
    const isPlaying = this.match !== null && !this.results.has(this.match) && !this.isNewcomer;
    if (!this.bot || this.wait === null || this.waiting || isPlaying) return;
    const problem = new NoMatch(`no match has begun in room ${this.room} for ${this.wait} s`);
    this.waiting = setTimeout(() => this.fail(problem), this.wait * 1000);
  }

  stopWaiting() {
    clearTimeout(this.waiting);
    this.waiting = null;
  }

  warn(text) {
    console.warn(plain(`room ${this.room}, seat ${this.seat}: ${text}`));
  }

  isAsked(update) {
    field(update, "decision"); // which the bot's action will name
    return field(update, "must", "boolean") || this.bot.askedAlways;
  }

  async act(update) {
    let action;
    try {
      action = await this.bot.choose(update);
      if (!action && update.must && this.decision === update.decision)
        throw new Error("`choose` returned no action for a decision that the bot must make");
    } catch (problem) {
      return this.botFailed(problem);
    }
    const { match } = this;
    if (!action || (await this.send(update, action))) return;
    this.illegal.set(match, (this.illegal.get(match) ?? 0) + 1);
    await this.send(update, randomAction(update.legal));
  }

  /** Sends the action unless it is outdated. Returns false if the server refused it as illegal. */
  async send(update, action) {
    if (this.decision !== update.decision) return true;
    try {
      await this.client.request({ type: "act", room: this.room, decision: update.decision, action });
    } catch (problem) {
      if (problem.code === "illegal_action") {
        const said = JSON.stringify(action);
        this.warn(`${said} is illegal (${problem.message}): playing at random`);
        return false;
      }
      // After a lost connection the update with `resync` asks the bot again.
      if (problem instanceof Lost) this.unsure = !(problem instanceof NotSent);
      else if (!OVERTAKEN.includes(problem.code)) throw problem;
    }
    return true;
  }

  /** Ends this seat: what the bot has thrown is logged with its stack, and `done` rejects with it. */
  botFailed(problem) {
    console.error(plain(`room ${this.room}, seat ${this.seat}: the bot failed:`), problem);
    this.botProblem = problem;
    this.fail(problem);
  }

  over(match, result) {
    if (!this.results.has(match)) {
      this.results.set(match, result);
      this.bot?.ended?.(result);
      this.onResult?.(match, result);
    }
    if (this.isOver) {
      this.finish([...this.results.values()]);
    } else if (this.bot) {
      this.rematch();
    }
  }

  rematch() {
    this.waitForMatch();
    this.askForRematch();
  }

  askForRematch() {
    this.client.request({ type: "rematch", room: this.room }).catch((problem) => {
      if (!(problem instanceof Lost) && problem.code !== "already_playing") this.fail(problem);
    });
  }
}

/** Whether the host has changed what is played next: then who has asked for a rematch has to ask again. */
function isChanged(before, now) {
  const what = (room) => JSON.stringify([room.game, room.options, room.clock, room.hints, field(room, "seats", "array").length]);
  return before.status === "finished" && now.status === "finished" && what(before) !== what(now);
}

/** The match's result; null while the match is being played. */
function resultOf(update) {
  if (!update.over) return null;
  if (update.view) return field(update.view, "result");
  const last = field(update, "events", "array").find((event) => event.result);
  if (!last) throw new Unreadable("the end of a match without a result", JSON.stringify(update));
  return last.result;
}
