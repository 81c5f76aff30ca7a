import { expect, learn, play, playNow, SLUGS, SOAK, test, watchClicks } from "./player";

/** Milliseconds from a click to what it led to, nineteen times of twenty: printed always, held to on a machine that does nothing else. */
const LIMIT = 100;

/** Games of some hundred decisions: by mouse to the end, by keyboard so far only. */
const LONG = new Set(["five-peaks", "peaks"]);
const BY_KEYBOARD = 25;

for (const slug of SLUGS) {
  test(`a whole game of ${slug} by mouse, quick to the end`, async ({ page }) => {
    test.setTimeout(600_000);
    const clicks = await watchClicks(page);
    await playNow(page, slug);
    const made = await play(page, "mouse");
    expect(made).toBeGreaterThan(3);
    await expect(page.locator(".result h2")).toBeVisible();

    const times = await clicks();
    const late = times.slice(Math.floor(times.length / 2)).sort((a, b) => a - b);
    const slow = late[Math.floor(late.length * 0.95)] ?? Infinity;
    console.log(`${slug}: ${made} decisions; late ones shown in ${Math.round(late[late.length >> 1] ?? 0)} ms (median), ${Math.round(slow)} ms (95th percentile)`);
    if (process.env["CAIRN_STRICT_SPEED"]) expect(slow).toBeLessThan(LIMIT);
  });

  test(`a first game of ${slug} by keyboard explains itself`, async ({ page }) => {
    test.setTimeout(600_000);
    await learn(page, slug);
    await page.waitForSelector('#table[data-open="true"]');
    await expect(page.locator(".coach")).toContainText(/[A-Z]{2}-\d+/);
    if (LONG.has(slug) && !SOAK) {
      expect(await play(page, "keyboard", BY_KEYBOARD)).toBe(BY_KEYBOARD);
      return;
    }
    expect(await play(page, "keyboard")).toBeGreaterThan(3);
    await expect(page.locator(".result h2")).toBeVisible();
    await expect(page.locator(".coach")).toContainText("That was a whole game");
  });

  test(`${slug} on a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await playNow(page, slug);
    await play(page, "mouse", 6);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
}
