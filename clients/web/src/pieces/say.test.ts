import { expect, it, vi } from "vitest";
import { lastActs } from "./say";
import { skin as ttpageone } from "../games/ttpageone/skin";
import { skin as twentytwo } from "../games/twentytwo/skin";
import { fake } from "../skin/fake";

vi.stubGlobal("navigator", { languages: ["en"], language: "en" });

const acts = (skin: object, events: object[]): Record<number, string> =>
  lastActs(fake({ skin, me: 0, options: {}, log: events.map((event, n) => ({ key: n, seq: n, event })) }));

it("keeps as a seat's last act nothing that its badge says", () => {
  const lost = { type: "lost", seat: 1, points: 9 };
  expect(acts(twentytwo, [lost, { type: "eliminated", seat: 1 }])).toEqual({ 1: "+9" });
  expect(acts(ttpageone, [{ type: "last_one_declared", seat: 1 }])).toEqual({});
});
