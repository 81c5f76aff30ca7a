// Pictures of every page and every board, early, in the middle and late, at both sizes, light and dark, in web/screenshots.
// The pages come from a server of our own; the boards from recorded positions.
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { chromium } from "@playwright/test";
import { createServer } from "vite";

import { chromiumPath } from "./chromium.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const out = path.join(root, "screenshots");
const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const PAGES = { home: "/", new: "/new/solstis", learn: "/learn", rules: "/learn/five-towers", you: "/you" };
const PORT = 8796;

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const database = path.join(tmpdir(), `cairn-pictures-${process.pid}.db`);
const server = spawn(
  process.env.PYTHON ?? "../.venv/bin/python",
  ["-m", "cairn", "serve", "--port", String(PORT), "--database", `sqlite+aiosqlite:///${database}`],
  { cwd: root, env: { ...process.env, CAIRN_LIMITS: "false", CAIRN_LOG_LEVEL: "warning" }, stdio: "inherit" },
);
const stories = await createServer({ root, configFile: path.join(root, "vite.config.ts"), logLevel: "error", server: { port: 0 } });
await stories.listen();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });

async function until(what, tries = 100) {
  for (let i = 0; i < tries; i += 1) {
    if (await what().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("the server did not come up");
}

async function picture(page, name) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(400);
  await page.screenshot({ path: path.join(out, `${name}.png`) });
  console.log(name);
}

try {
  await until(async () => (await fetch(`http://127.0.0.1:${PORT}/healthz`)).ok);
  for (const theme of ["light", "dark"]) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      const context = await browser.newContext({ viewport, colorScheme: theme, hasTouch: size === "phone" });
      const page = await context.newPage();
      for (const [name, address] of Object.entries(PAGES)) {
        await page.goto(`http://127.0.0.1:${PORT}${address}`);
        await page.waitForSelector("main h1");
        await picture(page, `page-${name}-${size}-${theme}`);
      }
      await page.goto(`http://127.0.0.1:${PORT}/`);
      await page.locator("article button.primary").first().click();
      await page.waitForSelector(".stage");
      await page.waitForTimeout(800);
      await picture(page, `page-table-${size}-${theme}`);
      for (const game of readdirSync(path.join(root, "fixtures"))) {
        for (const at of ["early-own", "middle-own", "late-own", "over"]) {
          const query = new URLSearchParams({ game, at: `2-${at}`, bare: "", theme });
          await page.goto(`${stories.resolvedUrls.local[0]}dev/index.html?${query}`);
          await page.waitForSelector(".stage");
          await picture(page, `board-${game}-${at}-${size}-${theme}`);
        }
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await stories.close();
  server.kill();
  rmSync(database, { force: true });
}
