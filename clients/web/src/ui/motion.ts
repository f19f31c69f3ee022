// Cards that move: where they were before a change and where they are after it. Elements with `data-fly` are cards
// (its value the card's code); `data-zone` says what part of the table they lie in; `data-from` names the anchor that
// a card comes from which was nowhere; elements with `data-anchor` are such places.
export interface Snapshot {
  cards: { code: string; zone: string; rect: DOMRect; look: HTMLElement }[];
}

const DURATION_MS = 420;
const EASE = "cubic-bezier(.2,.75,.25,1)";

const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;

const cardsNow = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-fly]")];

export function snapshot(): Snapshot | null {
  if (still()) return null;
  return {
    cards: cardsNow().map((element) => ({
      code: element.dataset["fly"]!,
      zone: element.dataset["zone"] ?? "",
      rect: element.getBoundingClientRect(),
      look: element,
    })),
  };
}

function anchor(name: string | undefined): DOMRect | null {
  if (!name) return null;
  const element = document.querySelector(`[data-anchor="${CSS.escape(name)}"]`);
  return element?.getBoundingClientRect() ?? null;
}

function fly(element: HTMLElement, from: DOMRect, to: DOMRect, delay: number, fromSeat: boolean): void {
  const dx = from.left + from.width / 2 - (to.left + to.width / 2);
  const dy = from.top + from.height / 2 - (to.top + to.height / 2);
  const scale = Math.min(1.4, Math.max(0.3, from.width / to.width));
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1 && Math.abs(scale - 1) < 0.03) return;
  element.animate(
    [
      { translate: `${dx}px ${dy}px`, scale: String(scale), opacity: fromSeat ? 0 : 1, zIndex: 5 },
      { opacity: 1, offset: 0.3, zIndex: 5 },
      { translate: "0 0", scale: "1", opacity: 1, zIndex: 5 },
    ],
    { duration: DURATION_MS, easing: EASE, delay, fill: "backwards" },
  );
}

/** A copy of a card that is gone flies where it went. */
function leave(look: HTMLElement, from: DOMRect, to: DOMRect, delay: number): void {
  const ghost = look.cloneNode(true) as HTMLElement;
  for (const name of ["data-fly", "data-zone", "id", "role", "tabindex"]) ghost.removeAttribute(name);
  ghost.setAttribute("aria-hidden", "true");
  ghost.classList.add("ghost");
  Object.assign(ghost.style, {
    position: "fixed",
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
    margin: "0",
    translate: "none",
    transform: "none",
    pointerEvents: "none",
    zIndex: "40",
  });
  document.body.append(ghost);
  const dx = to.left + to.width / 2 - (from.left + from.width / 2);
  const dy = to.top + to.height / 2 - (from.top + from.height / 2);
  ghost
    .animate(
      [
        { translate: "0 0", scale: "1", opacity: 1 },
        { opacity: 1, offset: 0.7 },
        { translate: `${dx}px ${dy}px`, scale: "0.45", opacity: 0 },
      ],
      { duration: DURATION_MS + 80, easing: EASE, delay, fill: "both" },
    )
    .finished.finally(() => ghost.remove());
}

/** Moves what is another place than before. `exits` says where the cards of a zone go that are nowhere now. */
export function play(before: Snapshot | null, exits: Record<string, string> = {}): void {
  if (before === null || still()) return;
  const old = [...before.cards];
  const now = cardsNow();
  const take = (fits: (card: Snapshot["cards"][number]) => boolean): Snapshot["cards"][number] | null => {
    const at = old.findIndex(fits);
    return at < 0 ? null : old.splice(at, 1)[0]!;
  };
  const targets = now.map((element) => ({ element, rect: element.getBoundingClientRect() }));
  const unmatched: typeof targets = [];
  // The same element first, then the same card in the same zone, then the same card anywhere.
  const moves: { target: (typeof targets)[number]; was: Snapshot["cards"][number] }[] = [];
  const passes = [
    (t: (typeof targets)[number]) => take((c) => c.look === t.element && c.code === t.element.dataset["fly"]),
    (t: (typeof targets)[number]) =>
      take((c) => c.code === t.element.dataset["fly"] && c.zone === t.element.dataset["zone"]),
    (t: (typeof targets)[number]) => take((c) => c.code === t.element.dataset["fly"]),
  ];
  let open = targets;
  for (const pass of passes) {
    const left: typeof targets = [];
    for (const target of open) {
      const was = pass(target);
      if (was) moves.push({ target, was });
      else left.push(target);
    }
    open = left;
  }
  unmatched.push(...open);
  for (const { target, was } of moves) fly(target.element, was.rect, target.rect, 0, false);
  const per = unmatched.length > 8 ? 28 : 55;
  unmatched.forEach(({ element, rect }, index) => {
    const from = anchor(element.dataset["from"]);
    if (from) fly(element, from, rect, index * per, true);
  });
  let sent = 0;
  for (const gone of old) {
    const to = anchor(exits[gone.zone]);
    if (to && gone.rect.width > 0) leave(gone.look, gone.rect, to, 18 * sent++);
  }
}
