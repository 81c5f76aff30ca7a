/** The panel of a review: its numbers as places in a drawing. */
import { describe, expect, it } from "vitest";

import type { GameReview } from "../src/api/types";
import { across, differences, line, luckiest, pieces, points, reach, stepAt } from "../src/table/review";

const SIZE = { width: 300, height: 100 };

function account(start: number, luck: number, own: number, others: number) {
  return { start, luck, own, others, result: start + luck + own + others };
}

const seats = [account(0.5, 0.1, -0.2, 0), account(0.5, -0.1, 0, 0.2)];
const base = { turn: 0, caption: "", choice: "", mark: "" as const, doubts: [0, 0], judged: null };
const review = {
  game: "solstis", rules_version: "1.0", options: {}, iterations: 1, simulations: 1, moments: [],
  seats: seats.map((one, seat) => ({ ...one, seat, name: `s${seat}`, luck_by_chance: 0, decisions: 1, accuracy: 90, inaccuracy: 0, mistake: 0, blunder: 0 })),
  steps: [
    { ...base, n: 0, seat: -1, chance: true, seats: [account(0.5, 0.1, 0, 0), account(0.5, -0.1, 0, 0)] },
    { ...base, n: 1, seat: 0, chance: false, seats: [account(0.6, 0, -0.2, 0), account(0.4, 0, 0, 0.2)] },
  ],
} satisfies GameReview;

describe("the graph of a review", () => {
  it("goes from before the deal to the result", () => {
    expect(line(review, 0, SIZE)).toBe("0.0,50.0 150.0,40.0 300.0,60.0");
    expect(across(review, 1, SIZE)).toBe(300);
  });

  it("finds the step nearest to a click", () => {
    expect(stepAt(review, 0, SIZE)).toBe(0);
    expect(stepAt(review, 160, SIZE)).toBe(0);
    expect(stepAt(review, 299, SIZE)).toBe(1);
    expect(stepAt(review, 999, SIZE)).toBe(1);
  });
});

describe("the bars of a review", () => {
  it("stack losses to the left and gains to the right", () => {
    expect(pieces({ luck: 0.1, own: -0.2, others: 0.3 })).toEqual([
      { part: "luck", value: 0.1, from: 0, to: 0.1 },
      { part: "own", value: -0.2, from: -0.2, to: 0 },
      { part: "others", value: 0.3, from: 0.1, to: 0.4 },
    ]);
    expect(reach(review)).toBeCloseTo(0.2);
  });

  it("say points with their sign", () => {
    expect([points(0.123), points(-0.05), points(0)]).toEqual(["+12", "−5", "+0"]);
  });
});

describe("a step", () => {
  it("names who was luckiest where chance had a part", () => {
    expect(review.steps.map(luckiest)).toEqual([0, null]);
  });

  it("compares two lines by the score lines that differ", () => {
    const at = (scores: Record<string, number>) => ({ choices: [], captions: [], scores });
    expect(differences(at({ towers: 9, junk: -2 }), at({ towers: 7, junk: -2 }))).toEqual([{ key: "towers", better: 9, played: 7 }]);
  });
});
