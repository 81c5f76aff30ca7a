import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Counting } from "../src/table/counting.svelte";
import type { Sheet } from "../src/table/sheet";

const sheet: Sheet = {
  lines: [{ key: "land", points: [5, 3] }, { key: "bear", points: [0, 0] }, { key: "fires", points: [2, 4] }],
  totals: [{ sum: 7, whole: true }, { sum: 7, whole: true }],
};

describe("counting up", () => {
  let counting: Counting;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("window", globalThis);
    counting = new Counting();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("goes from line to line and leaves out those worth nothing", () => {
    counting.start(sheet, (usual) => usual);
    expect([counting.line, counting.sums(sheet)]).toEqual(["land", [5, 3]]);
    vi.advanceTimersByTime(700);
    expect([counting.line, counting.sums(sheet)]).toEqual(["fires", [7, 7]]);
    vi.advanceTimersByTime(700);
    expect([counting.line, counting.sums(sheet)]).toEqual([null, [7, 7]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is over at once for who skips it, and for whom nothing should move", () => {
    counting.start(sheet, (usual) => usual);
    counting.skip();
    expect([counting.line, counting.sums(sheet)]).toEqual([null, [7, 7]]);
    counting.start(sheet, () => 0);
    expect([counting.line, vi.getTimerCount()]).toEqual([null, 0]);
  });
});
