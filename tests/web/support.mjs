// Starts the real server and a browser, and ends exactly what it started.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const require = createRequire(join(root, "clients/web/package.json"));
export const { chromium } = require("playwright-core");
export const axeSource = require("axe-core").source;

export const web = join(root, "clients/web/dist");
const binary = process.env.TEFUDA_SERVER_BINARY ?? join(root, "build/release/bin/tefuda-server");

export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export class Server {
  constructor(port, data, ownsData) {
    Object.assign(this, { port, data, ownsData, url: `http://127.0.0.1:${port}` });
  }

  static async start(port, data) {
    const server = new Server(port ?? (await freePort()), data ?? mkdtempSync(join(tmpdir(), "tefuda-web-")), !data);
    await server.run();
    return server;
  }

  async run() {
    const flags = ["--port", String(this.port), "--web", web, "--data", this.data, "--allow-fixed", "--log-level", "warn"];
    this.process = spawn(binary, flags, { stdio: ["ignore", "ignore", "inherit"] });
    this.ended = new Promise((resolve) => this.process.once("exit", resolve));
    for (let n = 0; n < 100; n++) {
      if (await fetch(`${this.url}/readyz`).then((reply) => reply.ok, () => false)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error("the server did not become ready");
  }

  async stop(signal = "SIGTERM") {
    this.process.kill(signal);
    await this.ended;
  }

  async end() {
    if (this.process.exitCode === null && this.process.signalCode === null) await this.stop();
    if (this.ownsData) rmSync(this.data, { recursive: true, force: true });
  }
}

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });

export const PHONE = { width: 390, height: 844 };
export const SMALL = { width: 360, height: 640 };
export const DESKTOP = { width: 1280, height: 800 };

/** A page of its own browser profile; what the console calls an error is kept in `page.faults`. */
export async function openPage(browser, url, { viewport = DESKTOP, language = "en-US", calm = true, dark = false } = {}) {
  const context = await browser.newContext({ viewport, locale: language, reducedMotion: calm ? "reduce" : "no-preference", colorScheme: dark ? "dark" : "light" });
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/WebSocket|ERR_CONNECTION|ERR_INTERNET|404/.test(message.text())) page.faults.push(message.text());
  });
  page.frames_ = [];
  page.on("websocket", (socket) => socket.on("framereceived", (frame) => page.frames_.push(String(frame.payload))));
  await page.goto(url);
  return page;
}
