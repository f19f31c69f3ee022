import { describe, expect, it } from "vitest";
import { fill, placesOf } from "./fill";

describe("a text's places", () => {
  it("are filled with names, and numbers with a real minus sign", () => {
    expect(fill("{name}: {sum}", { name: "Aki", sum: -3 })).toBe("Aki: −3");
  });

  it("choose between one and several", () => {
    const text = "{cards} {cards|card|cards}";
    expect([1, 0, 2].map((cards) => fill(text, { cards }))).toEqual(["1 card", "0 cards", "2 cards"]);
  });

  it("choose by whether there is something, with places inside", () => {
    const text = "{name} drew {card?{card}|a card}{last?!}";
    expect(fill(text, { name: "Aki", card: "7♥", last: true })).toBe("Aki drew 7♥!");
    expect(fill(text, { name: "Aki", card: null, last: 0 })).toBe("Aki drew a card");
  });

  it("do not fill what a value brings", () => {
    expect(fill("{name} won", { name: "{sum}" })).toBe("{sum} won");
  });

  it("are each named once", () => {
    expect(placesOf("{b?{a} and {b}|none} {a}")).toEqual(["a", "b"]);
  });

  it("must all have a value", () => {
    expect(() => fill("{name} won", {})).toThrow(/name/);
  });
});
