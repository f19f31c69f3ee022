// The focus is never lost. Where the element that has it goes away (a card is played, a button's moment is over, another
// page opens), it moves to the nearest part around it that is still there, else to the page's heading.
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
  // Who clicks beside everything wants no focus.
  document.addEventListener("pointerup", () => isNowhere() && (path = []));
  new MutationObserver(restore).observe(document.body, { childList: true, subtree: true });
}
