import { expect, it, vi } from "vitest";

it("a link that can't be decoded leads to the start page, which says so", async () => {
  vi.stubGlobal("location", { hash: "", pathname: "/", search: "" });
  vi.stubGlobal("addEventListener", () => {});
  const { parseRoute } = await import("./router.svelte");
  for (const hash of ["#/room/%", "#/replay/%E0%A4%A/1", "#/%"])
    expect(parseRoute(hash)).toEqual({ page: "start", lost: true });
  expect(parseRoute("#/puzzles")).toEqual({ page: "puzzles", game: null, id: null });
  expect(parseRoute("#/puzzles/fortyone/12ab")).toEqual({ page: "puzzles", game: "fortyone", id: "12ab" });
  expect(parseRoute("#/room/abc")).toEqual({ page: "room", room: "ABC", watch: false });
});
