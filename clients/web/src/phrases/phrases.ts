// Where a line of Japanese may end, for browsers that do not look for the phrases of a text themselves: a space without
// width stands at the end of each phrase, and nowhere else a line is broken. The model says where a phrase ends.
import weights from "./model.json";
import "./phrases.css";

const BREAK = "\u200b";
const GROUPS: Record<string, Record<string, number>> = weights;
/** Which letters each group of the model looks at, counted from the place between two letters. */
const LETTERS: Record<string, [number, number]> = {
  UW1: [-3, -2],
  UW2: [-2, -1],
  UW3: [-1, 0],
  UW4: [0, 1],
  UW5: [1, 2],
  UW6: [2, 3],
  BW1: [-2, 0],
  BW2: [-1, 1],
  BW3: [0, 2],
  TW1: [-3, 0],
  TW2: [-2, 1],
  TW3: [-1, 2],
  TW4: [0, 3],
};
const looks = Object.entries(LETTERS).map(([name, range]) => [range, GROUPS[name] ?? {}] as const);
const all = looks.flatMap(([, group]) => Object.values(group)).reduce((sum, weight) => sum + weight, 0);

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
/** No line begins with such a mark, and none ends with such a bracket. */
const NEVER_FIRST = /[、。，．！？）」』】〉》・ー…〜～：%]/;
const NEVER_LAST = /[（「『【〈《]/;
/** After it a line may always end. */
const BETWEEN = /・/;

/** Whether a phrase ends before the letter `at`. */
function ends(text: string, at: number): boolean {
  if (BETWEEN.test(text[at - 1]!)) return true;
  if (NEVER_FIRST.test(text[at]!) || NEVER_LAST.test(text[at - 1]!)) return false;
  const found = looks.map(([[from, to], group]) => group[text.substring(at + from, at + to)] ?? 0);
  return 2 * found.reduce((sum, weight) => sum + weight, 0) > all;
}

export function phrasesOf(text: string): string[] {
  const phrases: string[] = [];
  let from = 0;
  for (let at = 1; at < text.length; at++)
    if (ends(text, at)) {
      phrases.push(text.slice(from, at));
      from = at;
    }
  return [...phrases, text.slice(from)];
}

/** What is not set as text, or is read as it stands. */
const APART = "input, textarea, select, script, style, svg, code, pre";

function mark(text: Text): void {
  if (!JAPANESE.test(text.data) || text.parentElement?.closest(APART)) return;
  const marked = phrasesOf(text.data.replaceAll(BREAK, "")).join(BREAK);
  if (marked !== text.data) text.data = marked;
}

function markAll(root: Node): void {
  if (root instanceof Text) return mark(root);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) mark(walker.currentNode as Text);
}

let isKept = false;

/** From now on the page's Japanese is broken between phrases only. */
export function keepPhrases(): void {
  if (isKept) return;
  isKept = true;
  document.documentElement.classList.add("phrases");
  markAll(document.body);
  const observer = new MutationObserver((changes) => {
    for (const { target, type, addedNodes } of changes)
      for (const node of type === "characterData" ? [target] : addedNodes) markAll(node);
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
}
