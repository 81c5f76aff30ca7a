import { describe, expect, test } from "vitest";

import type { Content, Zones } from "../src/api/views/five-towers";
import kit from "../src/boards/five-towers/index";
import { blockWidth } from "../src/boards/five-towers/shapes";
import { biddingOrder, cardOf, keyed, listen, placesOf, ranking, standOf, type TowersView } from "../src/boards/five-towers/zones";

const files = import.meta.glob("../fixtures/five-towers/*.json", { eager: true, import: "default" });

function read<T>(name: string): T {
  return files[`../fixtures/five-towers/${name}.json`] as T;
}

function situation(moment: string): { view: TowersView; content: Content; names: string[] } {
  const { view, names } = read<{ view: TowersView; names: string[] }>(moment);
  return { view, names, content: read<Content>("content") };
}

/** A recorded moment in which some zones are as a test needs them. */
function arranged(moment: string, zones: Partial<Zones>): { view: TowersView; content: Content; names: string[] } {
  const here = situation(moment);
  return { ...here, view: { ...here.view, zones: { ...here.view.zones, ...zones } } };
}

const NOTHING = { candy: [], scary: [], tree: [], scrap: [], sand: [] };

const moments = Object.keys(files).map((path) => path.replace(/.*\/|\.json$/g, "")).filter((name) => name !== "content");

describe("cards", () => {
  test("a card says its type and value", () => expect(cardOf("scrap-15")).toEqual({ kind: "scrap", value: 15 }));

  test("two equal cards have keys of their own", () => {
    expect(keyed(["sand-7", "sand-7"]).map(({ key }) => key)).toEqual(["sand-7/0", "sand-7/1"]);
  });

  test("those left over stay in their columns while others are taken, and a new display fills the columns", () => {
    const dealt = placesOf(["a", "b", "c"], 3, new Map());
    expect([...dealt.values()]).toEqual([2, 3, 4]);
    const left = placesOf(["c"], 3, dealt);
    expect(left.get("c")).toBe(4);
    expect([...placesOf(["c", "d"], 2, left)]).toEqual([["c", 2], ["d", 3]]);
  });

  test("higher values make broader blocks", () => expect(blockWidth(15, 60)).toBeGreaterThan(blockWidth(1, 60)));
});

describe("bidding", () => {
  test("the start player comes first", () => {
    const { view } = arranged("4-middle-other", { start: 2 });
    expect(biddingOrder(view.zones)).toEqual([2, 3, 0, 1]);
  });

  test("the highest bidder shows the bid, the others are out once all were asked", () => {
    const { view } = arranged("4-middle-other", { start: 2, asked: 4, bidder: 1, bid: 3 });
    expect([0, 1].map((seat) => standOf(view, seat, new Map([[0, "pass"]])))).toEqual([{ kind: "out", said: "pass" }, { kind: "bid", bid: 3 }]);
  });

  test("who is asked now is told from who comes later", () => {
    const { view } = arranged("ask-bid", { asked: 0 });
    const next = (view.seat + 1) % view.seats;
    expect([view.seat, next].map((seat) => standOf(view, seat, new Map()).kind)).toEqual(["now", "later"]);
  });

  test("nobody waits for a turn when a bid for everything has ended the bidding", () => {
    const { view } = arranged("ask-build", { start: 0, asked: 1, bidder: 0, bid: 5 });
    expect(standOf(view, 1, new Map()).kind).toBe("out");
  });

  test("a new display clears what was said before", () => {
    const heard = listen(new Map([[0, "pass" as const]]), [
      { kind: "reveal", seat: 1, args: {} },
      { kind: "bid", seat: 1, args: { bid: 2 } },
    ]);
    expect([...heard]).toEqual([[1, 2]]);
  });
});

describe("words", () => {
  test.each(moments)("every lit element of %s is explained with a rule", (moment) => {
    const here = situation(moment);
    for (const element of here.view.choices.flatMap((choice) => choice.elements)) {
      expect(kit.explain(element, here)?.rules?.length, element).toBeGreaterThan(0);
    }
  });

  test("a tower is told from the ground up", () => {
    const here = arranged("4-middle-other", { players: [{ towers: { ...NOTHING, tree: [14, 12, 5, 0] }, torn: [] }] });
    here.view.scores = [{ tree: 8 }];
    expect(kit.explain("tower:0:tree", here)?.text).toContain("14, 12, 5, 0 from the ground up, 8 points");
  });
});

describe("why not", () => {
  const mine = situation("ask-teardown").view.seat;

  test.each([
    ["ask-bid", "paddle:pass", "pass"],
    ["ask-bid", "card:sand-9", null],
    ["ask-take", "card:sand-1", "take sand-1"],
    ["ask-build", "card:candy-10", "build candy-10"],
    ["ask-teardown", `tower:${mine}:tree`, "tear tree"],
    ["ask-teardown", `tower:${1 - mine}:tree`, null],
    ["4-middle-other", "card:sand-5", null],
  ])("%s: %s asks about %s", (moment, element, asked) => expect(kit.whyNot(element, situation(moment))).toBe(asked));
});

test("the end ranks the seats by their points", () => {
  const { view } = situation("5-over");
  expect(ranking({ ...view, scores: [{ candy: 20 }, { tree: 6 }, { sand: 12 }, { scrap: 4 }, { candy: 9, sand: 10 }] })).toEqual([0, 4, 2, 1, 3]);
});

test("the first fact of a seat is its points", () => {
  const here = situation("4-middle-own");
  here.view = { ...here.view, scores: [{ candy: 20, teardown: 8 }] };
  expect(kit.facts(0, here)[0]).toEqual({ label: "points", value: 28 });
});
