// The table of a room while people and bots play at it: the updates of its match, what this player does and asks, what is
// said, and who is away.
import { Refusal, type Request } from "../protocol/socket";
import type { AnyUpdate, ServerMessage, ServerRoom } from "../protocol/messages";
import { loadSkin } from "../games/registry";
import { apart } from "../pieces/names";
import { settings } from "../settings/settings.svelte";
import { sound } from "../sound/sound";
import { Absences } from "./absences.svelte";
import { Chat } from "./chat.svelte";
import { Feed } from "./feed";
import { Sender } from "./sender";
import type { Source } from "./source";
import { TableModel } from "./table.svelte";
import { savedSeat, saveSeat } from "./tokens";

/** How long what somebody says stays over the seat. */
const SAID_MS = 6000;
const TICK_MS = 1000;

/** What the live table needs of its room. */
export interface Wire {
  /** Sends a request; throws a `Refusal`, or `Lost` without a connection. */
  request(message: Request): Promise<ServerMessage>;
  /** Connects again, to the server that has the room now. */
  reconnect(): void;
  /** Tells the player why something was not done; null: nothing to tell any more. */
  notice(code: string | null): void;
}

export class Live implements Source {
  readonly table: TableModel;
  readonly chat = new Chat();
  readonly absences = new Absences();
  /** The seats as the page names them; null before the room has told of itself. */
  info = $state.raw<ServerRoom | null>(null);
  /** By `performance.now`; goes on while the table is on the screen. */
  now = $state(performance.now());
  readonly said: Readonly<Record<number, string>> = $derived(
    Object.fromEntries(
      this.chat.heard
        .filter((line) => line.from !== null && this.now - line.at < SAID_MS)
        .map((line) => [line.from!, line.text]),
    ),
  );
  readonly #feed: Feed;
  readonly #sender: Sender;

  constructor(
    private readonly code: string,
    private readonly wire: Wire,
  ) {
    this.table = new TableModel((action, decision) => this.#act(action, decision));
    this.table.botLevels = savedSeat(code)?.levels ?? {};
    this.table.forces = () => settings.forced && this.table.alone;
    this.#sender = new Sender(
      (message) => wire.request(message),
      () => wire.reconnect(),
      (refusal) => this.#refused(refusal),
    );
    this.#feed = new Feed(code, this.table, (decision) => this.#sender.resumed(decision));
  }

  begin(): () => void {
    this.now = performance.now();
    const timer = setInterval(() => (this.now = performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }

  /** The number of the match on the table. */
  get match(): number {
    return this.#feed.match;
  }

  /** What the server shall send again after a reconnection. */
  missed(): { since?: number; match?: number } {
    return this.#feed.missed();
  }

  /** Saves the log, so that it is still there after a reload. */
  keepLog(): void {
    this.#feed.keepLog();
  }

  /** The seat is lost: nothing that was sent will be answered, and somebody else may play there now. */
  lose(): void {
    this.#feed.elsewhere = true;
    this.#sender.resumed(null);
  }

  /** It was lost to a bot. */
  lostToBot(): void {
    this.#feed.elsewhere = false;
  }

  receive(update: AnyUpdate): void {
    // Whoever comes back sees a match that is over in its own game.
    if (update.view && update.view.game !== this.table.game) this.#show(update.view.game);
    this.#feed.receive(update);
  }

  /** The room has changed. \param mayAsk whether advice is allowed \returns whether another match has begun */
  follow(room: ServerRoom, mayAsk: (info: ServerRoom) => boolean): boolean {
    const info = { ...room, seats: apart(room.seats) };
    this.info = info;
    this.absences.see(info.seats, performance.now());
    // A match that is over keeps its game and its options, also where the room plays something else next.
    if (info.status !== "finished" || !this.table.view) this.#play(info);
    this.table.seats = info.seats;
    this.table.alone = info.seats.every(({ seat, kind }) => seat === this.table.me || kind === "bot");
    this.table.ask = mayAsk(info) ? () => this.#ask() : null;
    return this.#feed.follow(info);
  }

  #play({ game, options }: ServerRoom): void {
    // The new game can't show what the one before has left.
    if (this.table.view && this.table.view.game !== game) this.table.view = null;
    this.table.options = { ...options };
    this.#show(game);
  }

  #show(game: string): void {
    if (this.table.game !== game) this.table.skin = null;
    this.table.game = game;
    void loadSkin(game).then((skin) => this.table.game === game && (this.table.skin = skin));
  }

  /** Somebody has said something. */
  hear(line: { from: number | null; name: string; text: string }): void {
    this.chat.add(this.#named(line), line.from !== null && line.from === this.table.me);
  }

  /** Everything that was said has been read. */
  readChat(): void {
    this.chat.unread = 0;
    saveSeat(this.code, { read: this.chat.lines.length });
  }

  /** What was said before somebody came counts as read. */
  restoreChat(lines: readonly { from: number | null; name: string; text: string }[]): void {
    const read = savedSeat(this.code)?.read ?? lines.length;
    saveSeat(this.code, { read });
    this.chat.restore(
      lines.map((line) => this.#named(line)),
      read,
      this.table.me,
    );
  }

  /** A line of the chat, with the name under which its seat is shown. */
  #named<Line extends { from: number | null; name: string }>(line: Line): Line {
    const shown = this.info?.seats.find(({ seat }) => seat === line.from)?.name;
    return shown?.includes(line.name) ? { ...line, name: shown } : line;
  }

  async #ask(): Promise<void> {
    this.wire.notice(null);
    const { decision } = this.table;
    try {
      const reply = await this.wire.request({ type: "advise", room: this.code });
      if (reply.type === "advice") this.table.advise(reply.action, reply.decision);
    } catch (error) {
      // Who has decided meanwhile needs no advice.
      if (this.table.decision === decision) this.wire.notice(error instanceof Refusal ? error.code : "offline");
    }
  }

  #act(action: Record<string, unknown>, decision: number): Promise<boolean> {
    this.wire.notice(null);
    return this.#sender.send(this.code, action, decision);
  }

  #refused({ code }: Refusal): void {
    this.wire.notice(code === "stale_decision" || code === "illegal_action" ? "refused" : code);
    sound("no");
  }
}
