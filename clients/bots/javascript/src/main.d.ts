import type { Bot } from "./index.js";
/** Plays as the command line says, prints each match's result as a line of JSON, and exits the process. Node only. */
export function main(bot: Bot): Promise<never>;
