// Write a bot for Tefuda: an object with a `choose`. See bot.js beside this folder.
export { Client, Lost, Refused } from "./client.js";
export { randomAction } from "./templates.js";
