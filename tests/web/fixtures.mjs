// What a browser test gets: `test(name, async ({ run }) => …)`. Each test has its own browser profiles and its own random numbers, seeded
// with its name. All tests of a file share a server and a browser.
import { createHash } from "node:crypto";
import { Random } from "../e2e/support/random.mjs";
import { binary, openPage, playwright, Server } from "./support.mjs";

/**
 * For a test of a list of similar ones: with `isFirst` it belongs to the quick run, without it to `tests/run --all` alone.
 */
export const inQuickRun = (isFirst) => (isFirst ? {} : { tag: "@long" });

/** The environment of one test. */
class Run {
  #closing = [];
  #contexts = new Set();

  constructor(browser, server, name) {
    this.browser = browser;
    this.server = server;
    this.random = new Random(createHash("sha256").update(name).digest().readUInt32BE());
  }

  /** Opens a page in a new browser profile. */
  async open({ url = this.server.url, ...options } = {}) {
    const page = await openPage(this.browser, url, options);
    this.#contexts.add(page.context());
    return page;
  }

  /** Calls `close` after the test; the one registered last is called first. */
  after(close) {
    this.#closing.unshift(close);
  }

  async end() {
    for (const context of this.#contexts) await context.close().catch(() => {});
    for (const close of this.#closing) await close();
  }

  /** Takes pictures of all pages. */
  async pictures(info) {
    const pages = [...this.#contexts].flatMap((context) => context.pages());
    for (const [n, page] of pages.entries())
      await page.screenshot({ path: info.outputPath(`page-${n}.png`), timeout: 3000 }).catch(() => {});
  }
}

export const test = playwright.test.extend({
  /** The server's program. */
  program: [binary, { scope: "worker", option: true }],
  server: [
    async ({ program }, use) => {
      const server = await Server.start({ program });
      await use(server);
      await server.end();
    },
    { scope: "worker" },
  ],
  run: async ({ browser, server }, use, info) => {
    const run = new Run(browser, server, info.title);
    await use(run);
    if (info.status !== info.expectedStatus) await run.pictures(info);
    await run.end();
  },
});
