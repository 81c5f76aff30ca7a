/** Looks for what shuts people out, with axe. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

import { SOAK } from "./player";

const SIZES = {
  wide: { viewport: { width: 1280, height: 800 }, light: "light" },
  phone: { viewport: { width: 390, height: 844 }, light: "dark" },
} as const;

/** Until the colours of the other light are there: contrast is measured on what is painted. */
async function coloured(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
  await page.waitForFunction(() => document.getAnimations().every((one) => !(one instanceof CSSTransition) || one.playState === "finished"));
}

async function serious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 140)}`));
}

/**
 * Look at a page as it is, at both sizes, and in light and dark. Only contrast depends on the light, and it is what takes
 * time: each size and each light is measured once, and every pair of them in `make soak`.
 */
export async function expectNoBarrier(page: Page, what: string): Promise<void> {
  for (const [size, { viewport, light }] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of SOAK ? (["light", "dark"] as const) : [light]) {
      await page.emulateMedia({ colorScheme });
      await coloured(page);
      expect(await serious(page), `${what}, ${size}, ${colorScheme}`).toEqual([]);
    }
  }
}
