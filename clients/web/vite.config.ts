import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { app } from "./scripts/app.mjs";
import { texts } from "./scripts/texts.mjs";

const server = process.env.TEFUDA_SERVER ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte(), texts(), app(fileURLToPath(new URL("./src/worker/sw.js", import.meta.url)))],
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // no data: URLs, because the page's content security policy does not allow them
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The boards of the start page with all that they import, which the first page needs, are one file: each file costs
        // half a kilobyte of headers.
        codeSplitting: { groups: [{ name: "first", test: /src\/daily\/(Today|today_words|numbers|days)\b/ }] },
      },
    },
  },
  server: {
    proxy: {
      "/ws": { target: server.replace(/^http/, "ws"), ws: true },
      "/api": server,
      "/asyncapi.json": server,
    },
  },
  test: { include: ["src/**/*.test.ts"], environment: "node", pool: "threads" },
});
