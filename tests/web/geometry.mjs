// What is looked at in the page: what lies over what, what is cut, what is out of sight.
import { DESKTOP, PHONE, SIDEWAYS, TABLET, TINY, ZOOMED } from "./support.mjs";

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
        // Something that paints nothing itself: a place for cards to fly to, or the play beside this one in a long round.
        const { backgroundColor, backgroundImage } = getComputedStyle(over);
        const isClear = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none" && !over.closest("svg");
        const hasText = [...over.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== "");
        const isAdorned = ["::before", "::after"].some((part) => getComputedStyle(over, part).content !== "none");
        if (isClear && !hasText && !isAdorned) continue;
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

/** Runs in the page: texts and cards that lie on the rim of a wide table, and cards and their numbers that are cut off above it. */
export function onTheRim() {
  const ring = document.querySelector(".table > .ring");
  const style = getComputedStyle(ring, "::before");
  const frame = ring.getBoundingClientRect();
  const width = parseFloat(style.borderTopWidth);
  const top = frame.top + parseFloat(style.top);
  const bottom = frame.bottom - parseFloat(style.bottom);
  const bands = [
    [top, top + width],
    [bottom - width, bottom],
  ];
  const center = document.querySelector(".center").getBoundingClientRect();
  return [...document.querySelectorAll(".aim, .center p, .center .card, .center b, .center small, .center summary")]
    .filter((part) => part.checkVisibility({ visibilityProperty: true }) && part.getBoundingClientRect().width > 1)
    .flatMap((part) => {
      const box = part.getBoundingClientRect();
      // What is scrolled out of its part of the table is not seen.
      const [from, to] = part.closest(".center")
        ? [Math.max(box.top, center.top), Math.min(box.bottom, center.bottom)]
        : [box.top, box.bottom];
      const lies = to > from && bands.some(([a, b]) => Math.min(b, to) - Math.max(a, from) > 1);
      const isCut = part.matches(".card, small") && box.bottom > center.bottom + 1;
      return lies || isCut ? [`${part.className || part.tagName} ${part.textContent.slice(0, 30)}`] : [];
    });
}

/** Runs in the page: the texts in the middle of the table in small letters, other than on piles and cards. */
export function smallTexts() {
  const LEAST = 14;
  return [...document.querySelectorAll(".center *")]
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ""))
    .filter((one) => one.checkVisibility() && !one.closest(".sr, .card, .pile, .avatar, svg"))
    .filter((one) => parseFloat(getComputedStyle(one).fontSize) < LEAST)
    .map((one) => `${getComputedStyle(one).fontSize}: ${one.className} ${one.textContent.trim().slice(0, 30)}`);
}

/** Runs in the page: the notes on the table that lie over each other, or over the name of a seat. */
export function coveredNotes() {
  const NOTES = ["[data-tip]", "[data-why] p", "[data-told]", "[data-ask-sound]", "[data-bubble]", ".call"];
  const shown = (selector) =>
    [...document.querySelectorAll(selector)].filter(
      (one) => one.textContent.trim() && one.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
  const notes = NOTES.flatMap((name) => shown(name).map((element) => ({ name, element })));
  const names = shown(".seat .name").map((element) => ({ name: element.textContent, element }));
  const found = [];
  for (const [n, one] of notes.entries())
    // The note of a guided game may cover the seats that it does not speak of.
    for (const other of one.name === "[data-bubble]" ? [] : [...notes.slice(n + 1), ...names]) {
      const [a, b] = [one.element.getBoundingClientRect(), other.element.getBoundingClientRect()];
      if (
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
      )
        found.push(`${one.name} over ${other.name}: ${one.element.textContent.trim().slice(0, 40)}`);
    }
  for (const { name, element } of notes) {
    const { left, right } = element.getBoundingClientRect();
    if (left < 0 || right > innerWidth) found.push(`${name} is cut off: ${element.textContent.trim().slice(0, 40)}`);
  }
  return found;
}

/** Runs in the page: what must be scrolled sideways, and a table whose middle is cut off at its sides. */
export function tooWide() {
  const scrolls = (element) =>
    element === document.documentElement ||
    element.matches(".center") ||
    ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
  return [document.documentElement, ...document.querySelectorAll("main *, dialog *, .screen *")]
    .filter((element) => element.scrollWidth > element.clientWidth && element.clientWidth > 0 && scrolls(element))
    .map((element) => `${element.tagName}.${element.className}: ${element.scrollWidth} > ${element.clientWidth}`);
}

/** Runs in the page: what can be tapped and is too small for a finger, or cut off at a side. */
export function smallTargets() {
  return [...document.querySelectorAll("button, a[href], select, input, summary, [role=button]")]
    .filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(".slot, p a, li p a"),
    )
    .map((element) => ({ element, box: (element.closest("label") ?? element).getBoundingClientRect() }))
    .filter(({ box }) => box.width < 43.5 || box.height < 43.5 || box.left < -1 || box.right > innerWidth + 1)
    .map(
      ({ element, box }) =>
        `${element.outerHTML.slice(0, 90)}: ${box.width.toFixed(0)} × ${box.height.toFixed(0)}, from ${box.left.toFixed(0)} to ${box.right.toFixed(0)}`,
    );
}

/** Runs in the page: the buttons that cannot be brought into the window by scrolling, or lie under something else there. */
export function lostButtons() {
  const isThere = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getBoundingClientRect().width > 0 &&
    !element.closest("[inert]");
  /** Whether only a program could have scrolled this; a little is a border. */
  const isForced = (at) => {
    const { overflowX, overflowY } = getComputedStyle(at);
    const isRoot = at === document.documentElement;
    return (
      (at.scrollLeft > 4 && (isRoot || ["hidden", "clip"].includes(overflowX))) ||
      (at.scrollTop > 4 && ["hidden", "clip"].includes(overflowY))
    );
  };
  const top = document.querySelector("dialog[open]") ?? document.querySelector(".end") ?? document;
  return [...top.querySelectorAll("button, a.btn, select, summary, label.btn, input:not(.sr)")]
    .filter(isThere)
    .flatMap((element) => {
      element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      const { left, top, right, bottom } = element.getBoundingClientRect();
      // Of a card in the hand the others leave a corner free.
      const [x, y] = element.matches(".slot") ? [left + 16, top + 16] : [(left + right) / 2, (top + bottom) / 2];
      const say = (what) => [`${what}: ${element.outerHTML.slice(0, 110)}`];
      for (let at = element.parentElement; at; at = at.parentElement)
        if (isForced(at)) {
          at.scrollTo(0, 0);
          return say(`cut off by ${at.className || at.tagName}`);
        }
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return say("outside the window");
      const over = document.elementFromPoint(x, y);
      return over && (element.contains(over) || over.contains(element))
        ? []
        : say(`under ${over?.outerHTML.slice(0, 60)}`);
    });
}

/** Runs in the page: what is wrong with the note of a guided game: it must be in the window, and leave free what it points at. */
export function misplacedNote() {
  const bubble = document.querySelector("[data-bubble]").getBoundingClientRect();
  const ring = document.querySelector("i.ring")?.getBoundingClientRect();
  if (bubble.left < 0 || bubble.top < 0 || bubble.right > innerWidth || bubble.bottom > innerHeight)
    return ["the note is outside the window"];
  if (!ring) return ["the note points at nothing"];
  const covers = (part) => {
    const box = part.getBoundingClientRect();
    return (
      Math.min(box.right, bubble.right) - Math.max(box.left, bubble.left) > 1 &&
      Math.min(box.bottom, bubble.bottom) - Math.max(box.top, bubble.top) > 1
    );
  };
  if ([...document.querySelectorAll(".tables .spot")].some(covers)) return ["the note covers the cards to match"];
  const tip = getComputedStyle(document.querySelector("[data-bubble]"), "::after").display !== "none";
  if (tip && Math.max(ring.top - bubble.bottom, bubble.top - ring.bottom) > 20)
    return ["the note's tip points at something else"];
  const [x, y] = [ring.left + ring.width / 2, ring.top + ring.height / 2];
  return x > bubble.left && x < bubble.right && y > bubble.top && y < bubble.bottom
    ? ["the note covers what it points at"]
    : [];
}

/** The sizes at which everything must be in order: a viewport, and how much larger than usual the letters are. */
export const SIZES = [
  { viewport: TINY },
  { viewport: PHONE },
  { viewport: PHONE, zoom: 2 },
  { viewport: SIDEWAYS },
  { viewport: ZOOMED },
  { viewport: TABLET },
  { viewport: DESKTOP },
];
/** How often a fault must be seen before it counts: something may move, or a call may be fading. */
const LOOKS = 100;

/**
 * Looks at the present state at each size, with functions that run in the page and return what is wrong. The page has the last size afterwards.
 * \param looks for a size: the functions, each with its argument
 * \returns what stays wrong
 */
export async function everywhere(page, looks, sizes = SIZES) {
  const faults = [];
  for (const size of sizes) {
    const { viewport, zoom = 1 } = size;
    await page.setViewportSize(viewport);
    const found = await page.evaluate(
      async ([zoom, most, looks]) => {
        document.documentElement.style.fontSize = zoom === 1 ? "" : `${zoom * 100}%`;
        dispatchEvent(new Event("resize"));
        const all = looks.map(([source, argument]) =>
          new Function("argument", `return (${source})(argument)`).bind(null, argument),
        );
        const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        let found = [];
        for (let n = 0; n < most; n++) {
          await frame();
          await frame();
          found = all.flatMap((look) => look());
          if (found.length === 0) return found;
        }
        return found;
      },
      [zoom, LOOKS, looks(size).map(([look, argument]) => [look.toString(), argument])],
    );
    for (const fault of found)
      faults.push(`${viewport.width} × ${viewport.height}${zoom === 1 ? "" : ` at ${zoom * 100} %`}: ${fault}`);
  }
  return faults;
}
