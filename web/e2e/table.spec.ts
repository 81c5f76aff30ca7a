import { gzipSync } from "node:zlib";

import type { Locator } from "@playwright/test";

import { expect, outbid, play, playAgain, playNow, SLUGS, SOAK, test, untilOffered, watch } from "./player";

test("a friend comes by link and both play", async ({ page, browser }) => {
  await page.goto("/new/five-towers");
  await page.getByLabel("Seat 2", { exact: true }).selectOption("link");
  await page.getByRole("button", { name: "Start" }).click();
  const link = await page.locator("#invite").inputValue();

  const context = await browser.newContext();
  const other = await context.newPage();
  const wrong = watch(other);
  await other.addInitScript(() => localStorage.setItem("cairn.settings", JSON.stringify({ speed: "instant" })));
  await other.goto(link);
  await other.getByLabel("Your name").fill("Zora");
  await other.getByRole("button", { name: "Take a seat" }).click();
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
  await other.getByLabel("Write a message").fill("Good game");
  await other.getByRole("button", { name: "Send" }).click();
  await page.getByRole("tab", { name: /Chat/ }).click();
  await expect(page.locator(".chat")).toContainText("Good game");
  expect(wrong).toEqual([]);
  await context.close();
});

test("two people play a match of The Peak, and exchange the sides", async ({ page, browser }) => {
  test.setTimeout(600_000);
  await page.goto("/new/the-peak");
  const option = (name: string): Locator => page.locator("label.option", { has: page.getByText(name, { exact: true }) }).locator("select");
  await expect(option("Match")).toHaveValue("one");
  await page.getByLabel("Mountain", { exact: true }).selectOption("link");
  await expect(option("Match")).toHaveValue("two");
  await option("Edition").selectOption("final");
  await page.getByRole("button", { name: "Start" }).click();
  const link = await page.locator("#invite").inputValue();

  const context = await browser.newContext();
  const other = await context.newPage();
  const wrong = watch(other);
  await other.addInitScript(() => localStorage.setItem("cairn.settings", JSON.stringify({ speed: "instant" })));
  await other.goto(link);
  await other.getByLabel("Your name").fill("Zora");
  await other.getByRole("button", { name: "Take a seat" }).click();
  await other.waitForSelector(".stage");

  const mountain = page.locator('section[aria-label="Mountain"] header');
  const second = page.getByText("Game 2/2");
  const over = page.locator('#table[data-status="over"]');
  await expect(mountain).toContainText("Zora");
  let sides = "Zora";
  let left = SOAK ? Infinity : 6;
  while ((await over.count()) === 0 && left > 0) {
    const [first, last] = [page, other].map((one) => one.locator('#table[data-open="true"]'));
    await Promise.race([first?.waitFor(), last?.waitFor(), over.waitFor()]);
    if ((await over.count()) > 0) break;
    await play((await first?.count()) ? page : other, "mouse", 1);
    if (sides === "Zora" && (await second.count()) > 0) {
      await expect(mountain).not.toContainText("Zora");
      await expect(page.locator(".own-things")).toContainText("Your hand");
      await expect(other.locator(".own-things")).toContainText("You have kept");
      sides = "exchanged";
    }
    if (sides === "exchanged") left -= 1;
  }
  expect(sides).toBe("exchanged");
  if (SOAK) await expect(page.locator(".result h2")).toBeVisible();
  expect(wrong).toEqual([]);
  await context.close();
});

for (const finger of [false, true]) {
  test(`seats are dragged into another order ${finger ? "by finger" : "by mouse"}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL ?? "", hasTouch: finger, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.goto("/new/five-towers");
    const holders = page.locator(".seats select");
    await expect(holders).toHaveCount(2);
    const before = await holders.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value));
    const [from, to] = await page.locator(".seats [data-grip]").evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map((box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 })));
    if (!from || !to) throw new Error("there are no grips");
    if (finger) {
      const touch = await context.newCDPSession(page);
      const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]): Promise<unknown> =>
        touch.send("Input.dispatchTouchEvent", { type, touchPoints });
      await send("touchStart", [from]);
      await send("touchMove", [{ x: from.x, y: (from.y + to.y) / 2 }]);
      await send("touchMove", [to]);
      await send("touchEnd", []);
    } else {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.mouse.up();
    }
    await expect.poll(() => holders.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value))).toEqual(before.toReversed());
    await expect(page.locator(".seats .dragged")).toHaveCount(0);
    await context.close();
  });
}

test("a lost connection comes back by itself and says so", async ({ page }) => {
  const sockets: { close: (options: { code: number }) => Promise<void> }[] = [];
  await page.routeWebSocket(/\/socket/, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  // Notices go away by themselves, so they are written down as they come.
  await page.addInitScript(() => {
    const notices: string[] = [];
    Object.assign(window, { notices });
    new MutationObserver(() => {
      const notice = document.querySelector(".notice")?.textContent ?? "";
      if (notice !== "" && notice !== notices.at(-1)) notices.push(notice);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await playNow(page, "five-towers");
  await play(page, "mouse", 2);
  await page.waitForSelector('#table[data-open="true"]');
  const before = await page.locator("#table").getAttribute("data-position");
  await sockets.at(-1)?.close({ code: 1012 });
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { notices: string[] }).notices.slice(-2)))
    .toEqual(["Connection lost. Trying again …", "You are back. Nothing was lost."]);
  expect(await page.locator("#table").getAttribute("data-position")).toBe(before);
  await play(page, "mouse", 2);
});

test("a choice can be undone", async ({ page }) => {
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
        await expect(page.locator(".log")).toContainText("undone");
        await expect(page.locator("#prompt")).toHaveText(view ?? "");
        return;
      }
    }
  }
  throw new Error("no choice could be undone");
});

test("cards are gathered, put back by a click, and count when the last one is confirmed", async ({ page }) => {
  await playNow(page, "five-towers");
  const prompt = page.locator("#prompt");
  const confirm = page.getByRole("button", { name: "Confirm" });
  await outbid(page, 3);
  await expect(prompt).toContainText("Take 3 more of the 3");

  await page.locator(".slot [data-lit]").first().click();
  await expect(prompt).toContainText("Take 2 more");
  await page.locator(".slot [data-lit]").first().click();
  await expect(prompt).toContainText("Take 1 more");
  await expect(page.locator(".thinking")).toContainText("2 chosen");
  await expect(confirm).toHaveCount(0);

  const first = page.locator(".hand [data-picked]").first();
  await expect(first).toHaveAttribute("aria-label", /put back$/);
  await first.click();
  await page.waitForSelector('#table[data-open="true"]');
  await expect(prompt).toContainText("Take 2 more");
  await expect(page.locator(".thinking")).toContainText("1 chosen");

  await page.locator(".slot [data-lit]").first().click();
  await expect(prompt).toContainText("Take 1 more");
  const before = await page.locator("#table").getAttribute("data-position");
  await page.locator(".slot [data-lit]").first().click();
  await expect(page.locator(".slot [data-picked]")).toHaveCount(1);
  await expect(confirm).toBeVisible();
  expect(await page.locator("#table").getAttribute("data-position")).toBe(before);
  await confirm.click();
  await expect(page.locator(".thinking")).toHaveCount(0);
  await expect(prompt).not.toContainText("Take");
});

test("an end that cannot be undone is asked about, unless one does not want to be asked", async ({ page }) => {
  await playNow(page, "the-peak");
  const end = page.locator(".choices").getByRole("button", { name: "End the turn" });
  const asked = page.locator(".thinking");
  await untilOffered(page, end);
  const before = await page.locator("#table").getAttribute("data-position");
  await end.click();
  await expect(asked).toContainText("cannot undo this");
  expect(await page.locator("#table").getAttribute("data-position")).toBe(before);
  await asked.getByRole("button", { name: "Not yet" }).click();
  await expect(asked).toHaveCount(0);
  await end.click();
  await asked.getByRole("button", { name: "End the turn" }).click();
  await expect(page.locator("#table")).not.toHaveAttribute("data-position", before ?? "");

  const address = page.url();
  await page.goto("/you");
  await expect(page.getByLabel("Ask before I do something I cannot undo")).toBeChecked();
  await page.addInitScript(() => localStorage.setItem("cairn.settings", JSON.stringify({ speed: "instant", careful: false })));
  await page.goto(address);
  await untilOffered(page, end);
  const then = await page.locator("#table").getAttribute("data-position");
  await end.click();
  await expect(page.locator("#table")).not.toHaveAttribute("data-position", then ?? "");
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

test("a turn can be begun again", async ({ page }) => {
  await playNow(page, "five-towers");
  const restart = page.getByRole("button", { name: "Restart turn" });
  for (let tries = 0; tries < 40; tries += 1) {
    await play(page, "mouse", 1);
    await page.waitForSelector('#table[data-open="true"]');
    if (await restart.isDisabled()) continue;
    await page.keyboard.press("r");
    await expect(page.locator(".log")).toContainText("undone");
    await expect(restart).toBeDisabled();
    return;
  }
  throw new Error("no turn could be begun again");
});

test("points are counted line by line with what they come from, until one skips it; playing again does not wait", async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem("cairn.settings", JSON.stringify({ speed: "fast", level: "hiker" }));
    const counted: string[] = [];
    Object.assign(window, { counted });
    new MutationObserver(() => {
      const line = document.querySelector(".result.counting h2")?.textContent;
      const shining = [...document.querySelectorAll("[data-scored]")].map((node) => node.getAttribute("data-element"));
      if (line && shining.length > 0) counted.push(`${line}: ${shining.join(" ")}`);
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["data-scored"] });
  });
  await playNow(page, "five-towers");
  await play(page, "mouse");
  await expect(page.getByRole("button", { name: "Play again" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator(".result.counting")).toHaveCount(0);
  await expect(page.locator("[data-scored]")).toHaveCount(0);
  await expect(page.locator(".result h2")).toHaveText(/win|share/i);
  const counted = await page.evaluate(() => (window as unknown as { counted: string[] }).counted);
  expect(counted[0]).toMatch(/tower:[01]:/);

  await page.getByRole("tab", { name: "Scores" }).click();
  const line = page.locator(".panel tbody tr", { has: page.locator("td", { hasText: /^[1-9]/ }) }).first();
  await line.hover();
  await expect(page.locator("[data-scored]").first()).toBeVisible();

  await page.getByRole("link", { name: "Watch the replay" }).click();
  await page.waitForSelector(".replay .stage");
  await page.getByRole("tab", { name: "Scores" }).click();
  await line.getByRole("button").focus();
  await expect(page.locator("[data-scored]").first()).toBeVisible();
});

test("a finished game is replayed, by a link to a move, with the eyes of a seat, and played again", async ({ page }) => {
  await playNow(page, "five-towers");
  await play(page, "mouse");
  const table = page.url();
  await page.getByRole("link", { name: "Watch the replay" }).click();
  await page.waitForSelector(".replay .stage");
  await page.getByRole("button", { name: "First move" }).click();
  await page.getByRole("button", { name: "Next move" }).click();
  await page.getByLabel("View as").selectOption("1");
  await expect(page).toHaveURL(/\/replay\/[^/]+\/\d+\?seat=1/);
  const shown = await page.locator(".replay").getAttribute("data-move");
  await page.goto(page.url());
  await expect(page.locator(".replay")).toHaveAttribute("data-move", shown ?? "");
  await expect(page.getByLabel("View as")).toHaveValue("1");

  await page.goto(table);
  await playAgain(page);
  await page.waitForSelector('#table[data-open="true"]');
});

test("a replay of a game longer than a page of the log has every move once", async ({ page }) => {
  test.setTimeout(400_000);
  await page.goto("/");
  const id = await page.evaluate(async () => {
    const send = (address: string, body: unknown): Promise<Response> =>
      fetch(`/api${address}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    await send("/guests", { name: "Ana" });
    const seats = [{ kind: "bot", bot: "hiker" }, { kind: "bot", bot: "hiker" }];
    const made = (await (await send("/tables", { game: "peaks", seats, pace: 0 })).json()) as { id: string };
    return made.id;
  });
  await expect.poll(() => page.evaluate(async (table) => (await (await fetch(`/api/tables/${table}`)).json()).status, id), { timeout: 120_000 }).toBe("over");
  await page.goto(`/replay/${id}`);
  await page.waitForSelector(".replay .stage");
  const last = Number(await page.locator(".replay").getAttribute("data-move"));
  expect(last).toBeGreaterThan(200);
  await expect(page.locator("footer .count")).toHaveText(`Move ${last} of ${last}`);
  await expect(page.locator(".seats li")).toHaveCount(2);
});

test("a finished game is reviewed: a graph to scrub by, luck apart from choices, and the moments that decided it", async ({ page }) => {
  test.setTimeout(240_000);
  await page.goto("/");
  const id = await page.evaluate(async () => {
    const send = (address: string, body: unknown): Promise<Response> =>
      fetch(`/api${address}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    await send("/guests", { name: "Ana" });
    const seats = [{ kind: "bot", bot: "climber" }, { kind: "bot", bot: "hiker" }];
    return ((await (await send("/tables", { game: "solstis", seats, pace: 0 })).json()) as { id: string }).id;
  });
  await expect.poll(() => page.evaluate(async (table) => (await (await fetch(`/api/tables/${table}`)).json()).status, id), { timeout: 60_000 }).toBe("over");
  await page.goto(`/replay/${id}`);
  await page.waitForSelector(".replay .stage");
  await page.getByRole("tab", { name: "Review" }).click();
  await page.getByRole("button", { name: "Review this game" }).click();
  const graph = page.getByRole("slider", { name: /Win chances by move/ });
  await expect(graph).toBeVisible({ timeout: 180_000 });
  const last = Number(await graph.getAttribute("aria-valuenow"));
  await graph.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(graph).toHaveAttribute("aria-valuenow", String(last - 1));
  await expect(page.locator(".replay")).not.toHaveAttribute("data-move", String(last));
  await expect(page.getByRole("img", { name: /start .* luck .* result/ })).toHaveCount(2);
  await page.locator(".moments button").first().click();
  await expect(graph).not.toHaveAttribute("aria-valuenow", String(last - 1));
  await page.setViewportSize({ width: 390, height: 780 });
  await expect(graph).toBeVisible();
});

test("a line of the log leads back to its position, and from there to the present", async ({ page }) => {
  await playNow(page, "five-towers");
  await play(page, "mouse", 4);
  await page.waitForSelector('#table[data-open="true"]');
  await page.locator(".log li button:enabled").first().click();
  await expect(page.locator("#prompt")).toContainText("You are looking at move");
  await expect(page.locator("[data-lit]")).toHaveCount(0);
  await page.getByRole("button", { name: "Back to now" }).click();
  await page.waitForSelector('#table[data-open="true"]');
});

test("the score sheet has a column for each seat", async ({ page }) => {
  await playNow(page, "solstis");
  await page.getByRole("tab", { name: "Scores" }).click();
  await expect(page.locator(".panel thead th")).toHaveCount(2);
  await expect(page.locator(".panel tfoot")).toContainText("Total");
});

for (const slug of SLUGS) {
  test(`${slug} explains what is pointed at, and why something cannot be chosen, with the rule`, async ({ page }) => {
    await playNow(page, slug);
    await page.waitForSelector('#table[data-open="true"]');
    await page.locator("main [data-element]:not([data-lit])").first().dispatchEvent("click");
    await expect(page.locator(".explained strong")).toBeVisible();
    await expect(page.locator(".explained .reason .rule")).toHaveText(/^[A-Z]{2}-\d+$/);

    await page.locator("main [data-lit]").first().hover({ force: true });
    await expect(page.locator(".explained .reason")).toHaveCount(0);
    await expect(page.locator(".explained strong")).toBeVisible();
  });
}

test("a bid that cannot be made is refused with its own reason", async ({ page }) => {
  await playNow(page, "five-towers");
  const tooHigh = page.locator('[data-element^="paddle:"]:not([data-lit])').last();
  for (let tries = 0; tries < 40 && (await tooHigh.count()) === 0; tries += 1) {
    await play(page, "mouse", 1);
    await page.waitForSelector('#table[data-open="true"]');
  }
  await tooHigh.dispatchEvent("click");
  await expect(page.locator(".explained .reason")).toHaveText(/^(?!Not now).*\sFT-\d+$/);
});

test("the live region alone tells all that the log tells, and what is asked", async ({ page }) => {
  await page.addInitScript(() => {
    const spoken: string[] = [];
    Object.assign(window, { spoken });
    new MutationObserver(() => {
      const said = document.querySelector("[role=log][aria-live=polite]")?.textContent ?? "";
      if (said !== spoken.at(-1)) spoken.push(said);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await playNow(page, "solstis");
  await page.waitForSelector('#table[data-open="true"]');
  const before = await page.locator(".log .lines span").count();
  await play(page, "keyboard", 6);
  await page.waitForSelector('#table[data-open="true"]');
  const told = (await page.locator(".log .lines span").allTextContents()).slice(before);
  const spoken = await page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);
  expect(told.filter((line) => !spoken.some((said) => said.includes(line)))).toEqual([]);
  expect(spoken.at(-1)).toContain("Your turn:");
});

test("the title and a notification call back to a table in the background, silently unless sound is on", async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem("cairn.settings", JSON.stringify({ speed: "instant", level: "hiker", notify: true }));
    const told: string[] = [];
    const sounds: string[] = [];
    class Note {
      static permission = "granted";
      constructor(title: string) {
        told.push(title);
      }
    }
    Object.assign(window, { told, sounds, Notification: Note, AudioContext: class { constructor() { sounds.push("sound"); } } });
    Object.defineProperty(document, "hidden", { get: () => true });
  });
  await playNow(page, "five-towers");
  await play(page, "mouse", 3);
  await page.waitForSelector('#table[data-open="true"]');
  await expect(page).toHaveTitle(/^● Your turn/);
  const { told, sounds } = await page.evaluate(() => {
    const { told, sounds } = window as unknown as { told: string[]; sounds: string[] };
    return { told, sounds };
  });
  expect(told[0]).toBe("Your turn: 5 Towers");
  expect(sounds).toEqual([]);
});

test("nothing moves for who asks for less movement", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("cairn.settings", JSON.stringify({ speed: "normal", level: "hiker" })));
  await page.emulateMedia({ reducedMotion: "reduce" });
  await playNow(page, "solstis");
  await page.waitForSelector('#table[data-open="true"]');
  expect(await page.locator(".stage").evaluate((stage) => getComputedStyle(stage).getPropertyValue("--move"))).toBe("0ms");
  await play(page, "mouse", 1);
  const moving = await page.evaluate(() => document.getAnimations().filter((one) => Number(one.effect?.getComputedTiming().duration) > 200).length);
  expect(moving).toBe(0);
});

test("the first page needs little script", async ({ page }) => {
  const scripts: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.body());
  });
  await page.goto("/");
  await page.waitForSelector("article");
  const bytes = (await Promise.all(scripts)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(200_000);
});
