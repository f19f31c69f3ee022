import { afterEach, expect, it, vi } from "vitest";
import { Copying } from "./copying.svelte";

afterEach(() => vi.unstubAllGlobals());

/** A page with or without a clipboard, in which the browser copies what is selected or does not. */
function page(clipboard: object | undefined, copies: boolean) {
  const command = vi.fn(() => copies);
  const field = { value: "", style: {}, select: () => {}, remove: vi.fn() };
  vi.stubGlobal("navigator", { clipboard });
  vi.stubGlobal("HTMLElement", class {});
  vi.stubGlobal("document", {
    activeElement: null,
    body: { append: () => {} },
    createElement: () => field,
    execCommand: command,
  });
  return { command, field };
}

async function copied(text: string): Promise<Copying> {
  const copying = new Copying();
  await copying.copy(text);
  return copying;
}

it("copies with the clipboard where there is one", async () => {
  const writeText = vi.fn(async () => {});
  const { command } = page({ writeText }, false);
  expect(await copied("CODE")).toMatchObject({ done: true, byHand: "" });
  expect(writeText).toHaveBeenCalledWith("CODE");
  expect(command).not.toHaveBeenCalled();
});

it("copies a selected field where there is no clipboard, or none that may be used", async () => {
  const refusing = { writeText: () => Promise.reject(new Error("NotAllowedError")) };
  for (const clipboard of [undefined, refusing]) {
    const { field } = page(clipboard, true);
    expect(await copied("CODE")).toMatchObject({ done: true, byHand: "" });
    expect(field.value).toBe("CODE");
    expect(field.remove).toHaveBeenCalled();
  }
});

it("says that nothing was copied where nothing was", async () => {
  page(undefined, false);
  expect(await copied("CODE")).toMatchObject({ done: false, byHand: "CODE" });
});
