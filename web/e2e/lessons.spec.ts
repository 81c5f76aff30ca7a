import { readdirSync } from "node:fs";

import { expectNoBarrier } from "./barriers";
import { expect, SOAK, test } from "./player";

/** The games that bring a lesson. */
const GAMES = new URL("../../src/cairn/games/", import.meta.url);
const TAUGHT = readdirSync(GAMES).filter((name) => !name.startsWith("_") && readdirSync(new URL(`${name}/`, GAMES)).includes("lesson.toml"))
  .map((name) => name.replaceAll("_", "-"));

/** One lesson page serves all games; where it does not depend on the board, one game shows it, and a soak shows all. */
const SHOWN = SOAK ? TAUGHT : ["solstis"];

for (const slug of TAUGHT) {
  for (const way of SHOWN.includes(slug) ? (["mouse", "keyboard"] as const) : (["mouse"] as const)) {
    test(`the lesson of ${slug} by ${way}, to the first game`, async ({ page }) => {
      await page.goto(`/learn/${slug}`);
      await page.getByRole("link", { name: "Take the lesson" }).click();
      await page.waitForSelector(".lesson .stage");
      const lesson = page.locator(".lesson");
      const steps = Number(await page.locator("progress").getAttribute("max"));
      const at = async (): Promise<string> => `${await lesson.getAttribute("data-step")} ${await lesson.getAttribute("data-phase")}`;
      const unseen: string[] = [];
      if (way === "keyboard") await page.keyboard.press("Shift");
      for (let pressed = 0; pressed < 4 * steps; pressed += 1) {
        await expect(lesson).not.toHaveAttribute("data-phase", "watch");
        const before = await at();
        const go = page.locator(".lesson .go");
        if (before.startsWith(`${steps - 1} `)) break;
        if (before.endsWith("read") || before.endsWith("choose")) unseen.push(...(await notSeen(page, slug)));
        const target = (await go.count()) > 0 ? go.first() : page.locator("[data-lit]:not([data-picked])").first();
        if (way === "mouse") await target.click();
        else {
          await expect(target).toBeFocused();
          await page.keyboard.press("Enter");
        }
        // A second pick or a menu may come first; then the lesson goes on.
        await expect.poll(async () => (await at()) !== before || (await page.locator(".menu, [data-picked]").count()) > 0).toBe(true);
        const menu = page.locator(".menu .choice");
        if ((await at()) === before && (await menu.count()) > 0) await menu.first().click();
      }
      expect(unseen).toEqual([]);
      await page.getByRole("button", { name: "Play your first game" }).click();
      await page.waitForURL(/\/table\/.*learn/);
      await expect(page.locator(".coach")).toBeVisible();
    });
  }

  if (SHOWN.includes(slug)) test(`two take the lesson of ${slug} together`, async ({ page }) => {
    await page.goto(`/learn/${slug}`);
    await page.getByRole("link", { name: "Teach a friend" }).click();
    await page.waitForSelector(".lesson .stage");
    await expect(page.locator(".coach")).toContainText("You are two at one screen");
    const lesson = page.locator(".lesson");
    const own = await lesson.getAttribute("data-seat");
    const steps = Number(await page.locator("progress").getAttribute("max"));
    const at = async (): Promise<string> => `${await lesson.getAttribute("data-step")} ${await lesson.getAttribute("data-phase")}`;
    let chosenByFriend = 0;
    for (let pressed = 0; pressed < 6 * steps; pressed += 1) {
      await expect(lesson).not.toHaveAttribute("data-phase", "watch");
      const before = await at();
      if (before.startsWith(`${steps - 1} `)) break;
      if (before.endsWith("choose") && (await lesson.getAttribute("data-seat")) !== own) {
        chosenByFriend += 1;
        await expect(page.locator(".said")).toContainText("your turn");
      }
      const go = page.locator(".lesson .go");
      await ((await go.count()) > 0 ? go.first() : page.locator("[data-lit]:not([data-picked])").first()).click();
      await expect.poll(async () => (await at()) !== before || (await page.locator(".menu, [data-picked]").count()) > 0).toBe(true);
      const menu = page.locator(".menu .choice");
      if ((await at()) === before && (await menu.count()) > 0) await menu.first().click();
    }
    expect(chosenByFriend).toBeGreaterThan(3);
    await page.getByRole("button", { name: "Play a game together" }).click();
    await page.waitForURL(/\/table\//);
    await expect(page.locator("#invite")).toBeVisible();
  });

  test(`${slug} on one page, wide and on a phone, and printed on one sheet`, async ({ page }) => {
    for (const [width, height] of [[390, 844], [1280, 800]] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`/summary/${slug}`);
      const lines = page.locator(".sheet ol li");
      await expect(lines.first()).toBeVisible();
      await expect(page.locator(".sheet .nr")).toHaveCount(await lines.count());
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    const sheet = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString("latin1");
    expect(sheet.match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1);
    await expectNoBarrier(page, `the summary of ${slug}`);
  });

  test(`the rules of ${slug} lead from the goal to the end, with drawn examples`, async ({ page }) => {
    await page.goto(`/learn/${slug}`);
    const headings = page.locator(".text h2");
    await expect(headings.first()).toHaveText("The goal");
    expect((await headings.allTextContents()).filter((text) => /went|settled/.test(text))).toEqual([]);
    await expect(page.locator(".text table")).toHaveCount(0);
    const figures = page.locator(".text figure");
    await expect.poll(async () => figures.count()).toBeGreaterThan(2);
    await figures.first().scrollIntoViewIfNeeded();
    await expect(figures.first().locator(".stage")).toBeVisible();
  });

  test(`the lesson of ${slug} fits a phone and has no serious barrier`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/lesson/${slug}`);
    await page.waitForSelector(".lesson .stage");
    await page.locator(".lesson .go").first().click();
    await expect(page.locator(".lesson")).toHaveAttribute("data-step", "1");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectNoBarrier(page, `the lesson of ${slug}`);
  });
}

/** What the step points at and the board does not show. */
async function notSeen(page: import("@playwright/test").Page, slug: string): Promise<string[]> {
  const lesson = (await (await page.request.get(`/api/games/${slug}/lesson`)).json()) as { steps: { point: string[] }[] };
  const step = Number(await page.locator(".lesson").getAttribute("data-step"));
  return page.evaluate(
    (names) => names.filter((name) => document.querySelector(`[data-element="${CSS.escape(name)}"]`) === null),
    lesson.steps[step]?.point ?? [],
  );
}
