#!/usr/bin/env node
// A sample bot for every game; it plays random legal actions: bot.js ws://127.0.0.1:8080/ws ROOM
import { randomAction } from "tefuda-bot";
import { main } from "tefuda-bot/main";

main({
  choose: (update) => randomAction(update.legal),
});
