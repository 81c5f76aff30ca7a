/** Looks for what shuts people out, with axe. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** Until the colours of the other light are there: contrast is measured on what is painted. */
async function coloured(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
  await page.waitForFunction(() => document.getAnimations().every((one) => !(one instanceof CSSTransition) || one.playState === "finished"));
}

async function serious(page: Page, rules: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 140)}`));
}

/** Look at a page as it is, in light and dark, at both sizes. Only contrast depends on the light. */
export async function expectNoBarrier(page: Page, what: string): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: "light" });
    await coloured(page);
    expect(await serious(page, []), `${what}, ${size}, light`).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await coloured(page);
    expect(await serious(page, ["color-contrast"]), `${what}, ${size}, dark`).toEqual([]);
  }
}
