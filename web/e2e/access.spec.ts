import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { expect, play, playNow, test } from "./player";

const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const PAGES = ["/", "/new/solstis", "/learn", "/learn/five-towers", "/you", "/nowhere"];

async function serious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 140)}`));
}

for (const scheme of ["light", "dark"] as const) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test.describe(`${scheme}, ${size}`, () => {
      test.use({ colorScheme: scheme, viewport });

      test("pages have no serious barrier", async ({ page }) => {
        for (const address of PAGES) {
          await page.goto(address);
          await page.waitForSelector("main h1");
          expect(await serious(page), address).toEqual([]);
        }
      });

      for (const slug of ["five-towers", "the-peak", "solstis", "peaks", "five-peaks"]) {
        test(`the table of ${slug} has no serious barrier`, async ({ page }) => {
          await playNow(page, slug);
          await play(page, "mouse", 5);
          await page.waitForSelector('#table[data-open="true"]');
          expect(await serious(page)).toEqual([]);
        });
      }
    });
  }
}
