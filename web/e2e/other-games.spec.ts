/** Games that are packages of their own: one with a board in JavaScript, one that has only the generic board. */
import { expectNoBarrier } from "./barriers";
import { expect, learn, play, playNow, test } from "./player";

test.use({ baseURL: `http://127.0.0.1:${Number(process.env["CAIRN_TEST_PORT"] ?? 8797) + 1}` });

test("a whole game on the board that the game brings, by mouse", async ({ page }) => {
  await playNow(page, "connect-four");
  await expect(page.locator(".four")).toBeVisible();
  expect(await play(page, "mouse")).toBeGreaterThan(2);
  await expect(page.locator(".result h2")).toBeVisible();
});

test("a first game on the board that the game brings, by keyboard", async ({ page }) => {
  await learn(page, "connect-four");
  expect(await play(page, "keyboard")).toBeGreaterThan(2);
  await expect(page.locator(".result h2")).toBeVisible();
});

for (const [slug, address] of [["connect-four", "?board=generic"], ["stone-soup", ""]] as const) {
  test(`a whole game of ${slug} on the generic board`, async ({ page }) => {
    await playNow(page, slug);
    await page.goto(page.url() + address);
    await expect(page.locator(".generic")).toBeVisible();
    await expect(page.locator(".four")).toHaveCount(0);
    expect(await play(page, "mouse", 2)).toBe(2);
    await play(page, "keyboard");
    await expect(page.locator(".result h2")).toBeVisible();
  });

  test(`${slug} on the generic board has no serious barrier and fits a phone`, async ({ page }) => {
    await playNow(page, slug);
    await page.goto(page.url() + address);
    await page.waitForSelector('#table[data-open="true"]');
    await expectNoBarrier(page, slug);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
}

test("the board that a game brings has no serious barrier and fits a phone", async ({ page }) => {
  await playNow(page, "connect-four");
  await page.waitForSelector('#table[data-open="true"]');
  await expectNoBarrier(page, "connect-four");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
