// Short synthesised sounds: a card on felt, a chip, a bell for the player's turn. Off by default.
import type { AnyEvent, AnyUpdate } from "../protocol/messages";
import { settings } from "../settings/settings.svelte";

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!settings.sound || document.hidden) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

function noise(at: AudioContext, seconds: number, frequency: number, volume: number): void {
  const buffer = at.createBuffer(1, Math.ceil(at.sampleRate * seconds), at.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 3;
  const source = new AudioBufferSourceNode(at, { buffer });
  const filter = new BiquadFilterNode(at, { type: "bandpass", frequency, Q: 0.9 });
  source
    .connect(filter)
    .connect(new GainNode(at, { gain: volume }))
    .connect(at.destination);
  source.start();
}

function tone(at: AudioContext, frequency: number, delay: number, seconds: number, volume: number): void {
  const start = at.currentTime + delay;
  const oscillator = new OscillatorNode(at, { frequency, type: "sine" });
  const gain = new GainNode(at, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0004, start + seconds);
  oscillator.connect(gain).connect(at.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}

/** Whether an event moves cards. */
const moves = (event: AnyEvent): boolean => event.type === "dealt" || "card" in event || "cards" in event;

export type Sound = "card" | "chip" | "turn" | "clock" | "end" | "no";

/** The sound for an update; null for none. If several fit, the rarest. \param chimes the game's events that sound like a chip */
export function soundOf(
  { events, view }: Pick<AnyUpdate, "events" | "view">,
  chimes: readonly string[] = [],
): Sound | null {
  if (events.length > 0 && view?.phase === "over") return "end";
  if (events.some(({ type }) => chimes.includes(type))) return "chip";
  return events.some(moves) ? "card" : null;
}

export function sound(which: Sound): void {
  const at = audio();
  if (!at) return;
  if (which === "card") noise(at, 0.09, 1900, 0.35);
  else if (which === "chip") [1560, 2080].forEach((hz, i) => tone(at, hz, i * 0.05, 0.16, 0.06));
  else if (which === "turn") [659, 880].forEach((hz, i) => tone(at, hz, i * 0.09, 0.5, 0.07));
  else if (which === "clock") [0, 0.25].forEach((delay) => tone(at, 988, delay, 0.08, 0.06));
  else if (which === "end") [523, 659, 784, 1047].forEach((hz, i) => tone(at, hz, i * 0.12, 0.9, 0.07));
  else noise(at, 0.07, 300, 0.3);
}
