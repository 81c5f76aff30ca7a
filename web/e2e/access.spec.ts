import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { expect, play, playNow, SLUGS, test } from "./player";

const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const PAGES = ["/", "/new/solstis", "/learn", "/learn/five-towers", "/you", "/nowhere"];

async function serious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 140)}`));
}

/** Look at a page as it is, in light and dark, at both sizes. */
async function expectNoBarrier(page: Page, what: string): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await serious(page), `${what}, ${size}, ${colorScheme}`).toEqual([]);
    }
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
