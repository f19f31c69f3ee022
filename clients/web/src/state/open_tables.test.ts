import { expect, it } from "vitest";
import { fake } from "../skin/fake";
import type { RoomSummary } from "../protocol/messages";
import { openTables } from "./open_tables";

const human = (connected?: boolean) => ({ kind: "human", name: "Aki", connected });
const empty = { kind: "empty", name: null, connected: false };
const bot = { kind: "bot", name: "Bot", connected: true };
const room = (code: string, seats: unknown[], status = "waiting"): RoomSummary => fake({ room: code, status, seats });
const codes = (rooms: RoomSummary[]): string[] => openTables(rooms).map(({ room }) => room);

it("offers no table whose people have all gone", () => {
  expect(codes([room("GONE", [human(false), empty]), room("HERE", [human(true), empty])])).toEqual(["HERE"]);
  expect(codes([room("BOTS", [human(false), bot, empty])])).toEqual([]);
  expect(codes([room("GUEST", [human(false), human(true), empty])])).toEqual(["GUEST"]);
});

it("offers no table that is full or being played", () => {
  expect(codes([room("FULL", [human(true), bot]), room("ON", [human(true), empty], "playing")])).toEqual([]);
});

it("offers first where most people are, and last where another server does not tell", () => {
  const two = room("TWO", [human(true), human(true), empty]);
  const one = room("ONE", [human(false), human(true), human(false), empty]);
  expect(codes([room("AFAR", [human(), human(), empty]), one, two])).toEqual(["TWO", "ONE", "AFAR"]);
});
