// Which page is shown. The route is in the URL's fragment. Links for others have it in the path, where the server sees it and
// adds a preview; opened, they are turned into a fragment.
import { readCode, readDate, readNumber, withoutEnd } from "./codes";

export type Route =
  | { page: "start"; lost?: boolean }
  | { page: "room"; room: string; watch: boolean }
  | { page: "history" }
  | { page: "me" }
  | { page: "data" }
  | { page: "player"; id: string }
  | { page: "link"; code: string }
  | { page: "how"; game: string }
  | { page: "learn"; game: string }
  | { page: "days" }
  | { page: "board"; date: string; game: string }
  | { page: "puzzles"; game: string | null; id: string | null }
  | { page: "from"; room: string; match: number; actions: number; seat: number }
  | { page: "replay"; room: string; match: number };

const LOST: Route = { page: "start", lost: true };

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = withoutEnd(hash.replace(/^#\/?/, "")).split("?");
  let parts: string[];
  try {
    parts = path.split("/").map((part) => withoutEnd(decodeURIComponent(part)));
  } catch {
    return LOST;
  }
  const [first, second, third, fourth, fifth] = parts;
  if (first === "") return { page: "start" };
  if (first === "history" || first === "me" || first === "data") return { page: first };
  if (first === "player" && second) return { page: "player", id: second };
  if ((first === "how" || first === "learn") && second) return { page: first, game: second };
  if (first === "puzzles") return { page: first, game: second || null, id: third || null };
  if (first === "daily" && !second) return { page: "days" };
  const date = first === "daily" ? readDate(second) : null;
  if (date !== null && third) return { page: "board", date, game: third };
  const code = readCode(second ?? "");
  if (code === "") return LOST;
  if (first === "room") return { page: "room", room: code, watch: new URLSearchParams(query).has("watch") };
  if (first === "link") return { page: "link", code };
  const [match, actions, seat] = [readNumber(third), readNumber(fourth), readNumber(fifth)];
  if (!match) return LOST;
  if (first === "replay") return { page: "replay", room: code, match };
  if (first === "from" && actions !== null && seat !== null) return { page: "from", room: code, match, actions, seat };
  return LOST;
}

/** The fragment of a link such as `/room/CODE?watch`; nothing for other addresses. */
export function fragmentOf(path: string, query: string): string | undefined {
  return /^\/(room|replay|how|daily)\/./.test(path) ? `#${path}${query}` : undefined;
}

const linked = fragmentOf(location.pathname, location.search);
if (linked) history.replaceState(null, "", `/${linked}`);

class Router {
  route = $state<Route>(parseRoute(location.hash));

  constructor() {
    addEventListener("hashchange", () => {
      this.route = parseRoute(location.hash);
    });
  }
  go(path: string): void {
    location.hash = path;
  }
}

export const router = new Router();
export const roomPath = (room: string): string => `#/room/${room}`;
export const roomLink = (room: string): string => `${location.origin}/room/${room}`;
