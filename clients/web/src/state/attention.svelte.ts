// Tells the player whose turn it is when the page is not looked at: in the tab's title, and as a notification where allowed.
import { NAME } from "../i18n/index.svelte";
import { app } from "./app.svelte";
import { settings } from "../settings/settings.svelte";
import { attention } from "../i18n/attention";

const appTitle = (): string => (settings.language === "ja" ? `${NAME.ja} ${NAME.en}` : `${NAME.en} ${NAME.ja}`);

/** Whether the browser can show notifications. */
export const canNotify = (): boolean => "Notification" in globalThis && isSecureContext;

/** Switches notifications on or off; asks the browser for its permission. */
export async function notify(wanted: boolean): Promise<void> {
  settings.notify = wanted && canNotify() && (await Notification.requestPermission()) === "granted";
}

async function show(title: string, body: string): Promise<void> {
  const options = { body, icon: "/icon-192.png", tag: "turn", data: location.href };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(title, options);
  const notification = new Notification(title, options);
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
}

/** Keeps the title right, and notifies of each turn that begins while the page is hidden. Call it in a component. */
export function watchTurns(): void {
  let told = "";
  $effect(() => {
    const { room } = app;
    const mine = room !== null && room.presence === "seated" && room.table.myTurn;
    const game = room?.info ? app.gameName(room.info.game, room.info.options) : "";
    document.title =
      room === null || game === ""
        ? appTitle()
        : mine
          ? `● ${attention().yourTurn} – ${game}`
          : `${game} – ${appTitle()}`;
    const turn = mine ? `${room.code}/${room.table.decision}` : "";
    if (turn === told) return;
    told = turn;
    if (turn !== "" && document.hidden && settings.notify && canNotify() && Notification.permission === "granted")
      void show(attention().yourTurn, game).catch(() => {});
  });
}
