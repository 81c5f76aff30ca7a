import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { expect, play, playNow, SLUGS, test } from "./player";

/** Longer than any transition of a colour, in milliseconds. */
const COLOURS_CHANGE = 400;
const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const PAGES = ["/", "/new/solstis", "/learn", "/learn/five-towers", "/you", "/nowhere"];

async function serious(page: Page, rules: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 140)}`));
}

/** Look at a page as it is, in light and dark, at both sizes. Only contrast depends on the light. */
async function expectNoBarrier(page: Page, what: string): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: "light" });
    await page.waitForTimeout(COLOURS_CHANGE);
    expect(await serious(page, []), `${what}, ${size}, light`).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.waitForTimeout(COLOURS_CHANGE);
    expect(await serious(page, ["color-contrast"]), `${what}, ${size}, dark`).toEqual([]);
  }
}

for (const address of PAGES) {
  test(`the page ${address} has no serious barrier`, async ({ page }) => {
    await page.goto(address);
    await page.waitForSelector("main h1");
    await expectNoBarrier(page, address);
  });
}

for (const slug of SLUGS) {
  test(`the table of ${slug} has no serious barrier`, async ({ page }) => {
    await playNow(page, slug);
    await play(page, "mouse", 5);
    await page.waitForSelector('#table[data-open="true"]');
    await expectNoBarrier(page, slug);
    const nameless = await page.locator("[data-element]").evaluateAll((pieces) =>
      pieces.filter((piece) => !piece.getAttribute("aria-label")).map((piece) => piece.getAttribute("data-element")));
    expect(nameless).toEqual([]);
  });
}
