// The parts of a game's en.json and ja.json, each a module of its own (scripts/texts.mjs).
declare module "*.json?about" {
  const text: import("../skin/types").AboutText;
  export default text;
}
declare module "*.json?guide" {
  const texts: string[];
  export default texts;
}
/** `words.ts` gives it the type of the game's own file. */
declare module "*.json?table" {
  const texts: never;
  export default texts;
}
