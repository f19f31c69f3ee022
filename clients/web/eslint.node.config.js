// What `npm run lint` finds in the tests and in the JavaScript kit: mistakes, no style. It runs at the top of the checkout, because ESLint
// reads no file outside the folder in which it runs.
import globals from "globals";

const MISTAKES = `
  array-callback-return constructor-super for-direction getter-return no-async-promise-executor no-class-assign no-cond-assign
  no-const-assign no-constant-binary-expression no-dupe-args no-dupe-class-members no-dupe-else-if no-dupe-keys no-duplicate-case
  no-empty-pattern no-ex-assign no-fallthrough no-func-assign no-global-assign no-import-assign no-invalid-regexp no-irregular-whitespace
  no-loss-of-precision no-misleading-character-class no-obj-calls no-self-assign no-self-compare no-setter-return
  no-shadow-restricted-names no-sparse-arrays no-template-curly-in-string no-this-before-super no-undef no-unreachable
  no-unsafe-finally no-unsafe-negation no-unsafe-optional-chaining no-useless-assignment no-useless-backreference
  no-useless-catch no-useless-escape no-var prefer-const require-yield use-isnan valid-typeof`;

export default [
  { ignores: ["**/node_modules"] },
  {
    files: ["**/*.js", "**/*.mjs"],
    languageOptions: { globals: globals.node },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      ...Object.fromEntries(MISTAKES.match(/\S+/g).map((rule) => [rule, "error"])),
      // What is assigned once, after a function that reads it, is no constant.
      "prefer-const": ["error", { ignoreReadBeforeAssign: true }],
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true }],
    },
  },
  {
    files: ["tests/{e2e,durability,hostile,soak,example_game}/**"],
    ignores: ["tests/e2e/support/fetch.mjs"],
    rules: {
      "no-restricted-globals": [
        "error",
        { name: "fetch", message: "Its kept connections fail now and then: support/fetch.mjs." },
      ],
    },
  },
  // In the page, where a test may have loaded axe.
  {
    files: ["tests/web/**", "tests/bots/programs/browser.js"],
    languageOptions: { globals: { ...globals.browser, axe: "readonly" } },
  },
];
