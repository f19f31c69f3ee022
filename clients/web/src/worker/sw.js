// The service worker: keeps the page and the rules readable without a connection. A page is always asked of the server
// first, so it is never an old one while the server answers; files with a hash in their name never change, and come from the
// cache. The build fills in VERSION and FILES (scripts/app.mjs).
const CACHE = "tefuda-VERSION";
const FILES = [];
const PAGE = "/";
const GAMES = "/api/games";
/** How long a page may take before the one in the cache is shown. */
const PAGE_WITHIN_MS = 4000;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

// A new version waits until no page of the old one is open, so the files of open pages are still there.
self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("tefuda-") && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

async function page(request) {
  const late = new Promise((resolve) => setTimeout(resolve, PAGE_WITHIN_MS));
  const fresh = fetch(request).catch(() => undefined);
  const reply = await Promise.race([fresh, late]);
  if (reply && reply.status < 500) return reply;
  return (await caches.match(PAGE)) ?? (await fresh) ?? Response.error();
}

async function games(request) {
  const reply = await fetch(request).catch(() => undefined);
  if (!reply?.ok) return (await caches.match(GAMES)) ?? reply ?? Response.error();
  const cache = await caches.open(CACHE);
  await cache.put(GAMES, reply.clone());
  return reply;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname === GAMES) event.respondWith(games(request));
  else if (FILES.includes(pathname)) event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});

// A press on "it is your turn" shows the table again.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((open) => {
      const shown = open.find(({ url }) => url === event.notification.data) ?? open[0];
      return shown ? shown.focus() : self.clients.openWindow(event.notification.data ?? PAGE);
    }),
  );
});
