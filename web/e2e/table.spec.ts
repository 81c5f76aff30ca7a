import { expect, play, playNow, test, watch } from "./player";

test("a friend comes by link and both play", async ({ page, browser }) => {
  await page.goto("/new/five-towers");
  await page.getByLabel("Seat 2", { exact: true }).selectOption("link");
  await page.getByRole("button", { name: "Start" }).click();
  const link = await page.locator("#invite").inputValue();

  const other = await (await browser.newContext()).newPage();
  const wrong = watch(other);
  await other.addInitScript(() => localStorage.setItem("cairn.settings", JSON.stringify({ speed: "instant" })));
  await other.goto(link);
  await other.getByLabel("Your name").fill("Zora");
  await other.getByRole("button", { name: "Sit down" }).click();
  await other.waitForSelector(".stage");
  await expect(page.locator(".seats")).toContainText("Zora");

  let left = 12;
  while (left-- > 0) {
    const first = page.locator('#table[data-open="true"]');
    const second = other.locator('#table[data-open="true"]');
    await expect(first.or(page.locator('#table[data-open="false"]'))).toBeVisible();
    await Promise.race([first.waitFor(), second.waitFor()]);
    await play((await first.count()) > 0 ? page : other, "mouse", 1);
  }
  await other.getByRole("tab", { name: "Chat" }).click();
  await other.getByLabel("Say something").fill("Good game");
  await other.getByRole("button", { name: "Send" }).click();
  await page.getByRole("tab", { name: /Chat/ }).click();
  await expect(page.locator(".chat")).toContainText("Good game");
  expect(wrong).toEqual([]);
});

test("a lost connection comes back by itself and says so", async ({ page }) => {
  const sockets: { close: (options: { code: number }) => Promise<void> }[] = [];
  await page.routeWebSocket(/\/socket/, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  await playNow(page, "five-towers");
  await play(page, "mouse", 2);
  await page.waitForSelector('#table[data-open="true"]');
  const before = await page.locator("#table").getAttribute("data-position");
  await sockets.at(-1)?.close({ code: 1012 });
  await expect(page.locator(".notice")).toContainText("lost");
  await expect(page.locator(".notice")).toContainText("Connected again");
  expect(await page.locator("#table").getAttribute("data-position")).toBe(before);
  await play(page, "mouse", 2);
});

test("a choice can be taken back", async ({ page }) => {
  await playNow(page, "five-towers");
  // Bids are followed by other seats; taking cards is one's own until the last one.
  for (let tries = 0; tries < 40; tries += 1) {
    await play(page, "mouse", 1);
    const undo = page.getByRole("button", { name: "Undo" });
    await page.waitForSelector('#table[data-open="true"]');
    if (await undo.isEnabled()) {
      const view = await page.locator("#prompt").textContent();
      await play(page, "mouse", 1);
      if (await undo.isEnabled()) {
        await undo.click();
        await expect(page.locator(".log")).toContainText("taken back");
        await expect(page.locator("#prompt")).toHaveText(view ?? "");
        return;
      }
    }
  }
  throw new Error("no choice could be taken back");
});

test("hints name choices with their chances and can be taken", async ({ page }) => {
  await playNow(page, "five-towers");
  await page.waitForSelector('#table[data-open="true"]');
  await page.keyboard.press("h");
  const hints = page.locator(".hints ol button");
  await expect(hints.first()).toContainText("% to win");
  await hints.first().click();
  await expect(page.locator(".hints")).toHaveCount(0);
});

test("a finished game is replayed, by a link to a move, with the eyes of a seat", async ({ page }) => {
  await playNow(page, "five-towers");
  await play(page, "keyboard");
  await page.getByRole("link", { name: "Look at it again" }).click();
  await page.waitForSelector(".replay .stage");
  await page.getByRole("button", { name: "First move" }).click();
  await page.getByRole("button", { name: "One move on" }).click();
  await page.getByLabel("Seen by").selectOption("0");
  await expect(page).toHaveURL(/\/replay\/[^/]+\/\d+\?seat=0/);
  const shown = await page.locator(".replay").getAttribute("data-move");
  await page.goto(page.url());
  await expect(page.locator(".replay")).toHaveAttribute("data-move", shown ?? "");
  await expect(page.getByLabel("Seen by")).toHaveValue("0");
});

test("the live region tells what others do and what is asked", async ({ page }) => {
  await playNow(page, "five-towers");
  await play(page, "keyboard", 3);
  await page.waitForSelector('#table[data-open="true"]');
  await expect(page.locator("[aria-live=polite]").first()).toContainText("Your turn:");
});

test("a first game explains each decision as it comes", async ({ page }) => {
  await page.goto("/learn/five-towers");
  await page.getByRole("button", { name: "Learn by playing" }).click();
  await page.waitForSelector('#table[data-open="true"]');
  await expect(page.locator(".coach")).toContainText("FT-");
  await play(page, "mouse");
  await expect(page.locator(".result")).toBeVisible();
});
