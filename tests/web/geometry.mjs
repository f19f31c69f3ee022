// What is looked at in the page: what lies over what, what is cut, what is out of sight.

/** Runs in the page: parts of the table that lie over each other, and parts that do not lie on the screen. \param beat what must be in sight */
export function faults(beat) {
  const box = (element) => element.getBoundingClientRect();
  const visible = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && box(element).width > 0;
  /** The part of an element that is not scrolled out of sight by an ancestor. */
  const seen = (element) => {
    let { left, top, right, bottom } = box(element);
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowY === "visible") continue;
      const frame = box(at);
      [left, top, right, bottom] = [
        Math.max(left, frame.left),
        Math.max(top, frame.top),
        Math.min(right, frame.right),
        Math.min(bottom, frame.bottom),
      ];
    }
    return { left, top, right, bottom };
  };
  const covers = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const groups = {
    seats: [...document.querySelectorAll(".others .seat")],
    centre: [
      ...document.querySelectorAll(
        ".center :is(.card, [data-total], .spot .counts, summary, .turns, .pile, em, .ranks)",
      ),
    ],
    buttons: [...document.querySelectorAll("[data-status], .mine .bar .btn, .sort")],
    own: [...document.querySelectorAll(".self .seat")],
    hand: [...document.querySelectorAll(".hand .slot")],
    top: [...document.querySelectorAll("header .btn")],
  };
  const found = [];
  const names = Object.keys(groups);
  for (const [n, name] of names.entries())
    for (const other of names.slice(n + 1))
      for (const a of groups[name].filter(visible))
        for (const b of groups[other].filter(visible))
          if (!(other === "hand" && b.matches(".selected, .lit") && name !== "centre") && covers(seen(a), seen(b)))
            found.push(`${name} over ${other}: ${a.className} / ${b.className}`);
  const first = beat
    .split(", ")
    .flatMap((selector) => [...document.querySelectorAll(selector)])
    .find(visible);
  if (!first) found.push(`nothing of ${beat} is shown`);
  else {
    const [whole, part] = [box(first), seen(first)];
    if (part.bottom - part.top < whole.height - 2 || part.bottom > innerHeight + 1 || part.top < 0)
      found.push(`${beat} is out of sight`);
  }
  return found;
}

/** Runs in the page: the texts that are cut off or covered, and notes over what they speak of. */
export function cutTexts() {
  const found = new Set();
  const name = (element) =>
    `${element.tagName.toLowerCase()}${element.dataset.action ? `[${element.dataset.action}]` : ""}.${String(element.className.baseVal ?? element.className).replace(/ ?svelte-\w+| ?s-\w+/g, "")}`;
  const box = (element) => element.getBoundingClientRect();
  const covers = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const sheet = [...document.querySelectorAll("dialog[open], .end, [data-sheet]")].at(-1) ?? null;
  const bubble = document.querySelector("[data-bubble]");
  // Also what lets presses through can cover a text.
  const all = document.head.appendChild(document.createElement("style"));
  all.textContent = "*:not(i.ring, .petals, .petals *, .below) { pointer-events: auto !important }";
  for (const element of document.querySelectorAll("body *")) {
    const nodes = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim() !== "");
    if (nodes.length === 0 || element.closest(".sr, .card, svg, style, option, [data-fly], .fan, .count")) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (sheet && !sheet.contains(element)) continue;
    const text = nodes.map((node) => node.textContent.trim()).join(" ");
    const style = getComputedStyle(element);
    if (style.clipPath !== "none" || (style.position === "absolute" && box(element).width <= 1)) continue;
    const say = (what) => found.add(`${what}: ${name(element)} “${text.slice(0, 50)}”`);
    // A sign alone may come from another font, whose lines are taller.
    if (/^\P{L}$/u.test(text)) continue;
    const rects = nodes
      .flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
      })
      .filter(({ width, height }) => width > 1 && height > 1);
    if (rects.length === 0) continue;
    const [left, right] = [Math.min(...rects.map((r) => r.left)), Math.max(...rects.map((r) => r.right))];
    const [top, bottom] = [Math.min(...rects.map((r) => r.top)), Math.max(...rects.map((r) => r.bottom))];
    // A line's box is taller than its letters.
    const spare = Math.max(2, (rects[0].height - 0.8 * parseFloat(style.fontSize)) / 2);
    let scrolls = false;
    let isLeftOut = false;
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(at);
      const frame = box(at);
      // What has no room in the line of marks is left out as a whole.
      if (at.matches(".marks, .held, .rows .badge p") && (top >= frame.bottom - 2 || left >= frame.right - 2)) {
        isLeftOut = true;
        break;
      }
      if (["auto", "scroll"].includes(overflowY)) scrolls = true;
      if (overflowX === "visible" && overflowY === "visible") {
        if (position === "fixed") break;
        continue;
      }
      if (left < frame.left - 1.5 || right > frame.right + 1.5) say("cut at the side");
      // What one can do must be in sight in its own part of the table, however that is scrolled.
      const isPressed = at.matches(".bar, .buttons") && element.closest("button") !== null;
      if ((!scrolls || isPressed) && (top < frame.top - spare || bottom > frame.bottom + spare))
        say(`cut above or below by ${name(at)}`);
      if (position === "fixed") break;
    }
    if (isLeftOut) continue;
    if (left < -1 || right > innerWidth + 1) say("beyond the window’s side");
    if (!scrolls && (top < -1 || bottom > innerHeight + 1)) say("beyond the window’s edge");
    for (const rect of rects)
      for (const x of [rect.left + 3, rect.left + rect.width / 2, rect.right - 3]) {
        const y = rect.top + rect.height / 2;
        const over = document.elementFromPoint(x, y);
        if (!over || over.contains(element) || element.contains(over)) continue;
        // Places for cards to fly to are empty.
        const { backgroundColor, backgroundImage } = getComputedStyle(over);
        const isEmpty = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none" && !over.closest("svg");
        if (isEmpty && over.textContent.trim() === "") continue;
        // A large letter is higher than its line.
        const frame = box(over);
        if (y < frame.top || y > frame.bottom) continue;
        // Scrolled out of sight, or under the note of a guided game that does not speak of it.
        const isOut = (at) =>
          at && at !== document.body && (y < box(at).top || y > box(at).bottom || isOut(at.parentElement));
        const sticks = over.closest(".doing") && getComputedStyle(over.closest(".doing")).position === "sticky";
        if (isOut(element) || bubble?.contains(over) || sticks) continue;
        say(`under ${name(over)}`);
        break;
      }
  }
  all.remove();
  const ring = document.querySelector("i.ring");
  if (bubble && ring && covers(box(bubble), box(ring))) {
    const [a, b] = [box(bubble), box(ring)];
    const side = (r) => [r.left, r.top, r.right, r.bottom].map(Math.round).join(" ");
    found.add(`the note covers what it points at: ${side(a)} / ${side(b)}`);
  }
  return [...found];
}
