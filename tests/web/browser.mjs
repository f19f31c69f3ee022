// Runs the browser tests against a real server. With an argument, only the tests whose name contains it.
import { writeFileSync } from "node:fs";
import { runTests } from "./runner.mjs";
import { launch, Server } from "./support.mjs";
import "./after.mjs";
import "./clipping.mjs";
import "./company.mjs";
import "./daily.mjs";
import "./generic.mjs";
import "./matches.mjs";
import "./operator.mjs";
import "./layouts.mjs";
import "./learning.mjs";
import "./pacing.mjs";
import "./people.mjs";
import "./puzzles.mjs";
import "./rooms.mjs";
import "./screens.mjs";
import "./surprises.mjs";
import "./tables.mjs";
import "./table.mjs";
import { endWorld } from "./secrecy.mjs";

const server = await Server.start();
const browser = await launch();
let counts = { passed: 0, failed: 1 };
try {
  counts = await runTests(browser, server, process.argv[2] ?? "");
} finally {
  await browser.close();
  await server.end();
  await endWorld();
  if (process.env.COUNTS) writeFileSync(process.env.COUNTS, `${counts.passed} ${counts.failed}\n`);
}
console.log(`${counts.passed} browser tests passed, ${counts.failed} failed`);
process.exitCode = counts.failed ? 1 : 0;
