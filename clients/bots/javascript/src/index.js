// A kit for Tefuda bots: write an object with the method `choose`. See the sample ../bot.js.
export { Client, Lost, NoMatch, Refused, Unreadable } from "./client.js";
export { randomAction } from "./templates.js";
