import { beforeEach, describe, expect, it, vi } from "vitest";
import { myDays } from "./boards.svelte";
import { canonical, met, sha256 } from "./choices";
import { dateOf, dayAfter, lastOpenDay, opensAt, shownDays, weeks } from "./days";
import { signed } from "./numbers";
import { shareText, squares } from "./share";
import { outcomeOf } from "./yesterday";
import { me } from "../state/me.svelte";
import { boardIn, keepBoard, keptBoards, dayName } from "../state/boards";
import { fake } from "../skin/fake";
import type { AnyAction, Replay } from "../protocol/messages";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal("navigator", { language: "en" });
});

describe("the days of boards", () => {
  it("open an hour after the end of their day", () => {
    expect(new Date(opensAt("2026-11-26")).toISOString()).toBe("2026-11-27T01:00:00.000Z");
    expect(lastOpenDay(Date.parse("2026-11-27T00:59:59Z"))).toBe("2026-11-25");
    expect(lastOpenDay(Date.parse("2026-11-27T01:00:00Z"))).toBe("2026-11-26");
  });

  it("are laid out in weeks from a language's first weekday on, without days to come", () => {
    const [first, last] = weeks("2026-11-26", 2, 1); // a Thursday
    expect(first).toEqual([16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`));
    expect(last).toEqual(["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", null, null, null]);
    const [, japanese] = weeks("2026-11-26", 2, 0);
    expect(japanese).toEqual(["2026-11-22", ...last!.slice(0, 4), null, null]);
    expect(weeks("2026-11-22", 1, 0)).toEqual([["2026-11-22", null, null, null, null, null, null]]);
    expect(dayAfter("2026-02-28", 1)).toBe("2026-03-01");
    expect(dayAfter("2028-02-28", 1)).toBe("2028-02-29");
    expect(dateOf(Date.parse("2026-11-26T23:59:59Z"))).toBe("2026-11-26");
  });
});

describe("the days below the calendar", () => {
  const played = (date: string, game: string) => ({ date, game });
  const mine = ["2026-11-27", "2026-11-25", "2026-11-20", "2026-11-19"].map((date) => played(date, "selfish"));
  it("are those on which there are boards, and open", () => {
    expect(shownDays("2026-11-26", [], [], "")).toEqual([]);
    expect(shownDays("2026-11-26", ["fortyone"], mine, "")).toEqual([
      { date: "2026-11-26", games: ["fortyone"] },
      { date: "2026-11-25", games: ["selfish"] },
      { date: "2026-11-20", games: ["selfish"] },
    ]);
    expect(shownDays("2026-11-25", ["selfish", "fortyone"], mine, "2026-11-25")).toEqual([
      { date: "2026-11-25", games: ["selfish", "fortyone"] },
    ]);
    expect(shownDays("2026-11-26", [], mine, "2026-11-19").map(({ date }) => date)).toEqual(["2026-11-19"]);
  });
  it("are called alike everywhere, whatever the visitor's own day is", () => {
    expect([dayName("2026-11-26", "en"), dayName("2026-11-26", "ja")]).toEqual(["Nov 26, 2026", "2026/11/26"]);
  });
});

describe("what came of yesterday", () => {
  const result = (player: string | null, margin: number) => ({
    player,
    name: `${player}`,
    margin,
    percent: 50,
    room: `R${player}`,
  });
  const board = {
    date: "2026-11-26",
    game: "fortyone",
    seats: 2,
    options: {},
    par: 2,
    results: [result("a", 1), result("me", 3), result("b", 4), result(null, 5), result("c", 9)],
    choices: [],
  };
  it("names the player, those whom the player has met, and the bot", () => {
    const found = outcomeOf(board, "me", new Set(["me", "a", "b"]))!;
    expect([found.mine.room, found.par, found.played]).toEqual(["Rme", 2, 5]);
    expect(found.known.map(({ player }) => player)).toEqual(["b", "a"]);
    expect(outcomeOf(board, "x", new Set(["a"]))).toBeNull();
  });
});

describe("the line to share", () => {
  it("has the margin, the bot's and the percent, and no card", () => {
    const text = shareText({
      game: "Forty-One",
      date: "2026-11-26",
      margin: 3,
      percent: 72.4,
      par: -2,
      url: "https://a.example/",
    });
    expect(text).toBe(
      "Tefuda · Board of Nov 26, 2026 · Forty-One\n+3 · bot −2 ■■■■□ better than 72%\nhttps://a.example/",
    );
    expect(text).not.toMatch(/[♠♥♦♣]/);
  });

  it("says nothing of a percent or a bot that is not known", () => {
    const text = shareText({ game: "A", date: "2026-11-26", margin: 0, percent: null, par: null, url: "u" });
    expect(text).toBe("Tefuda · Board of Nov 26, 2026 · A\n±0\nu");
  });

  it("writes numbers with their sign, and a percent in five squares", () => {
    expect([signed(2), signed(0), signed(-3)]).toEqual(["+2", "±0", "−3"]);
    expect([0, 9, 10, 50, 100].map((percent) => [...squares(percent)].filter((one) => one === "■").length)).toEqual([
      0, 0, 1, 3, 5,
    ]);
  });
});

/** The SHA-256 of an empty list. */
const EMPTY = "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945";

describe("the decisions that others have met", () => {
  const act = (seat: number, action: AnyAction): Replay["actions"][number] => fake({ seat, action });
  const actions = [
    act(0, { type: "play", cards: ["9D", "9S"] }),
    act(1, { type: "pass" }),
    act(0, { type: "pass" }),
    act(0, { type: "stop" }),
  ];
  const chosen = (action: AnyAction, players: number) => ({ action, players, mean_margin: 1.5 });
  const first = { path: 0, after: EMPTY, actions: [chosen({ type: "play", cards: ["9S", "9D"] }, 3)] };
  const later = {
    path: 2,
    after: "",
    actions: [chosen({ type: "stop" }, 2), chosen({ type: "pass" }, 1)],
  };

  it("are found by what happened before, with this player's choice among the others'", async () => {
    later.after = await sha256('[{"type":"play","cards":["9S","9D"]},{"type":"pass"}]');
    const other = { ...later, after: EMPTY };
    const rated = [{ action: 2, seat: 0, value: 0.4, best: { action: { type: "stop" }, value: 0.6 } }];
    const found = await met(actions, [first, other, later], false, rated);
    expect(found.map(({ at, step }) => [at, step])).toEqual([
      [0, 0],
      [2, 2],
    ]);
    expect(found[0]!.actions.map(({ mine, players }) => [mine, players])).toEqual([[true, 3]]);
    expect(found[1]!.actions.map(({ mine }) => mine)).toEqual([false, true]);
    expect(found[1]!.rated?.best.value).toBe(0.6);
    expect(found[0]!.rated).toBeNull();
  });

  it("are alike whatever the order of cards, unless it means something in the game", () => {
    const mixed: AnyAction = { type: "play", cards: ["XX", "TC", "2S", "AS", "KH"], joker: ["K", "2"] };
    expect(canonical(mixed, false)).toEqual({
      type: "play",
      cards: ["AS", "2S", "KH", "TC", "XX"],
      joker: ["2", "K"],
    });
    expect(canonical(mixed, true)).toBe(mixed);
  });
});

describe("this player's days", () => {
  function answer(status: number, body: object): void {
    vi.stubGlobal("fetch", (path: string) =>
      Promise.resolve(new Response(JSON.stringify(path === "/api/daily/mine" ? body : {}), { status })),
    );
  }

  it("are what the server says, whatever this browser has kept", async () => {
    keepBoard({ date: "2026-11-25", game: "selfish", room: "A" });
    const days = {
      played: 1,
      streak: 1,
      best_streak: 1,
      mean_percent: null,
      boards: [{ date: "2026-11-26", game: "fortyone", room: "B", margin: 4 }],
    };
    answer(200, days);
    me.player = { id: "a", name: "A", kind: "human", created: "2026-11-01" };
    expect(await myDays()).toEqual(days);
    me.player = null;
  });

  it("are none of nobody", async () => {
    answer(401, { message: "" });
    const asked = vi.spyOn(globalThis, "fetch");
    expect(await myDays()).toBeNull();
    expect(asked).not.toHaveBeenCalled();
  });
});

describe("the boards that this browser has begun", () => {
  it("are known by their room, the newest first, with what is new about them", () => {
    keepBoard({ date: "2026-11-25", game: "selfish", room: "A" });
    keepBoard({ date: "2026-11-26", game: "fortyone", room: "B" });
    keepBoard({ date: "2026-11-25", game: "selfish", room: "A", gone: true });
    expect(keptBoards().map(({ room, gone }) => [room, gone])).toEqual([
      ["B", undefined],
      ["A", true],
    ]);
    expect(boardIn("B")?.game).toBe("fortyone");
    expect(boardIn("C")).toBeNull();
  });

  it("are none where the storage has something else", () => {
    localStorage.setItem("tefuda.boards", '[{"date":"x"},3,{"date":"2026-11-26","game":"a","room":"R"}]');
    expect(keptBoards().map(({ room }) => room)).toEqual(["R"]);
    localStorage.setItem("tefuda.boards", "{");
    expect(keptBoards()).toEqual([]);
  });
});
