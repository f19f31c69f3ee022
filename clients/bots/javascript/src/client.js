// One connection to a server, for seats in any number of rooms. It reconnects by itself. Where several servers run, a room that
// runs on another one gets a connection of its own. index.d.ts documents the methods.
import { Seat } from "./seat.js";
import { Lost, NoMatch, NotSent, Refused, Unreadable } from "./errors.js";
import { field, messageFrom } from "./fields.js";
import { Pace } from "./pace.js";
import { plain } from "./plain.js";

export { Lost, NoMatch, Refused, Unreadable };

const WebSocket = globalThis.WebSocket ?? (await import("ws").catch(() => null))?.default;
/** Errors after which the same message is sent again: the server, or another one, will take it later. */
const PASSING = ["unavailable", "shutting_down"];

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The address of the server's WebSocket. An http:// address, as a browser shows it, is understood too. */
function webSocketUrl(text) {
  const url = URL.canParse?.(text) === false ? null : new URL(text);
  if (!url || !["ws:", "wss:", "http:", "https:"].includes(url.protocol))
    throw new Error(`${text} is no address of a server: ws://HOST:PORT/ws`);
  if (url.protocol.startsWith("http")) {
    if (url.pathname === "/") url.pathname = "/ws";
    url.protocol = url.protocol === "http:" ? "ws:" : "wss:";
  }
  return url.href;
}

/** Why a connection failed. `isFinal`: another attempt would not help, as the certificate is wrong, the server refuses this client, or
 * what answers is no such server. */
function failureOf(event) {
  const status = Number(/response: (\d+)/.exec(event.message)?.[1]);
  const isRefused = status < 500 && status !== 429;
  const isOther = /^HPE_/.test(event.error?.code) && event.error.code !== "HPE_INVALID_EOF_STATE";
  const isUntrusted = /certificate|CERT_|altnames/i.test(`${event.error?.code} ${event.message}`);
  return Object.assign(new Lost(event.message || "no connection"), { isFinal: isRefused || isOther || isUntrusted });
}

export class Client {
  static async connect(url, { patience = 300, room = null, secret = null } = {}) {
    if (!WebSocket) throw new Error("This Node has no WebSocket of its own (22 has): npm install --no-save ws");
    const client = new Client(url, patience, room, secret);
    client.comeBack(0);
    await client.connected();
    return client;
  }

  limits = {};
  pace = new Pace();
  socket = null;
  seats = new Map(); // by room
  links = new Map(); // by room: the clients for rooms on other servers
  waiting = new Map(); // by id: messages without a reply, and who waits for it
  nextId = 1;
  closed = false;
  problem = null; // why it has given up
  wasConnected = false;
  hopeful = []; // those who wait for a connection

  constructor(url, patience, room, secret) {
    Object.assign(this, { url: webSocketUrl(url), patience, room, secret });
  }

  async create(game, fields = {}) {
    for (;;) {
      await this.connected();
      try {
        return field(await this.ask({ type: "create", game, ...fields }), "room", "string");
      } catch (problem) {
        if (!(problem instanceof Lost)) throw problem; // a room that was made all the same is deleted after a while
      }
    }
  }

  async join(room, bot, settings = {}) {
    if (this.links.has(room)) return this.links.get(room).join(room, bot, settings);
    const { matches = 1, name = "bot", wait = null, ...given } = settings;
    const fields = bot ? given : { role: "spectator", updates: "events", ...given };
    const seat = new Seat(this, room, bot, matches, fields.updates, wait);
    for (;;) {
      await this.connected();
      this.seats.set(room, seat);
      seat.tellBot();
      try {
        await this.ask({ type: "join", room, name, ...fields });
        return seat;
      } catch (problem) {
        this.seats.delete(room);
        if (problem.code === "elsewhere" && this.room !== room) return this.link(room).join(room, bot, settings);
        // After Lost the seat may be taken, by a token that nobody knows.
        if (!(bot ? problem instanceof NotSent : problem instanceof Lost)) throw problem;
      }
    }
  }

  async fill(room, level) {
    try {
      for (;;) await this.request({ type: "fill", room, ...(level && { level }) });
    } catch (problem) {
      if (!["room_full", "already_playing"].includes(problem.code)) throw problem;
    }
  }

  async move(room, seat) { await this.request({type : "move", room, seat}); }

  async change(room, fields) { await this.request({type : "change", room, ...fields}); }

  async leave(room) {
    const link = this.links.get(room);
    if (!link) {
      this.seats.get(room)?.stopWaiting();
      this.seats.delete(room);
      await this.ask({ type: "leave", room });
      return;
    }
    this.links.delete(room);
    await link.leave(room);
    link.close();
  }

  /** Shows the room, whose host this client is, where it talks: an address https://…; null: nowhere. */
  async call(room, link) {
    await this.request({ type: "call", room, link });
  }

  /** Tells the operator about somebody in a room that this client is in: who has a seat, or nobody in particular. */
  async report(room, { seat, text } = {}) {
    await this.request({ type: "report", room, ...(seat !== undefined && { seat }), ...(text !== undefined && { text }) });
  }

  /** From now on nothing that this player (its id) says reaches us. Needs a secret. */
  async block(player) {
    await this.request({ type: "block", player });
  }

  async unblock(player) {
    await this.request({ type: "unblock", player });
  }

  close() {
    this.closed = true;
    this.socket?.close();
    for (const seat of this.seats.values()) seat.stopWaiting();
    for (const link of this.links.values()) link.close();
  }

  async request(message) {
    const { room } = message;
    if (this.links.has(room)) return this.links.get(room).request(message);
    try {
      return await this.ask(message);
    } catch (problem) {
      if (problem.code !== "elsewhere") throw problem;
      if (this.seats.has(room)) this.follow(this.seats.get(room));
      // "moved" came before the reply: the seat is being taken up there already.
      else if (!this.links.has(room)) throw problem;
      throw new Lost("the room runs on another server now");
    }
  }

  /** As `request`, on this connection. */
  async ask(message) {
    const { socket } = this;
    const end = performance.now() + this.patience * 1000;
    let told = false;
    for (let pause = 300; ; ) {
      const wait = this.pace.take();
      if (wait > 0) await sleep(wait);
      // A message for the lost connection may be out of date on the next one.
      if (this.socket !== socket || socket?.readyState !== 1) throw new NotSent("the connection was lost");
      try {
        return await this.requestOnce(message);
      } catch (problem) {
        if (problem.code === "rate_limited") {
          await sleep(field(problem.details, "retry_after_ms"));
        } else if (PASSING.includes(problem.code) && performance.now() < end) {
          if (!told) console.warn(plain(`${message.type}: ${problem.message} Trying again for ${this.patience} s`));
          told = true;
          await sleep(pause);
          pause = Math.min(pause * 1.5, 2000);
        } else {
          throw problem;
        }
      }
    }
  }

  /** The client for a room on another server. */
  link(room) {
    let link = this.links.get(room);
    if (!link) {
      link = new Client(this.url, this.patience, room, this.secret);
      this.links.set(room, link);
      link.comeBack(0);
    }
    return link;
  }

  /** Takes the seat up where its room runs now. */
  follow(seat) {
    if (seat.isOver) return;
    if (this.room === seat.room) {
      this.socket?.close(); // and `lose` connects again
      return;
    }
    this.seats.delete(seat.room);
    const link = this.link(seat.room);
    seat.client = link;
    link.seats.set(seat.room, seat);
    if (link.socket) seat.takeUp();
  }

  /** Resolves when there is a connection; rejects where there will be none. */
  connected() {
    if (this.socket) return Promise.resolve();
    if (this.problem) return Promise.reject(this.problem);
    return new Promise((resolve, reject) => this.hopeful.push({ resolve, reject }));
  }

  requestOnce(message) {
    return new Promise((resolve, reject) => {
      const id = this.nextId++;
      this.waiting.set(id, { message, resolve, reject });
      this.socket.send(JSON.stringify({ ...message, id }));
    });
  }

  open() {
    return new Promise((resolve, reject) => {
      const url = new URL(this.url);
      if (this.room) url.searchParams.set("room", this.room);
      // A browser sends the cookie instead, and takes no fields.
      const socket = this.secret ? new WebSocket(url.href, { headers: { authorization: `Bearer ${this.secret}` } }) : new WebSocket(url.href);
      socket.onerror = (event) => reject(failureOf(event));
      socket.onmessage = (event) => {
        let message;
        try {
          message = messageFrom(event.data);
          if (field(message, "type") !== "welcome") return this.receive(message);
        } catch (problem) {
          socket.close();
          return this.socket === socket ? this.giveUp(problem) : reject(problem);
        }
        this.limits = message.limits ?? {};
        this.pace = new Pace(this.limits);
        // A server closes a connection on which nothing was ever said: one that has no room now, for example.
        socket.send(JSON.stringify({ type: "ping", id: 0 }));
        this.socket = socket;
        resolve();
      };
      socket.onclose = () => {
        reject(new Lost("the connection was lost"));
        if (this.socket === socket) this.lose();
      };
    });
  }

  lose() {
    this.socket = null;
    for (const { reject } of this.waiting.values()) reject(new Lost("the connection was lost"));
    this.waiting.clear();
    if (!this.closed) this.comeBack(300);
  }

  /** Reconnects. Waits so long before the first attempt, 0.3 s or twice as long before each further one, at most 8 s. */
  async comeBack(wait) {
    let told = false;
    for (let left = this.patience * 1000; !this.closed; wait = Math.min(wait * 2 || 300, 8000)) {
      const pause = wait * (0.75 + Math.random() / 2);
      await sleep(pause);
      left -= pause;
      try {
        await this.open();
        if (told) console.warn(this.wasConnected ? "connected again" : "connected");
        this.wasConnected = true;
        for (const seat of this.seats.values()) seat.takeUp();
        for (const each of this.hopeful.splice(0)) each.resolve();
        return;
      } catch (problem) {
        if (left <= 0 || problem.isFinal) return this.giveUp(problem);
        if (!told)
          console.warn(plain(`${this.url} can't be reached (${problem.message}): trying again for ${Math.round(left / 1000)} s`));
        told = true;
      }
    }
  }

  /** There will be no connection any more. */
  giveUp(problem) {
    this.problem = problem;
    this.closed = true;
    this.socket = null;
    for (const each of [...this.hopeful.splice(0), ...this.waiting.values()]) each.reject(problem);
    this.waiting.clear();
    for (const seat of this.seats.values()) seat.fail(problem);
  }

  receive(message) {
    const kind = field(message, "type");
    const refusal = kind === "error" ? new Refused(field(message, "code"), field(message, "message"), message.details) : null;
    const waiting = this.waiting.get(message.re);
    this.waiting.delete(message.re);
    const seat = this.seats.get(message.room);
    if (kind === "ok" && message.seq !== undefined) this.seats.get(waiting?.message.room)?.acted(message.seq);
    try {
      seat?.receive(message);
    } catch (problem) {
      // It ends this seat, and no other.
      if (problem instanceof Unreadable) seat.fail(problem);
      else seat.botFailed(problem);
    }
    if (seat && kind === "moved") this.follow(seat);
    if (refusal) waiting?.reject(refusal);
    else waiting?.resolve(message);
  }
}
