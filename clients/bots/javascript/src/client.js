// One connection to a server, for seats in any number of rooms. It reconnects by itself. index.d.ts documents the methods.
import { Seat } from "./seat.js";
import { Lost, Refused } from "./errors.js";
import { Pace } from "./pace.js";

export { Lost, Refused };

const WebSocket = globalThis.WebSocket ?? (await import("ws")).default;
const TRIES = 10; // attempts to send a message that the server answers with `unavailable`

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Client {
  static async connect(url, { patience = 300 } = {}) {
    const client = new Client();
    Object.assign(client, { url, patience, limits: {}, pace: new Pace(), socket: null, seats: new Map(), waiting: new Map(), nextId: 1, closed: false });
    await client.open();
    return client;
  }

  async create(game, fields = {}) {
    return (await this.request({ type: "create", game, ...fields })).room;
  }

  async join(room, bot, { matches = 1, name = "bot", ...fields } = {}) {
    if (!bot) fields = { role: "spectator", updates: "events", ...fields };
    const seat = new Seat(this, room, bot, matches, fields.updates);
    this.seats.set(room, seat);
    try {
      await this.request({ type: "join", room, name, ...fields });
    } catch (problem) {
      this.seats.delete(room);
      throw problem;
    }
    return seat;
  }

  async fill(room, level) {
    try {
      for (;;) await this.request({ type: "fill", room, ...(level && { level }) });
    } catch (problem) {
      if (!["room_full", "already_playing"].includes(problem.code)) throw problem;
    }
  }

  async leave(room) {
    this.seats.delete(room);
    await this.request({ type: "leave", room });
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }

  async request(message) {
    for (let attempt = 1; ; ) {
      const wait = this.pace.take();
      if (wait > 0) await sleep(wait);
      try {
        return await this.requestOnce(message);
      } catch (problem) {
        if (problem.code === "rate_limited") {
          await sleep(problem.details.retry_after_ms);
        } else if (problem.code === "unavailable" && attempt < TRIES) {
          await sleep(300 * attempt++);
        } else {
          throw problem;
        }
      }
    }
  }

  requestOnce(message) {
    return new Promise((resolve, reject) => {
      if (this.socket?.readyState !== 1) return reject(new Lost("not connected"));
      const id = this.nextId++;
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ ...message, id }));
    });
  }

  open() {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(this.url);
      socket.onerror = (event) => reject(new Lost(event.message || `${this.url} can't be reached`));
      socket.onmessage = (event) => {
        const message = JSON.parse(event.data);
        if (message.type !== "welcome") return this.receive(message);
        this.limits = message.limits ?? {};
        this.pace = new Pace(this.limits);
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
    if (!this.closed) this.comeBack();
  }

  /** Reconnects. Waits 0.3 s before the first attempt, twice as long before each further one, at most 8 s. */
  async comeBack() {
    for (let wait = 300, left = this.patience * 1000; !this.closed; wait = Math.min(wait * 2, 8000)) {
      const pause = wait * (0.75 + Math.random() / 2);
      await sleep(pause);
      left -= pause;
      try {
        await this.open();
        for (const seat of this.seats.values()) seat.takeUp();
        return;
      } catch (problem) {
        if (left <= 0) {
          for (const seat of this.seats.values()) seat.fail(problem);
          return;
        }
      }
    }
  }

  receive(message) {
    const waiting = this.waiting.get(message.re);
    this.waiting.delete(message.re);
    const seat = this.seats.get(message.room);
    try {
      seat?.receive(message);
    } catch (problem) {
      seat.botFailed(problem); // it ends this seat, and no other
    }
    if (message.type === "error") waiting?.reject(new Refused(message.code, message.message, message.details));
    else waiting?.resolve(message);
  }
}
