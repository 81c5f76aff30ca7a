// Pictures of every page and every board, early, in the middle and late, at both sizes, light and dark, in web/screenshots.
// The pages come from a server of our own, where bots play a game of each title; the boards alone from recorded positions.
//   node dev/screenshots.mjs [PART OF A NAME]      only the pictures whose name has it
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
const wanted = process.argv[2] ?? "";
const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const THEMES = ["light", "dark"];
const PAGES = { home: "/", new: "/new/solstis", learn: "/learn", you: "/you", nowhere: "/nowhere" };
const MOMENTS = { early: 0.2, middle: 0.5, late: 0.85 };
const PORT = Number(process.env.CAIRN_TEST_PORT ?? 8796);
const SITE = `http://127.0.0.1:${PORT}`;
const GAMES = readdirSync(path.join(root, "fixtures"));

if (!wanted) rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const database = path.join(tmpdir(), `cairn-pictures-${process.pid}.db`);
const server = spawn(
  process.env.PYTHON ?? "../.venv/bin/python",
  ["-m", "cairn", "serve", "--port", String(PORT), "--database", `sqlite+aiosqlite:///${database}`],
  { cwd: root, env: { ...process.env, CAIRN_LIMITS: "false", CAIRN_BOTS_ALONE_PACE: "0", CAIRN_LOG_LEVEL: "warning" }, stdio: "inherit" },
);
const stories = await createServer({ root, configFile: path.join(root, "vite.config.ts"), logLevel: "error", server: { port: 0 } });
await stories.listen();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])] });
let wrong = 0;

async function until(what, tries = 300) {
  for (let i = 0; i < tries; i += 1) {
    if (await what().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("the server did not come up, or a game did not end");
}

/** Somebody who plays nothing: bots play a game of each title for the pictures. */
async function botGames() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(SITE);
  const games = {};
  for (const game of GAMES) {
    games[game] = await page.evaluate(async (slug) => {
      const send = (address, body) => fetch(`/api${address}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
      if (!(await fetch("/api/me")).ok) await send("/guests", { name: "Ana" });
      const seats = [{ kind: "bot", bot: "climber" }, { kind: "bot", bot: "hiker" }];
      const made = await send("/tables", { game: slug, seats, pace: 0 });
      return (await made.json()).id;
    }, game);
  }
  const over = {};
  for (const game of GAMES) {
    await until(async () => {
      const table = await (await context.request.get(`${SITE}/api/tables/${games[game]}`)).json();
      over[game] = { id: games[game], last: table.position };
      return table.status === "over";
    });
  }
  await context.close();
  return over;
}

/** A table of this visitor that waits for a friend: its address, and the address that the friend is given. */
async function openTable(page) {
  await page.goto(SITE);
  const { id, invite } = await page.evaluate(async () => {
    const send = async (address, body) => (await fetch(`/api${address}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
    await send("/guests", { name: "Ana" });
    return send("/tables", { game: "five-towers", seats: [{ kind: "me" }, { kind: "link" }, { kind: "bot", bot: "hiker" }] });
  });
  return { table: `${SITE}/table/${id}`, join: `${SITE}/join/${invite}` };
}

async function picture(page, name, address, ready, act = async () => undefined) {
  if (!name.includes(wanted)) return;
  await page.goto(address);
  await page.waitForSelector(ready);
  await act();
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(500);
  await page.screenshot({ path: path.join(out, `${name}.png`) });
  console.log(name);
}

try {
  await until(async () => (await fetch(`${SITE}/healthz`)).ok);
  const played = await botGames();
  for (const theme of THEMES) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      const context = await browser.newContext({ viewport, colorScheme: theme, hasTouch: size === "phone" });
      const page = await context.newPage();
      page.on("console", (message) => message.type() === "error" && (console.error(message.text()), (wrong += 1)));
      page.on("pageerror", (error) => (console.error(error.message), (wrong += 1)));
      const named = (name) => `${name}-${size}-${theme}`;
      for (const [name, address] of Object.entries(PAGES)) await picture(page, named(`page-${name}`), `${SITE}${address}`, "main h1");
      const open = await openTable(page);
      await picture(page, named("page-waiting"), open.table, ".waiting");
      await picture(page, named("page-join"), open.join, "main h1");
      for (const game of GAMES) {
        await picture(page, named(`rules-${game}`), `${SITE}/learn/${game}`, "main .stage");
        await picture(page, named(`lesson-${game}`), `${SITE}/lesson/${game}`, "main .stage");
        await picture(page, named(`summary-${game}`), `${SITE}/summary/${game}`, ".sheet .nr");
        await picture(page, named(`table-${game}`), SITE, "article button", async () => {
          await page.locator(`article:has(#game-${game}) button.primary`).click();
          await page.waitForSelector('#table[data-open="true"]', { timeout: 90_000 });
        });
        const { id, last } = played[game];
        for (const [moment, share] of Object.entries(MOMENTS)) {
          await picture(page, named(`replay-${game}-${moment}`), `${SITE}/replay/${id}/${Math.round(last * share)}?seat=0`, ".stage");
        }
        await picture(page, named(`over-${game}`), `${SITE}/table/${id}`, ".result");
        for (const at of ["early-own", "middle-own", "late-own", "over"]) {
          const query = new URLSearchParams({ game, at: `2-${at}`, bare: "", theme });
          await picture(page, named(`board-${game}-${at}`), `${stories.resolvedUrls.local[0]}dev/index.html?${query}`, ".stage");
        }
      }
      await picture(page, named("page-first-game"), `${SITE}/learn/solstis`, "main .stage", async () => {
        await page.getByRole("button", { name: "Play a first game" }).click();
        await page.waitForSelector('#table[data-open="true"]', { timeout: 90_000 });
      });
      await context.close();
    }
  }
} finally {
  await browser.close();
  await stories.close();
  server.kill();
  for (const end of ["", "-wal", "-shm"]) rmSync(database + end, { force: true });
}
if (wrong > 0) process.exit(1);
