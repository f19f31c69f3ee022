// Runs the browser tests, several at the same time. Each test has its own browser profiles, its own random numbers (seeded
// with its name) and a time limit. Everything that it opened is closed afterwards, also if it fails.
import { createHash } from "node:crypto";
import { cpus } from "node:os";
import { Random } from "../e2e/support/random.mjs";
import { openPage } from "./support.mjs";

const LIMIT_S = 600;
const tests = [];

/**
 * Registers a test; `run` is called with a `Run`. A test that fails is run once more, alone, and is reported as flaky if it
 * passes then; one that must never fail is `strict`.
 */
export const test = (name, run, { strict = false } = {}) => tests.push({ name, run, strict });

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

/** Runs one test. \returns its error, or undefined */
async function attempt({ name, run }, browser, server) {
  const its = new Run(browser, server, name);
  const running = run(its);
  running.catch(() => {}); // a test that timed out fails again when its pages are closed
  try {
    await limited(running);
  } catch (error) {
    if (process.env.FAILURES) await its.picture(process.env.FAILURES, name);
    return error;
  } finally {
    await its.end();
  }
}

/**
 * Runs the tests whose names contain `wanted`: as many at the same time as there are cores, at least two and at most four.
 * The environment variable FAILURES=FOLDER saves screenshots of the pages of failed tests.
 * \returns how many tests passed and how many failed
 */
export async function runTests(browser, server, wanted) {
  const open = tests.filter(({ name }) => name.includes(wanted));
  const again = [];
  const counts = { passed: 0, failed: 0 };
  const passed = (what) => {
    counts.passed += 1;
    console.log(what);
  };
  const failed = ({ name }, error) => {
    counts.failed += 1;
    console.log(`FAIL ${name}\n${error.stack ?? error}`);
  };
  const worker = async () => {
    for (let next = open.shift(); next; next = open.shift()) {
      const start = Date.now();
      const error = await attempt(next, browser, server);
      if (!error) passed(`ok   ${next.name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
      else if (next.strict) failed(next, error);
      else again.push({ next, error });
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, Math.max(2, cpus().length)) }, worker));
  for (const { next, error } of again) {
    const second = await attempt(next, browser, server);
    if (second) failed(next, second);
    else passed(`ok   ${next.name}, at the second attempt. FLAKY: ${error.stack ?? error}`);
  }
  return counts;
}
