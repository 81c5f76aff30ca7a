// Takes a picture of a board in a recorded position, without a server:
//   node dev/shoot.mjs GAME MOMENT FILE.png [--dark] [--phone] [--generic] [--size=1280x800] [--hover=ELEMENT]
// MOMENT may be "all": FILE is then a folder.
import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { chromium } from "@playwright/test";
import { createServer } from "vite";

import { chromiumPath } from "./chromium.mjs";

const [game, moment, out, ...flags] = process.argv.slice(2);
if (!out) {
  console.error("usage: node dev/shoot.mjs GAME MOMENT FILE.png [--dark] [--phone] [--generic] [--size=WxH] [--hover=ELEMENT]");
  process.exit(2);
}
const flag = (name) => flags.find((text) => text.startsWith(`--${name}=`))?.split("=")[1];
const [width, height] = (flag("size") ?? (flags.includes("--phone") ? "390x844" : "1280x800")).split("x").map(Number);
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const moments =
  moment === "all"
    ? readdirSync(path.join(root, "fixtures", game)).filter((name) => name !== "content.json").map((name) => name.replace(".json", ""))
    : [moment];

const server = await createServer({ root, configFile: path.join(root, "vite.config.ts"), logLevel: "error", server: { port: 0 } });
await server.listen();
const browser = await chromium.launch({ executablePath: chromiumPath() });
let failed = false;
try {
  const page = await browser.newPage({ viewport: { width, height }, hasTouch: flags.includes("--phone") });
  page.on("console", (message) => message.type() === "error" && (console.error(message.text()), (failed = true)));
  page.on("pageerror", (error) => (console.error(error.message), (failed = true)));
  if (moment === "all") mkdirSync(out, { recursive: true });
  for (const at of moments) {
    const query = new URLSearchParams({ game, at, bare: "", theme: flags.includes("--dark") ? "dark" : "light" });
    if (flags.includes("--generic")) query.set("generic", "");
    await page.goto(`${server.resolvedUrls.local[0]}dev/index.html?${query}`);
    await page.waitForSelector(".stage");
    await page.evaluate(() => document.fonts.ready);
    const hover = flag("hover");
    if (hover) await page.hover(`[data-element="${hover}"]`);
    await page.waitForTimeout(500);
    const file = moment === "all" ? path.join(out, `${at}.png`) : out;
    await page.screenshot({ path: file });
    console.log(file);
  }
} finally {
  await browser.close();
  await server.close();
}
process.exit(failed ? 1 : 0);
