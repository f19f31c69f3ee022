// Starts a real server and a browser, and stops exactly the processes that it started.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));
const require = createRequire(join(root, "clients/web/package.json"));
/** Playwright Test, from the packages of the page. */
export const playwright = require("@playwright/test");
export const axeSource = require("axe-core").source;
/** Debian's packages chromium-headless-shell and chromium: without windows a page opens with a third of the work. */
export const WINDOWED = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const CHROMIUM = process.env.CHROMIUM ?? ["/usr/bin/chromium-headless-shell", WINDOWED].find(existsSync);
/** For programs at a table; a browser can't send a bearer. */
export const WebSocket = createRequire(join(root, "tests/e2e/package.json"))("ws");

/** The games of rules/games.txt. */
export const GAMES = readFileSync(join(root, "rules/games.txt"), "utf8")
  .split("\n")
  .flatMap((line) => /^(\w+) /.exec(line)?.[1] ?? []);

export const web = join(root, "clients/web/dist");
export const binary = process.env.TEFUDA_SERVER_BINARY ?? join(root, "build/release/bin/tefuda-server");

/** The hosts whose connections a test has cut: what a page can't load from there is no fault of the page's. */
const cutHosts = new Set();
export const cuts = (url) => cutHosts.add(new URL(url).host);
const isCut = (url) => cutHosts.has(new URL(url).host);

/** Whether a refusal is what the page has asked for: a room or a par that is not there, later because there is too much to do, or why its connection was refused. */
function isAnswer(response) {
  const { pathname } = new URL(response.url());
  const isQuestion = response.request().method() === "PATCH" && response.request().postData() === "{}";
  return (
    (pathname.startsWith("/api/") && [404, 429].includes(response.status())) ||
    (pathname === "/api/me" && response.status() === 400 && isQuestion)
  );
}

export class Server {
  /** Starts a server at any free port. With `keeps` it has a data directory, so that its rooms survive a restart; `files` is the folder of the page; `more` are further flags, `command` what it is started by, `program` another server. */
  static async start({ keeps = false, files = web, more = [], command = [], program = binary } = {}) {
    const server = new Server();
    server.command = [...command, program];
    server.flags = ["--web", files, "--allow-fixed", "--no-limits", "--log-level", "warn"];
    // Bots that think as long as people like it take a third of a test's time.
    server.flags.push("--bot-think", "20", ...more);
    if (keeps) {
      server.data = mkdtempSync(join(tmpdir(), "tefuda-web-"));
      server.flags.push("--data", server.data);
    }
    await server.run();
    return server;
  }

  /** Starts the process; after a stop, on the same port as before. */
  async run() {
    const [program, ...words] = [...this.command, "--port", String(this.port ?? 0), ...this.flags];
    this.process = spawn(program, words, {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.ended = once(this.process, "exit");
    const { value: line } = await createInterface({ input: this.process.stdout })[Symbol.asyncIterator]().next();
    const url = /http:\/\/127\.0\.0\.1:(\d+)/.exec(line ?? "");
    if (!url) throw new Error(`the server said: ${line}`);
    this.url = url[0];
    this.port = Number(url[1]);
  }

  async stop(signal = "SIGTERM") {
    cuts(this.url);
    this.process.kill(signal);
    await this.ended;
  }

  async end() {
    if (this.process.exitCode === null && this.process.signalCode === null) await this.stop();
    if (this.data) rmSync(this.data, { recursive: true, force: true });
  }
}

export const PHONE = { width: 390, height: 844 };
export const SMALL = { width: 360, height: 640 };
export const SIDEWAYS = { width: 844, height: 390 };
export const TINY = { width: 320, height: 568 };
/** A desktop of 1280 × 800 at a zoom of 200 %. */
export const ZOOMED = { width: 640, height: 400 };
export const TABLET = { width: 820, height: 1180 };
export const DESKTOP = { width: 1280, height: 800 };

/** Runs in the page: makes its pauses between updates `window.haste` times shorter. Its longer timeouts, such as the one for a reply that is overdue, stay as they are. */
function hurried() {
  const later = window.setTimeout.bind(window);
  window.haste = 40;
  window.setTimeout = (run, ms = 0, ...more) => later(run, ms < 2500 ? ms / window.haste : ms, ...more);
}

/** Runs in the page: the clock that only goes on jumps when the test sets `window.ahead` (milliseconds); the device's own is an hour slow, and does not. */
export function jumping() {
  const start = Date.now() - 3_600_000;
  const passed = performance.now.bind(performance);
  window.ahead = 0;
  performance.now = () => passed() + window.ahead;
  Date.now = () => start;
}

/** Runs in the page: "Play now" begins at once, as if the guided first games had been offered before; nothing is asked, cards are chosen before they are played, and nothing goes by itself. */
function experienced(games) {
  localStorage.setItem("tefuda.lessons", JSON.stringify(games));
  const settings = JSON.parse(localStorage.getItem("tefuda.settings") ?? "{}");
  localStorage.setItem(
    "tefuda.settings",
    JSON.stringify({ oneTap: false, forced: false, paceAsked: true, ...settings }),
  );
}

/** Runs in the page: keeps the updates that the page has handled in `window.heard`, and what it has sent in `window.said`. */
function listening() {
  Object.assign(window, { heard: [], said: [] });
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === "update") window.heard.push(message);
      });
    }
    send(text) {
      window.said.push(JSON.parse(text));
      super.send(text);
    }
  };
}

/**
 * Opens a page in a new browser profile. To a `newcomer` guided games are offered. With `clock`, in
 * milliseconds since 1970, the page's time stands still until the test lets it go on by `page.clock`, and `window.heard` and
 * `window.said` have its messages. `worker` lets the page install its service worker.
 * `page.faults` collects errors in the console and requests to other hosts;
 * `page.received` and `page.sent` collect the messages on its WebSockets, and `page.traffic` both in the order of time.
 */
export async function openPage(
  browser,
  url,
  {
    viewport = DESKTOP,
    language = "en-US",
    calm = true,
    dark = false,
    slow = false,
    touch = false,
    before = null,
    newcomer = false,
    clock = null,
    worker = false,
  } = {},
) {
  const context = await browser.newContext({
    viewport,
    locale: language,
    reducedMotion: calm ? "reduce" : "no-preference",
    colorScheme: dark ? "dark" : "light",
    hasTouch: touch,
    serviceWorkers: worker ? "allow" : "block",
  });
  context.setDefaultTimeout(60_000);
  if (!slow) await context.addInitScript(hurried);
  if (!newcomer) await context.addInitScript(experienced, GAMES);
  if (clock !== null) {
    await context.clock.install({ time: clock - 1000 });
    await context.clock.pauseAt(clock);
    await context.addInitScript(listening);
  }
  if (before) await context.addInitScript(before.script, before.value);
  return watched(await context.newPage(), url);
}

/** Opens a URL in a page and starts to record `faults`, `received`, `sent` and `traffic`. */
export async function watched(page, url) {
  Object.assign(page, { faults: [], received: [], sent: [], traffic: [] });
  const { host } = new URL(url);
  page.on("pageerror", (error) => page.faults.push(String(error)));
  // A refusal by the content security policy begins with what was refused. This half of a message alone names nothing of the page.
  const half = /^ ?Note that 'script-src' was not explicitly set/;
  // What could not be loaded is told below, with its address.
  const unloaded = /^Failed to load resource|^WebSocket connection to/;
  page.on("console", (message) => {
    if (message.type() !== "error" || half.test(message.text())) return;
    const refused = /^WebSocket connection to '([^']+)' failed: (?!WebSocket is closed before)/.exec(message.text());
    if (refused ? !isCut(refused[1]) : !unloaded.test(message.text())) page.faults.push(message.text());
  });
  page.on("requestfailed", (request) => {
    const { errorText } = request.failure();
    // A page that goes elsewhere gives its requests up.
    if (errorText !== "net::ERR_ABORTED" && !isCut(request.url())) page.faults.push(`${errorText}: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && !isAnswer(response) && !page.withheld?.test(response.url()))
      page.faults.push(`${response.status()}: ${response.url()}`);
  });
  page.on("request", (request) => {
    const to = new URL(request.url());
    if (!["blob:", "data:"].includes(to.protocol) && to.host !== host) page.faults.push(`a request to ${to.host}`);
  });
  page.on("websocket", (socket) => {
    if (new URL(socket.url()).host !== host) page.faults.push(`a socket to ${socket.url()}`);
    for (const [event, list] of [
      ["framereceived", page.received],
      ["framesent", page.sent],
    ])
      socket.on(event, ({ payload }) => {
        list.push(String(payload));
        page.traffic.push(String(payload));
      });
  });
  await page.goto(url);
  return page;
}

/** From now on the page does not get the files whose addresses fit. */
export async function withhold(page, pattern) {
  page.withheld = pattern;
  await page.route(pattern, (route) => route.fulfill({ status: 404 }));
}
