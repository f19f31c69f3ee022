// Which page is shown. The route is in the URL's fragment. Links for others have it in the path, where the server sees it and
// adds a preview; opened, they are turned into a fragment.
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

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  let parts: string[];
  try {
    parts = path.split("/").map(decodeURIComponent);
  } catch {
    return { page: "start", lost: true };
  }
  const [first, second, third, fourth, fifth] = parts;
  if (first === "room" && second) return { page: "room", room: second.toUpperCase(), watch: query === "watch" };
  if (first === "history" || first === "me" || first === "data") return { page: first };
  if (first === "player" && second) return { page: "player", id: second };
  if (first === "link" && second) return { page: "link", code: second };
  if ((first === "how" || first === "learn") && second) return { page: first, game: second };
  if (first === "replay" && second && Number(third) > 0) return { page: "replay", room: second, match: Number(third) };
  if (first === "daily" && second && third) return { page: "board", date: second, game: third };
  if (first === "daily") return { page: "days" };
  if (first === "puzzles") return { page: first, game: second || null, id: third || null };
  const [actions, seat] = [Number(fourth), Number(fifth)];
  if (first === "from" && second && Number(third) > 0 && actions >= 0 && seat >= 0)
    return { page: "from", room: second, match: Number(third), actions, seat };
  return { page: "start" };
}

/** The fragment of a link such as `/room/CODE?watch`; nothing for other addresses. */
function fragmentOf(path: string, query: string): string | undefined {
  return /^\/(room|replay)\/./.test(path) ? `#${path}${query}` : undefined;
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
