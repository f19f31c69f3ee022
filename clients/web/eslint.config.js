// What `npm run check` finds in the page beside types and form; eslint.node.config.js is for tests and the JavaScript kit. The folders' order
// is in src/folders.test.ts.
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import { importX } from "eslint-plugin-import-x";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

const CAST = "A cast through unknown switches the types off: give the value its type where it comes from.";

const DICTIONARIES = [
  "src/i18n/**",
  "src/games/*/about.ts", // how a name is read
  "src/games/generic/rules.ts",
  "src/replay/words.ts",
  "src/daily/{words,today_words}.ts",
  "src/puzzles/words.ts",
  "src/verify/words.ts",
  "src/people/words.ts",
  "src/**/*.test.ts",
  "src/verify/vectors.ts",
  "scripts/**",
  "eslint.config.js",
];
const JAPANESE = "/[\u3041-\u30ff\u4e00-\u9fff]/";
const TEXT = "Texts are in dictionaries: i18n, a page's words.ts, a game's en.json and ja.json.";
const casts = { selector: "TSAsExpression > TSAsExpression > TSUnknownKeyword", message: CAST };
const texts = [
  `Literal[value=${JAPANESE}]`,
  `TemplateElement[value.raw=${JAPANESE}]`,
  `SvelteText[value=${JAPANESE}]`,
].map((selector) => ({ selector, message: TEXT }));

export default ts.config(
  { ignores: ["dist", "node_modules", "src/protocol/wire.ts"] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    plugins: { "import-x": importX },
    settings: {
      "import-x/resolver-next": [createTypeScriptImportResolver()],
      "import-x/parsers": { "@typescript-eslint/parser": [".ts"] },
    },
    rules: {
      "import-x/no-cycle": ["error", { ignoreExternal: true }],
      "no-restricted-syntax": ["error", casts, ...texts],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Every link is a fragment of this one page (`#/…`) or a file of the server.
      "svelte/no-navigation-without-resolve": "off",
      // Maps and sets that are made and used within one computation need no reactivity.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  { files: DICTIONARIES, rules: { "no-restricted-syntax": ["error", casts] } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    files: ["src/**/*.ts", "src/**/*.svelte"],
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: [".svelte"] } },
    rules: {
      // A lost promise is a lost message, and its failure is told to nobody.
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/require-array-sort-compare": ["error", { ignoreStringArrays: true }],
    },
  },
);
