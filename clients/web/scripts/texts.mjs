// A part of a game's texts as a module: `en.json?how` exports what stands under "how" in en.json. So each part is loaded with
// the code that shows it, and the start page has only the few lines that it needs.
import { readFileSync } from "node:fs";

const PART = /^(.*\/games\/\w+\/\w+\.json)\?(\w+)$/;

/** A Vite plugin. */
export function texts() {
  return {
    name: "tefuda-texts",
    enforce: "pre",
    load(id) {
      const [, path, part] = PART.exec(id) ?? [];
      if (!path) return null;
      this.addWatchFile(path);
      const found = JSON.parse(readFileSync(path, "utf8"))[part];
      if (found === undefined) throw new Error(`${path} has no part "${part}"`);
      return { code: `export default ${JSON.stringify(found)};`, moduleType: "js" };
    },
  };
}
