import { expect, test } from "vitest";

import { groupsOf, parsed, same, written } from "../src/lab/parts";

const CONTENT = {
  values: { provenance: "printed", highest: 15, extra: [0, 2] },
  handicap: { even: { first: [56, 0] } },
  cards: { mountains: [{ id: "triglav", name: "Triglav", provenance: "ours", energy: 9, x: ["flag"], far: { metres: 2864 } }] },
};

test("a form has every field of every entry, and settings last", () => {
  const groups = groupsOf(CONTENT);
  expect(groups.map((group) => group.place)).toEqual(["cards.mountains", ""]);
  expect(groups[0]?.parts[0]).toEqual({
    id: "triglav",
    title: "Triglav",
    fields: [
      { place: "cards.mountains.triglav.name", name: "name", value: "Triglav" },
      { place: "cards.mountains.triglav.energy", name: "energy", value: 9 },
      { place: "cards.mountains.triglav.far.metres", name: "far metres", value: 2864 },
    ],
  });
  expect(groups[1]?.parts.map((part) => part.title)).toEqual(["values", "handicap.even"]);
});

test("what is typed becomes a value of the same type, or none yet", () => {
  expect(parsed("7", 9)).toBe(7);
  expect(parsed("", 9)).toBeNull();
  expect(parsed("1, 2,", [3])).toEqual([1, 2]);
  expect(parsed("1, x", [3])).toBeNull();
  expect(parsed("tall", "short")).toBe("tall");
  expect(written([1, 2])).toBe("1, 2");
  expect(same([1], [1])).toBe(true);
});
