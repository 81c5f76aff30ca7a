/** Somebody at the browser table: opens pages, sits down and plays, by mouse or by keyboard alone. */
import { readdirSync } from "node:fs";

import { expect, test as base, type Locator, type Page } from "@playwright/test";

export type Way = "mouse" | "keyboard";

/** Every page of a test is watched: an error in the console or a failed request fails the test, unless it is `expected`. */
export const test = base.extend<{ expected: RegExp | null; watched: void }>({
  expected: [null, { option: true }],
  watched: [
    async ({ page, expected }, use) => {
      const wrong = watch(page);
      await page.addInitScript(() => localStorage.setItem("cairn.settings", JSON.stringify({ speed: "instant", level: "hiker" })));
      await use();
      expect(wrong.filter((line) => !expected?.test(line))).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

export function watch(page: Page): string[] {
  const wrong: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") wrong.push(message.text());
  });
  page.on("pageerror", (error) => wrong.push(error.stack ?? error.message));
  page.on("response", (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
  });
  return wrong;
}

/** The games that come with Cairn: each is a folder. */
export const SLUGS = readdirSync(new URL("../../src/cairn/games", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
  .map((entry) => entry.name.replaceAll("_", "-"));

export async function playNow(page: Page, slug: string): Promise<void> {
  await page.goto("/");
  await page.locator(`article:has(#game-${slug}) button.primary`).click();
  await page.waitForURL(/\/table\//);
  await page.waitForSelector(".stage");
}

/** The first game of a title, which explains itself, without a mouse. */
export async function learn(page: Page, slug: string): Promise<void> {
  await page.goto(`/learn/${slug}`);
  const start = page.getByRole("button", { name: "Play a first game" });
  await start.waitFor();
  for (let presses = 0; presses < 20 && !(await start.evaluate((node) => node === document.activeElement)); presses += 1) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/table\//);
  await page.waitForSelector(".stage");
}

/** From now on, note how long it takes from a click to the frame that shows where it led. */
export async function watchClicks(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    let clicked: number | null = null;
    addEventListener("click", () => (clicked = performance.now()), { capture: true });
    new MutationObserver((changes) => {
      if (clicked === null || !changes.some(({ attributeName }) => attributeName === "data-position")) return;
      const began = clicked;
      clicked = null;
      requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - began)));
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-position"] });
  });
  return () => page.evaluate(() => (window as unknown as { times: number[] }).times);
}

/** Resolves to true when it is our turn, to false when the game is over. */
async function asked(page: Page): Promise<boolean> {
  const found = await page.waitForSelector('#table[data-open="true"], #table[data-status="over"]', { timeout: 120_000 });
  return (await found.getAttribute("data-open")) === "true";
}

const position = (page: Page): Promise<string | null> => page.locator("#table").getAttribute("data-position");

/**
 * Click somewhere on a random choice, where nothing else lies over it; returns what kind of thing it was, or null if the
 * table has moved on from that position by itself: an answer may still be under way when the next pick begins.
 * After a first pick (a card) the next is of another kind (a cell), if there is one.
 */
async function pointAtChoice(page: Page, from: string | null, dice: number, last: string): Promise<string | null> {
  const found = await page.waitForFunction(
    ([was, random, before]) => {
      if (document.querySelector("#table")?.getAttribute("data-position") !== was) return "moved";
      const menu = document.querySelector(".menu") ?? document.querySelector(".thinking:has(.confirm)");
      const picked = document.querySelector("[data-picked]") !== null && document.querySelector(".thinking") === null;
      const kindOf = (node: Element): string => node.getAttribute("data-element")?.split(":")[0] ?? "";
      const lit = [...(menu ?? document).querySelectorAll<HTMLElement | SVGElement>(
        menu ? ".choice, .confirm" : picked ? "[data-lit]:not([data-picked])" : "[data-lit]:not([data-picked]), .choices .choice")];
      const others = lit.filter((node) => before !== "" && kindOf(node) !== before);
      const among = others.length > 0 ? others : lit;
      for (let tried = 0; tried < among.length; tried += 1) {
        const node = among[(Math.floor(random * among.length) + tried) % among.length];
        if (!node) continue;
        node.scrollIntoView({ block: "nearest", inline: "nearest" });
        const box = node.getBoundingClientRect();
        for (const [fx, fy] of [[0.5, 0.5], [0.3, 0.3], [0.7, 0.7], [0.5, 0.15], [0.5, 0.85], [0.15, 0.5], [0.85, 0.5]] as const) {
          const x = box.left + box.width * fx;
          const y = box.top + box.height * fy;
          const hit = document.elementFromPoint(x, y);
          if (hit && node.contains(hit)) return { x, y, kind: kindOf(node) };
        }
      }
      return null;
    },
    [from, dice, last] as const,
    { timeout: 15_000 },
  ).catch(() => {
    throw new Error("no choice can be pointed at");
  });
  const spot = await found.jsonValue();
  if (spot === null || spot === "moved") return null;
  await page.mouse.click(spot.x, spot.y);
  return spot.kind;
}

/** Tab to a choice, go on to a later one if there is one, press Enter. */
async function typeChoice(page: Page, dice: number): Promise<void> {
  const onChoice = (): Promise<string | null> =>
    page.evaluate(() => {
      const at = document.activeElement;
      if (!at?.matches("[data-lit]:not([data-picked]), .choices .choice, .menu .choice, .thinking .confirm")) return null;
      return at.getAttribute("data-element") ?? at.textContent;
    });
  let further = dice < 0.3 ? 1 : 0;
  const met = new Set<string>();
  for (let presses = 0; presses < 200; presses += 1) {
    const choice = await onChoice();
    if (choice !== null && (further-- <= 0 || met.has(choice))) {
      await page.keyboard.press("Enter");
      return;
    }
    if (choice !== null) met.add(choice);
    await page.keyboard.press("Tab");
  }
  throw new Error("no choice can be reached by Tab");
}

/** `make soak` plays every game to its end wherever `make test` has shown that end before: see docs/testing.md. */
export const SOAK = process.env["CAIRN_SOAK"] !== undefined;

/** What shows that a click was understood and something more is needed. */
const MARKS = ".menu, .thinking .confirm, [data-picked]";

/** Play on until the game is over, or for a number of decisions. Returns how many were made. */
export async function play(page: Page, way: Way, decisions = Infinity): Promise<number> {
  let seed = 7;
  const dice = (): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
  };
  let made = 0;
  while (made < decisions && (await asked(page))) {
    const before = await position(page);
    let last = "";
    for (let picks = 0; picks < 12; picks += 1) {
      const marks = await page.locator(MARKS).count();
      if (way === "mouse") last = (await pointAtChoice(page, before, dice(), last)) ?? last;
      else await typeChoice(page, dice());
      const moved = await page
        .waitForFunction(
          ([was, known, count]) => {
            if (document.querySelector("#table")?.getAttribute("data-position") !== was) return "moved";
            return document.querySelectorAll(known).length > count ? "picked" : false;
          },
          [before, MARKS, marks] as const,
          { timeout: 3000 },
        )
        .then((found) => found.jsonValue(), () => "nothing");
      if (moved === "moved") break;
    }
    expect(await position(page), "an answer moves the table").not.toBe(before);
    made += 1;
  }
  return made;
}

/** Play on until a button is there. */
export async function untilOffered(page: Page, button: Locator): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    if (!(await asked(page))) await playAgain(page);
    else if ((await button.count()) > 0) return;
    else await play(page, "mouse", 1);
  }
  throw new Error("the button never came");
}

/** From a table where the game is over to a new one. */
export async function playAgain(page: Page): Promise<void> {
  const table = page.url();
  await page.getByRole("button", { name: "Play again" }).click();
  await page.waitForURL((url) => url.href !== table && url.pathname.startsWith("/table/"));
  await page.waitForSelector('#table[data-status="running"]');
}

/** At a table of 5 Towers: bid so much until it is the highest bid. */
export async function outbid(page: Page, cards: number): Promise<void> {
  const paddle = page.locator(`[data-element="paddle:${cards}"][data-lit]`);
  const taking = page.locator("#prompt", { hasText: `Take ${cards} more of the ${cards}` });
  for (let tries = 0; tries < 60; tries += 1) {
    if (!(await asked(page))) {
      await playAgain(page);
      continue;
    }
    if ((await taking.count()) > 0) return;
    const before = await position(page);
    if ((await paddle.count()) > 0) await paddle.click();
    else await play(page, "mouse", 1);
    await page.waitForFunction((was) => document.querySelector("#table")?.getAttribute("data-position") !== was, before);
  }
  throw new Error("nobody let us have the cards");
}
