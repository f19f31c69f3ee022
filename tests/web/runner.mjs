// Runs the browser tests, several at the same time. Each test has its own browser profiles, its own random numbers (seeded
// with its name) and a time limit. Everything that it opened is closed afterwards, also if it fails.
import { createHash } from "node:crypto";
import { cpus } from "node:os";
import { Random } from "../e2e/support/random.mjs";
import { openPage } from "./support.mjs";

const LIMIT_S = 600;
const tests = [];

/** Registers a test; `run` is called with a `Run`. */
export const test = (name, run) => tests.push({ name, run });

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

  /** Takes screenshots of all pages, for debugging. */
  async picture(folder, name) {
    const pages = [...this.#contexts].flatMap((context) => context.pages());
    for (const [n, page] of pages.entries())
      await page.screenshot({ path: `${folder}/${name.replace(/\W+/g, "-")}-${n}.png`, timeout: 3000 }).catch(() => {});
  }
}

async function limited(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not over after ${LIMIT_S} s`)), LIMIT_S * 1000);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs the tests whose names contain `wanted`: as many at the same time as there are cores, at least two and at most four.
 * The environment variable FAILURES=FOLDER saves screenshots of the pages of failed tests.
 * \returns how many tests passed and how many failed
 */
export async function runTests(browser, server, wanted) {
  const open = tests.filter(({ name }) => name.includes(wanted));
  const counts = { passed: 0, failed: 0 };
  const worker = async () => {
    for (let next = open.shift(); next; next = open.shift()) {
      const { name, run } = next;
      const start = Date.now();
      const its = new Run(browser, server, name);
      const running = run(its);
      running.catch(() => {}); // a test that timed out fails again when its pages are closed
      try {
        await limited(running);
        counts.passed += 1;
        console.log(`ok   ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
      } catch (error) {
        counts.failed += 1;
        console.log(`FAIL ${name}\n${error.stack ?? error}`);
        if (process.env.FAILURES) await its.picture(process.env.FAILURES, name);
      }
      await its.end();
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, Math.max(2, cpus().length)) }, worker));
  return counts;
}
