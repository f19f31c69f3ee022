// What is said in a room.

export interface ChatLine {
  key: number;
  from: number | null;
  name: string;
  text: string;
  /** When it was received, by `performance.now`; -Infinity if it was said before this page joined. */
  at: number;
}

const KEPT = 200;

export class Chat {
  lines = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  /** The names of players whose messages this player does not want to see. */
  muted = $state.raw<readonly string[]>([]);
  /** What is shown. */
  readonly heard: ChatLine[] = $derived(this.lines.filter(({ name }) => !this.muted.includes(name)));
  #key = 0;

  /** Replaces everything with the messages that were sent before this page joined. \param read how many of them this browser has shown */
  restore(lines: readonly Pick<ChatLine, "from" | "name" | "text">[], read: number, me: number | null): void {
    this.unread = lines.slice(read).filter(({ from, name }) => from !== me && !this.muted.includes(name)).length;
    this.lines = lines.map(({ from, name, text }) => ({ key: ++this.#key, from, name, text, at: -Infinity }));
  }

  toggleMute(name: string): void {
    this.muted = this.muted.includes(name) ? this.muted.filter((other) => other !== name) : [...this.muted, name];
  }

  /** \param own whether this page's player has said it */
  add({ from, name, text }: Pick<ChatLine, "from" | "name" | "text">, own: boolean): void {
    const line = { key: ++this.#key, from, name, text, at: performance.now() };
    this.lines = [...this.lines, line].slice(-KEPT);
    if (!own && !this.muted.includes(name)) this.unread += 1;
  }
}
