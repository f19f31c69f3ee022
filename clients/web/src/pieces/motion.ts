// Animates cards from their places before a change to their places after it. Elements with `data-fly` are cards (the value
// is the card's code); `data-zone` is the part of the table in which the card lies. `data-from` names the anchor, an element
// with `data-anchor`, from which a card comes that was not visible before. The moving element is a copy on top of everything,
// so that nothing clips it; the card itself has `data-flying` until its copy has arrived. Svelte's own `crossfade` and `animate`
// would need the same element at both ends: here face-down cards leave a pile that is one picture, and cards cross from one
// component to another and out of boxes that scroll.
interface Snapshot {
  cards: { code: string; zone: string; rect: DOMRect; look: HTMLElement }[];
}

type Was = Snapshot["cards"][number];
interface Target {
  element: HTMLElement;
  rect: DOMRect;
}

const DURATION_MS = 420;
const EASE = "cubic-bezier(.2,.75,.25,1)";
const BACK_PX = 34;

const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
const cardsNow = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-fly]")];
const centre = (rect: DOMRect): [number, number] => [rect.left + rect.width / 2, rect.top + rect.height / 2];

/** A transition for an element that replaces another: it starts at `from` times its size. */
export function pop(_node: Element, { from = 1.4 } = {}): { duration: number; css: (t: number) => string } {
  return { duration: still() ? 0 : 350, css: (t) => `scale: ${from + (1 - from) * t}` };
}

/** For each moving card its flying copy. */
const copies = new WeakMap<HTMLElement, HTMLElement>();

function snapshot(): Snapshot | null {
  if (still()) return null;
  const cards = cardsNow().map((look) => ({
    code: look.dataset["fly"]!,
    zone: look.dataset["zone"] ?? "",
    rect: (copies.get(look) ?? look).getBoundingClientRect(),
    look,
  }));
  return { cards: cards.filter(({ rect }) => rect.width > 0) };
}

function anchor(name: string | undefined): DOMRect | null {
  if (!name) return null;
  const rect = document.querySelector(`[data-anchor="${CSS.escape(name)}"]`)?.getBoundingClientRect();
  return rect && rect.width > 0 ? rect : null;
}

/** A copy of a card, placed at `rect` and hidden from assistive technology. */
function copyOf(look: HTMLElement, rect: DOMRect): HTMLElement {
  const copy = look.cloneNode(true) as HTMLElement;
  for (const name of ["data-fly", "data-zone", "data-from", "data-flying", "role", "aria-label"])
    copy.removeAttribute(name);
  return launched(copy, rect);
}

function launched(ghost: HTMLElement, rect: DOMRect): HTMLElement {
  ghost.setAttribute("aria-hidden", "true");
  ghost.classList.add("ghost");
  ghost.style.setProperty("--w", `${rect.width}px`);
  ghost.style.left = `${rect.left}px`;
  ghost.style.top = `${rect.top}px`;
  document.body.append(ghost);
  return ghost;
}

/** Calls a function when the animation has finished or was cancelled. */
function after(animation: Animation, done: () => void): void {
  animation.finished.then(done, done);
}

function land(element: HTMLElement): void {
  copies.get(element)?.remove();
  copies.delete(element);
  delete element.dataset["flying"];
}

/** Lets a card fly to its place. `covered`: it starts face down and is turned over on the way. */
function fly(element: HTMLElement, from: DOMRect, to: DOMRect, delay: number, covered: boolean): void {
  land(element);
  const [dx, dy] = [0, 1].map((axis) => centre(from)[axis]! - centre(to)[axis]!);
  const size = covered ? Math.min(1, BACK_PX / to.width) : Math.min(1.6, Math.max(0.3, from.width / to.width));
  if (Math.abs(dx!) < 1 && Math.abs(dy!) < 1 && Math.abs(size - 1) < 0.03) return;
  const copy = copyOf(element, to);
  const timing = { duration: DURATION_MS, easing: EASE, delay, fill: "backwards" } as const;
  copies.set(element, copy);
  element.dataset["flying"] = "";
  const start = { translate: `${dx}px ${dy}px`, scale: String(size) };
  const frames = covered
    ? [start, { scale: `0.04 ${(1 + size) / 2}`, offset: 0.35 }, { translate: "0 0", scale: "1" }]
    : [start, { translate: "0 0", scale: "1" }];
  if (covered) {
    const back = document.createElement("span");
    back.className = "cover";
    copy.append(back);
    back.animate([{ opacity: 1 }, { opacity: 1, offset: 0.34 }, { opacity: 0, offset: 0.36 }, { opacity: 0 }], {
      ...timing,
      fill: "both",
    });
  }
  after(copy.animate(frames, timing), () => copies.get(element) === copy && land(element));
}

/** Lets an element fly to another place and then removes it. */
function vanish(ghost: HTMLElement, from: DOMRect, to: DOMRect, delay: number, small: number): void {
  const [dx, dy] = [0, 1].map((axis) => centre(to)[axis]! - centre(from)[axis]!);
  const frames = [
    { translate: "0 0", scale: "1", opacity: 1 },
    { opacity: 1, offset: 0.7 },
    { translate: `${dx}px ${dy}px`, scale: String(small), opacity: 0 },
  ];
  const timing = { duration: DURATION_MS + 80, easing: EASE, delay, fill: "both" } as const;
  after(ghost.animate(frames, timing), () => ghost.remove());
}

/** Animates face-down cards from one anchor to another. */
function flyBacks(from: string, to: string, count: number, delay = 0): void {
  const [start, end] = [anchor(from), anchor(to)];
  if (still() || !start || !end) return;
  const [x, y] = centre(start);
  for (let n = 0; n < Math.min(count, 5); n++) {
    const rect = new DOMRect(x - BACK_PX / 2, y - BACK_PX * 0.7, BACK_PX, BACK_PX * 1.4);
    const back = document.createElement("span");
    back.className = "cover";
    vanish(launched(back, rect), rect, end, delay + n * 70, 0.7);
  }
}

/** Animates every card that changed its place. `exits`: for each zone the anchor to which cards fly that have disappeared. */
function play(before: Snapshot | null, exits: Record<string, string> = {}): void {
  if (before === null || still()) return;
  const old = [...before.cards];
  const take = (fits: (card: Was) => boolean): Was | null => {
    const at = old.findIndex(fits);
    return at < 0 ? null : old.splice(at, 1)[0]!;
  };
  let open: Target[] = cardsNow()
    .map((element) => ({ element, rect: element.getBoundingClientRect() }))
    .filter(({ rect }) => rect.width > 0);
  // Match first the same element, then the same card in the same zone, then the same card anywhere.
  const passes = [
    (t: Target) => take((c) => c.look === t.element && c.code === t.element.dataset["fly"]),
    (t: Target) => take((c) => c.code === t.element.dataset["fly"] && c.zone === t.element.dataset["zone"]),
    (t: Target) => take((c) => c.code === t.element.dataset["fly"]),
  ];
  for (const pass of passes) {
    open = open.filter((target) => {
      const was = pass(target);
      if (was) fly(target.element, was.rect, target.rect, 0, false);
      return was === null;
    });
  }
  const per = open.length > 8 ? 28 : 55;
  open.forEach(({ element, rect }, index) => {
    const from = anchor(element.dataset["from"]);
    if (from) fly(element, from, rect, index * per, true);
  });
  let sent = 0;
  for (const gone of old) {
    const to = anchor(exits[gone.zone]);
    if (to) vanish(copyOf(gone.look, gone.rect), gone.rect, to, 18 * sent++, 0.45);
  }
}

/** The table's cards, before and after a change of the view; see TableModel.motion. */
export function motion(): (moves: {
  exits: Record<string, string>;
  backs: { from: string; to: string; count: number; delay?: number }[];
}) => void {
  const before = snapshot();
  return ({ exits, backs }) => {
    play(before, exits);
    for (const { from, to, count, delay } of backs) flyBacks(from, to, count, delay);
  };
}
