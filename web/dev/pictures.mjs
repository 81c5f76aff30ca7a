// The pictures of README and documentation, from the games that `cairn demo` keeps:
// docs/pictures/*.jpg, and docs/images/five-towers.svg, a game that moves.
//   node dev/pictures.mjs [PART OF A NAME]      only the pictures whose name has it
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { chromium } from "@playwright/test";

import { chromiumPath } from "./chromium.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const docs = path.join(root, "..", "docs");
const wanted = process.argv[2] ?? "";
const PORT = Number(process.env.CAIRN_TEST_PORT ?? 8797);
const SITE = `http://127.0.0.1:${PORT}`;
/** How far the games have come in their pictures. */
const MOMENTS = { "five-towers": 0.6, "the-peak": 0.5, solstis: 1, peaks: 0.6, "five-peaks": 0.75 };
const MOVING = { game: "five-towers", frames: 16, seconds: 1.1, width: 800, height: 500, scale: 0.625 };

const evening = path.join(root, "..", "src", "cairn", "cli", "evening");
const moves = (game) => JSON.parse(readFileSync(path.join(evening, `${game}.json`), "utf8")).moves.length;

const server = spawn(process.env.PYTHON ?? "../.venv/bin/python", ["-m", "cairn", "demo", "--port", String(PORT)], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])] });

async function ready() {
  for (let i = 0; i < 1800; i += 1) {
    if (await fetch(`${SITE}/readyz`).then((answer) => answer.ok, () => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the server did not come up");
}

async function visit(page, address, sign) {
  await page.goto(SITE + address);
  await page.waitForSelector(sign);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState("networkidle");
}

const replay = (game, share) => `/replay/evening-${game}/${Math.round(moves(game) * share)}?seat=0`;

/** An SVG that shows one picture after the other, and the last one alone to whoever wants no motion. */
function moving(frames) {
  const { seconds, width, height } = MOVING;
  const total = (frames.length + 2) * seconds;
  const share = (100 * seconds) / total;
  const images = frames.map((frame, at) => `<image class="f" style="animation-delay:${(at * seconds).toFixed(1)}s" width="${width}" height="${height}" href="data:image/jpeg;base64,${frame.toString("base64")}"/>`);
  images[images.length - 1] = images[images.length - 1].replace('class="f"', 'class="f last"');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>A game of 5 Towers from its first move to its last</title>
<style>
.f { opacity: 0; animation: one ${total.toFixed(1)}s step-end infinite; }
.last { animation-name: end; }
@keyframes one { 0% { opacity: 1; } ${share.toFixed(3)}% { opacity: 0; } }
@keyframes end { 0% { opacity: 1; } ${(3 * share).toFixed(3)}% { opacity: 0; } }
@media (prefers-reduced-motion: reduce) { .f { animation: none; } .last { opacity: 1; } }
</style>
${images.join("\n")}
</svg>
`;
}

try {
  await ready();
  const wide = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: "light", reducedMotion: "reduce" });
  for (const [game, share] of Object.entries(MOMENTS).filter(([game]) => game.includes(wanted))) {
    await visit(wide, replay(game, share), ".stage");
    await wide.screenshot({ path: path.join(docs, "pictures", `${game}.jpg`), type: "jpeg", quality: 80 });
  }
  if ("home".includes(wanted)) {
    await visit(wide, "/", "article button");
    await wide.screenshot({ path: path.join(docs, "pictures", "home.jpg"), type: "jpeg", quality: 80 });
  }
  if ("phone".includes(wanted)) {
    const phone = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "light", reducedMotion: "reduce" });
    await visit(phone, replay("solstis", 0.6), ".stage");
    await phone.screenshot({ path: path.join(docs, "pictures", "phone.jpg"), type: "jpeg", quality: 80 });
  }
  if ("moving".includes(wanted)) {
    const small = await browser.newPage({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: MOVING.scale, colorScheme: "light", reducedMotion: "reduce" });
    const frames = [];
    for (let at = 0; at < MOVING.frames; at += 1) {
      await visit(small, replay(MOVING.game, at / (MOVING.frames - 1)), ".stage");
      frames.push(await small.screenshot({ type: "jpeg", quality: 55 }));
    }
    writeFileSync(path.join(docs, "images", `${MOVING.game}.svg`), moving(frames));
  }
} finally {
  await browser.close();
  const gone = new Promise((resolve) => server.once("exit", resolve));
  if (server.exitCode === null && server.kill("SIGINT")) await gone;
}
