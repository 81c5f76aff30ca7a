import { readdirSync } from "node:fs";

import { expectNoBarrier } from "./barriers";
import { expect, test } from "./player";

/** The games that bring a lesson. */
const GAMES = new URL("../../src/cairn/games/", import.meta.url);
const TAUGHT = readdirSync(GAMES).filter((name) => !name.startsWith("_") && readdirSync(new URL(`${name}/`, GAMES)).includes("lesson.toml"))
  .map((name) => name.replaceAll("_", "-"));

for (const slug of TAUGHT) {
  for (const way of ["mouse", "keyboard"] as const) {
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
