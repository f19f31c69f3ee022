// Keeps the keyboard focus. If the focused element is removed (a card is played, a button disappears, another page opens),
// the focus moves to its nearest remaining ancestor that is a region, otherwise to the page's heading.
const PLACES = "[role=group], [role=toolbar], nav, section, main";

let path: Element[] = [];

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

function withAncestors(element: Element): Element[] {
  const found: Element[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) found.push(at);
  return found;
}

function focus(place: HTMLElement): void {
  if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

function restore(): void {
  if (!isNowhere() || path.length === 0 || path[0]!.isConnected) return;
  const near = path.find((element) => element.isConnected && element.matches(PLACES));
  const current = near?.matches("[role=toolbar]") ? near.querySelector<HTMLElement>("[tabindex='0']") : null;
  const place = current ?? near ?? document.querySelector("#content h1") ?? document.querySelector("#content");
  if (place) focus(place as HTMLElement);
}

export function keepFocus(): void {
  document.addEventListener("focusin", ({ target }) => (path = withAncestors(target as Element)));
  // A click on an empty area removes the focus on purpose.
  document.addEventListener("pointerup", () => isNowhere() && (path = []));
  new MutationObserver(restore).observe(document.body, { childList: true, subtree: true });
}
