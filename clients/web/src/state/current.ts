// Keeps the page usable without a connection (with the service worker), and current after an update of the server.
const RELOADED = "tefuda.reloaded";
const SOON_MS = 60_000;

/** Reloads the page if the server answers, but no longer has one of its files: it has been updated. */
async function renew(): Promise<void> {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  // Once is enough: if the file is missing for another reason, a second reload does not help.
  if (Math.abs(Date.now() - last) < SOON_MS) return;
  const reply = await fetch("/healthz").catch(() => null);
  if (!reply?.ok) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}

/** Registers the service worker, and reloads a page whose files the server no longer has. */
export function keepCurrent(): void {
  addEventListener("vite:preloadError", () => void renew());
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
