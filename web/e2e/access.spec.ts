import { expectNoBarrier } from "./barriers";
import { expect, play, playNow, SLUGS, test } from "./player";

const PAGES = ["/", "/new/solstis", "/learn", "/learn/five-towers", "/you", "/nowhere"];

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
