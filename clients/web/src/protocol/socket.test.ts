import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keyOf, Socket, type Status } from "./socket";

/** A socket of the browser, whose server the test plays. */
class FakeSocket {
  static OPEN = 1;
  static all: FakeSocket[] = [];
  static get newest(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }
  readyState = 0;
  sent: { type: string; id: number }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    FakeSocket.all.push(this);
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string; id: number });
  }
  /** Answers the newest ping. */
  pong(): void {
    const { id } = this.sent.findLast(({ type }) => type === "ping")!;
    this.onmessage?.({ data: JSON.stringify({ type: "pong", re: id }) });
  }
  close(): void {
    this.readyState = 3;
  }
}

let told: Status[];
function connected(): Socket {
  const socket = new Socket("ws://here/ws", {
    status: (status) => void told.push(status),
    opened: () => {},
    message: () => {},
    quiet: () => {},
  });
  socket.connect();
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  told = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("opens another connection at once where a device that wakes has a dead one", () => {
  const socket = connected();
  FakeSocket.newest.open();
  socket.wake();
  expect(FakeSocket.newest.sent.map(({ type }) => type)).toEqual(["ping"]);
  vi.advanceTimersByTime(2499);
  expect(FakeSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(FakeSocket.all).toHaveLength(2);
  expect(FakeSocket.all[0]!.readyState).toBe(3);
  FakeSocket.newest.open();
  expect(told).toEqual(["connecting", "open", "lost", "open"]);
});

it("keeps a connection that answers, and asks once for several signs of waking", async () => {
  const socket = connected();
  FakeSocket.newest.open();
  for (let n = 0; n < 3; n++) socket.wake();
  expect(FakeSocket.newest.sent).toHaveLength(1);
  FakeSocket.newest.pong();
  await vi.advanceTimersByTimeAsync(5000);
  expect(FakeSocket.all).toHaveLength(1);
  socket.wake();
  expect(FakeSocket.newest.sent).toHaveLength(2);
});

it("gives up an attempt to connect that was begun before the sleep", () => {
  const socket = connected();
  socket.wake();
  vi.advanceTimersByTime(2500);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.newest.open();
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.all).toHaveLength(2);
});

it("does not wait for the next attempt when the device wakes", () => {
  const socket = connected();
  FakeSocket.newest.onclose?.();
  expect(FakeSocket.all).toHaveLength(1);
  socket.wake();
  expect(FakeSocket.all).toHaveLength(2);
});

it("stays closed when the device wakes", () => {
  const socket = connected();
  socket.close();
  socket.wake();
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.all).toHaveLength(1);
});

it("tells why a name was refused, where the server does", () => {
  expect(keyOf({ code: "bad_name", details: { reason: "marks" } })).toBe("bad_name_marks");
  expect(keyOf({ code: "bad_name" })).toBe("bad_name");
  expect(keyOf({ code: "room_full", details: { reason: "marks" } })).toBe("room_full");
});
