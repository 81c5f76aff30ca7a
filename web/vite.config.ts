import { svelte } from "@sveltejs/vite-plugin-svelte";
import { parse } from "smol-toml";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const server = process.env.CAIRN_SERVER ?? "http://127.0.0.1:8000";

/** Texts are TOML, read when the pages are built. */
const toml: Plugin = {
  name: "toml",
  transform: (source, id) => (id.endsWith(".toml") ? { code: `export default ${JSON.stringify(parse(source))}`, map: null } : null),
};

export default defineConfig({
  plugins: [svelte(), toml],
  build: {
    outDir: "../src/cairn/server/pages",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  // On a busy machine the first import of a board takes seconds; a test that hangs is still ended.
  test: { include: ["tests/**/*.test.ts"], setupFiles: ["tests/texts.ts"], testTimeout: 60_000 },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
});
