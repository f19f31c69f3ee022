// The browser tests, with the distribution's Chromium (or CHROMIUM=PATH). From the top of the checkout:
//   node clients/web/node_modules/@playwright/test/cli.js test -c tests/web [FILE] [-g NAME] [--debug]
// What failed leaves pictures in build/browser-tests.
import { CHROMIUM, playwright } from "./support.mjs";

export default playwright.defineConfig({
  testDir: ".",
  testMatch: "*.test.mjs",
  outputDir: `../../build/browser-tests/${process.env.TEFUDA_BROWSER_TESTS ?? "all"}`,
  // CTest runs several files at a time.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // The quick run is one part of the tests, and with TEFUDA_BROWSER_TESTS_LONG the other one is run.
  ...(process.env.TEFUDA_BROWSER_TESTS_LONG ? { grep: /@long/ } : { grepInvert: /@long/ }),
  timeout: 300_000,
  reporter: "list",
  use: {
    browserName: "chromium",
    launchOptions: {
      executablePath: CHROMIUM,
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
