import AxeBuilder from "@axe-core/playwright";

import { expect, test } from "./player";

test.describe("a change of one card", () => {
  test.use({ expected: /422/ });

  test("a designer edits a card, compares, reads the verdict, plays with it and hands on the link", async ({ page, browser }) => {
    await page.goto("/");
    await page.getByRole("link", { name: "Lab" }).click();
    await page.getByRole("link", { name: /5 Towers/ }).click();
    await expect(page.getByRole("button", { name: "Compare" })).toBeDisabled();

    // What cannot be is refused beside its field.
    await page.getByLabel("Kind").selectOption({ label: "Settings" });
    await page.getByLabel("Entry").selectOption({ label: "Values" });
    const highest = page.getByLabel("Highest", { exact: true });
    await highest.fill("99");
    await expect(page.getByRole("alert")).toContainText("values.highest");
    await expect(highest).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByRole("button", { name: "Compare" })).toBeDisabled();

    await highest.fill("9");
    await page.getByLabel("Extra", { exact: true }).fill("");
    await expect(page.getByRole("list", { name: "Changes" })).toContainText("values.highest 15 → 9");
    await expect(page.getByRole("alert")).toHaveCount(0);

    await page.getByLabel("Name of the change").fill("Low towers");
    await page.getByLabel("What should change?").selectOption("turns");
    await page.getByLabel("Maximum pairs of games").fill("80");
    await page.getByRole("button", { name: "Compare" }).click();
    const verdict = page.locator(".verdict");
    await expect(verdict).toHaveAttribute("data-status", "running");
    await expect(verdict).toHaveAttribute("data-status", "done", { timeout: 180_000 });
    await expect(verdict.locator(".sentences")).toContainText("go down");
    const found = await new AxeBuilder({ page }).analyze();
    expect(found.violations).toEqual([]);

    // Somebody else reads it by the link, with nothing to set up.
    const other = await (await browser.newContext()).newPage();
    await other.goto(page.url());
    await expect(other.locator(".sentences")).toContainText("go down");
    const report = await other.request.get((await other.getByRole("link", { name: "Read the report" }).getAttribute("href")) ?? "");
    expect(await report.text()).toContain("Low towers");
    await other.context().close();

    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the pack" }).click();
    expect((await saved).suggestedFilename()).toBe("low-towers.toml");

    await page.getByRole("button", { name: "Play with it" }).click();
    await page.waitForSelector(".stage");
    await expect(page.getByRole("link", { name: "with Low towers" })).toBeVisible();
  });
});

test("a card is drawn as it is edited, also on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/lab/peaks");
  await page.getByLabel("Kind").selectOption({ label: "Mountains" });
  await page.getByLabel("Entry").selectOption({ label: "Triglav" });
  const drawing = page.locator(".drawing img");
  await expect(drawing).toBeVisible();
  const before = await drawing.getAttribute("src");
  await page.getByLabel("Energy", { exact: true }).fill("17");
  await expect(drawing).not.toHaveAttribute("src", before ?? "");
  expect(decodeURIComponent((await drawing.getAttribute("src")) ?? "")).toContain("17");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide).toBeLessThanOrEqual(0);
});
