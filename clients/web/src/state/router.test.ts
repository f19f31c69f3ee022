import { beforeAll, expect, it, vi } from "vitest";

let parseRoute: (hash: string) => unknown;
let fragmentOf: (path: string, query: string) => string | undefined;
beforeAll(async () => {
  vi.stubGlobal("location", { hash: "", pathname: "/", search: "" });
  vi.stubGlobal("addEventListener", () => {});
  ({ parseRoute, fragmentOf } = await import("./router.svelte"));
}, 60_000);

it("what is no date, number or code leads to the start page, which says so", () => {
  for (const hash of [
    "#/daily/foo/fortyone",
    "#/daily/2026-99-99/fortyone",
    "#/daily/2026-02-30/fortyone",
    "#/daily/2026-11-26",
    "#/replay/K7QX2MNP/0",
    "#/replay/K7QX2MNP/1.5",
    "#/replay/K7QX2MNP/1e400",
    "#/from/K7QX2MNP/1/x/0",
    "#/from/K7QX2MNP/1/-1/0",
    "#/room/-",
    "#/room",
    "#/nowhere",
  ])
    expect(parseRoute(hash), hash).toEqual({ page: "start", lost: true });
  for (const hash of ["", "#", "#/"]) expect(parseRoute(hash)).toEqual({ page: "start" });
  expect(parseRoute("#/daily")).toEqual({ page: "days" });
  expect(parseRoute("#/daily/2026-11-26/fortyone")).toEqual({ page: "board", date: "2026-11-26", game: "fortyone" });
});

it("a link leads where it should with what others have put behind it", () => {
  const room = { page: "room", room: "K7QX2MNP" };
  for (const hash of ["#/room/K7QX2MNP.", "#/room/k7qx-2mnp。", "#/room/K7QX2MNP%E3%80%82", "#/room/K7QX2MNP?fbclid=x"])
    expect(parseRoute(hash), hash).toEqual({ ...room, watch: false });
  for (const query of ["watch", "watch=", "watch&fbclid=x", "fbclid=x&watch", "watch."])
    expect(parseRoute(`#/room/K7QX2MNP?${query}`), query).toEqual({ ...room, watch: true });
  expect(parseRoute("#/replay/K7QX2MNP/2。")).toEqual({ page: "replay", room: "K7QX2MNP", match: 2 });
});

it("an address that the server gives a preview for leads to its page", () => {
  expect(fragmentOf("/room/K7QX2MNP", "?watch")).toBe("#/room/K7QX2MNP?watch");
  expect(fragmentOf("/how/fortyone", "")).toBe("#/how/fortyone");
  expect(fragmentOf("/daily/2026-11-26/fortyone", "")).toBe("#/daily/2026-11-26/fortyone");
  for (const path of ["/", "/daily/", "/me", "/rooms/X"]) expect(fragmentOf(path, "")).toBeUndefined();
});

it("a link that can't be decoded leads to the start page, which says so", () => {
  for (const hash of ["#/room/%", "#/replay/%E0%A4%A/1", "#/%"])
    expect(parseRoute(hash)).toEqual({ page: "start", lost: true });
  expect(parseRoute("#/puzzles")).toEqual({ page: "puzzles", game: null, id: null });
  expect(parseRoute("#/puzzles/fortyone/12ab")).toEqual({ page: "puzzles", game: "fortyone", id: "12ab" });
  expect(parseRoute("#/room/abc")).toEqual({ page: "room", room: "ABC", watch: false });
});
