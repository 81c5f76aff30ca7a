import { expect, play, playNow, test } from "./player";

for (const slug of ["five-towers", "the-peak", "solstis", "peaks", "five-peaks"]) {
  for (const way of ["mouse", "keyboard"] as const) {
    test(`a whole game of ${slug} by ${way}`, async ({ page }) => {
      test.setTimeout(900_000);
      await playNow(page, slug);
      const made = await play(page, way);
      expect(made).toBeGreaterThan(3);
      await expect(page.locator(".result h2")).toBeVisible();
    });
  }

  test(`${slug} on a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await playNow(page, slug);
    await play(page, "mouse", 6);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
}
