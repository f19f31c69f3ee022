#!/usr/bin/env node
// A sample bot for every game; it plays random legal actions: bot.js ws://127.0.0.1:8080/ws ROOM (see --help)
// In a folder of its own a bot imports "tefuda-bot" and "tefuda-bot/main": see README.md.
import { randomAction } from "./src/index.js";
import { main } from "./src/main.js";

main({
  choose: (update) => randomAction(update.legal),
});
