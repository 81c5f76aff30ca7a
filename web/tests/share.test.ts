import { describe, expect, it } from "vitest";

import { shared } from "../src/table/share";

describe("what one view shares with the next", () => {
  const old = { tiles: [{ at: "a1", stones: [1, 2] }, { at: "b2", stones: [] }], hand: { sand: 2 } };

  it("is everything, if nothing changed", () => expect(shared(old, structuredClone(old))).toBe(old));

  it("is all but the way to what changed", () => {
    const fresh = structuredClone(old);
    fresh.tiles[0]?.stones.push(3);
    const made = shared(old, fresh);
    expect(made).toEqual(fresh);
    expect(made.tiles[1]).toBe(old.tiles[1]);
    expect(made.hand).toBe(old.hand);
    expect(made.tiles[0]).not.toBe(old.tiles[0]);
  });

  it("is no list that grew or shrank", () => {
    expect(shared([1, 2], [1, 2, 3])).toEqual([1, 2, 3]);
    expect(shared([1, 2, 3], [1, 2])).toEqual([1, 2]);
    expect(shared({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
  });

  it("keeps the order of the new one: it is shown", () =>
    expect(Object.keys(shared({ a: [1], b: [2] }, { b: [2], a: [1] }))).toEqual(["b", "a"]));

  it("is nothing of another kind", () => expect(shared<unknown>({ 0: 1 }, [1])).toEqual([1]));
});
