/** What one can open from a table's header; "": nothing. */
export type Tool = "" | "log" | "chat" | "how" | "settings" | "menu";
