// Keeps the page usable without a connection (with the service worker), and current after an update of the server.
const RELOADED = "tefuda.reloaded";
const SOON_MS = 60_000;
const LOOK_AGAIN_MS = 100;

/** Reloads the page if the server answers, but no longer has one of its files: it has been updated. Waits until nothing is `underWay`. */
async function renew(underWay: () => boolean): Promise<void> {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  // Once is enough: if the file is missing for another reason, a second reload does not help.
  if (Math.abs(Date.now() - last) < SOON_MS) return;
  const reply = await fetch("/healthz").catch(() => null);
  if (!reply?.ok) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  while (underWay()) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  location.reload();
}

/**
 * Registers the service worker, and reloads a page whose files the server no longer has.
 * \param underWay whether something is being done that a reload would cut off
 */
export function keepCurrent(underWay: () => boolean): void {
  addEventListener("vite:preloadError", () => void renew(underWay));
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return;
  const register = (): void => void navigator.serviceWorker.register("/sw.js").catch(() => {});
  // After everything that the first page needs.
  const later = (): void =>
    void ("requestIdleCallback" in window
      ? requestIdleCallback(register, { timeout: 4000 })
      : setTimeout(register, 2000));
  if (document.readyState === "complete") later();
  else addEventListener("load", later);
}
