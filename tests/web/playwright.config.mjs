// The browser tests, with the distribution's Chromium. From the top of the checkout:
//   node clients/web/node_modules/@playwright/test/cli.js test -c tests/web [FILE] [-g NAME] [--debug]
// What failed leaves pictures and a trace in build/browser-tests.
import { playwright } from "./support.mjs";

export default playwright.defineConfig({
  testDir: ".",
  testMatch: "*.test.mjs",
  outputDir: `../../build/browser-tests/${process.env.TEFUDA_BROWSER_TESTS ?? "all"}`,
  // CTest runs several files at a time.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 300_000,
  reporter: "list",
  use: {
    browserName: "chromium",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
