import { expect, it } from "vitest";
import { readCode, readDate, readLink, readNumber, withoutEnd } from "./codes";

it("reads a code in whatever way it is typed", () => {
  for (const text of [
    "K7QX2MNP",
    "k7qx2mnp",
    " K7QX 2MNP ",
    "K7QX\u30002MNP",
    "Ｋ７ＱＸ２ＭＮＰ",
    "ｋ７ｑｘー２ｍｎｐ",
    "K7QX-2MNP",
    "K7QX–2MNP",
    "K7QX—2MNP",
    "K7QX−2MNP",
    "K7QX‐2MNP",
    "K7QX－2MNP",
    "K7QXｰ2MNP",
    "K7QX2MNP.",
    "K7QX2MNP。",
    "K7QX2MNP．",
    "\u200bK7QX2MNP\ufeff",
  ])
    expect(readCode(text), text).toBe("K7QX2MNP");
});

it("finds the code in a link that is pasted where a code is asked for", () => {
  for (const text of [
    "https://tefuda.example/room/K7QX2MNP",
    "http://nas.lan:8080/#/room/k7qx2mnp?watch&fbclid=x",
    "Play with me: https://tefuda.example/room/K7QX2MNP.",
    "ここです：https://tefuda.example/room/K7QX2MNP。",
    "https://tefuda.example/room/K7QX2MNP%E3%80%82",
    "https://tefuda.example/#/link/K7QX2MNP",
    "/room/K7QX2MNP/",
  ])
    expect(readCode(text), text).toBe("K7QX2MNP");
});

it("finds where a link in a text leads", () => {
  expect(readLink("see https://tefuda.example/replay/K7QX2MNP/1.")).toBe("#/replay/K7QX2MNP/1");
  expect(readLink("http://nas.lan:8080/#/from/K7QX2MNP/1/4/0")).toBe("#/from/K7QX2MNP/1/4/0");
  expect(readLink("https://tefuda.example/room/K7QX2MNP?watch&fbclid=x")).toBe("#/room/K7QX2MNP?watch&fbclid=x");
  expect(readLink("K7QX2MNP")).toBeNull();
});

it("takes away only what a sentence puts behind a link", () => {
  for (const end of [".", "。", "、", ")", "」", "!", " ", ".)"])
    expect(withoutEnd(`#/room/ABC${end}`)).toBe("#/room/ABC");
});

it("knows numbers and dates that are none", () => {
  expect(["7", "007", "-1", "1.5", "1e400", "", "x", undefined].map(readNumber)).toEqual([
    7,
    7,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(readDate("2028-02-29")).toBe("2028-02-29");
  for (const date of ["foo", "2026-99-99", "2026-02-30", "2027-02-29", "2026-1-1", "+02026-01-01", "", undefined])
    expect(readDate(date), date).toBeNull();
});
