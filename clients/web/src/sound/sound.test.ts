import { beforeEach, describe, expect, it, vi } from "vitest";
import { sound, soundOf, type Sound } from "./sound";
import { settings } from "../settings/settings.svelte";

interface Made {
  kind: string;
  volume: number;
  seconds: number;
}
let made: Made[] = [];
let resumed = 0;
let contexts = 0;

/** A fake audio node that records its volume and duration; `connect` returns the next node. */
class Node {
  gain = {
    value: 0,
    setValueAtTime() {},
    linearRampToValueAtTime: (value: number) => (this.gain.value = value),
    exponentialRampToValueAtTime() {},
  };
  next: Node | null = null;
  private begun = 0;
  constructor(_at: unknown, options: { gain?: number; buffer?: { length: number } } = {}) {
    this.gain.value = options.gain ?? 1;
    this.seconds = (options.buffer?.length ?? 0) / 1000;
  }
  private seconds: number;
  connect(next: Node): Node {
    return (this.next = next);
  }
  volume(): number {
    return this.next ? this.gain.value * this.next.volume() : this.gain.value;
  }
  start(at = 0): void {
    this.begun = at;
    if (this.seconds > 0) made.push({ kind: "noise", volume: this.volume(), seconds: this.seconds });
  }
  stop(at: number): void {
    made.push({ kind: "tone", volume: this.volume(), seconds: at - this.begun });
  }
}

class Context {
  sampleRate = 1000;
  currentTime = 0;
  state = "suspended";
  destination = new Node(this);
  constructor() {
    contexts += 1;
  }
  resume(): Promise<void> {
    resumed += 1;
    return Promise.resolve();
  }
  createBuffer(_channels: number, length: number): object {
    return { length, getChannelData: () => new Float32Array(length) };
  }
}

const page = { hidden: false };
vi.stubGlobal("document", page);
vi.stubGlobal("AudioContext", Context);
for (const name of ["AudioBufferSourceNode", "BiquadFilterNode", "GainNode", "OscillatorNode"])
  vi.stubGlobal(name, Node);

beforeEach(() => {
  made = [];
  page.hidden = false;
});

describe("the sounds", () => {
  const all: Sound[] = ["card", "chip", "turn", "end", "no"];
  it("are off unless they are switched on", () => {
    expect(settings.sound).toBe(false);
    all.forEach(sound);
    expect([made, contexts]).toEqual([[], 0]);
  });
  it("are short, soft and audible", () => {
    settings.sound = true;
    for (const one of all) {
      made = [];
      sound(one);
      expect(made.length, one).toBeGreaterThan(0);
      for (const { volume, seconds } of made) {
        expect(volume, one).toBeGreaterThan(0);
        expect(volume, one).toBeLessThan(0.4);
        expect(seconds, one).toBeLessThan(1);
      }
    }
    expect([contexts, resumed > 0]).toEqual([1, true]);
  });
  it("are not played on a hidden page, nor after they are switched off", () => {
    page.hidden = true;
    sound("turn");
    page.hidden = false;
    settings.sound = false;
    sound("turn");
    expect(made).toEqual([]);
  });
});

describe("an update sounds like", () => {
  const CHIMES = ["round_won", "scored", "lost", "trick_won"];
  const of = (phase: string, ...types: string[]): Sound | null =>
    soundOf(
      {
        events: types.map((type) => (/^(played|drawn)$/.test(type) ? { type, card: "7H" } : { type })),
        view: { phase } as never,
      },
      CHIMES,
    );
  it.each([
    [
      "a card if one is played, drawn or dealt",
      "card",
      of("play", "played"),
      of("play", "drawn", "turn_begun"),
      of("exchange", "dealt"),
    ],
    [
      "a chip if something is won or lost",
      "chip",
      of("play", "played", "round_won"),
      of("play", "played", "scored"),
      of("play", "shown", "lost", "dealt"),
    ],
    ["the end, even if other things happen", "end", of("over", "played", "trick_won", "ended")],
    ["nothing if no card moves", null, of("play", "passed"), of("privileges", "privilege_chosen"), of("over")],
  ])("%s", (_name, expected, ...heard) => {
    expect(heard).toEqual(heard.map(() => expected));
  });
});
