import { expect, test } from "vitest";
import type { View } from "../src/api/types";
import { patched } from "../src/table/patch";

const view = { seat: 0, zones: { hand: ["a"], "a/b~c": 1, gone: 2 }, decision: { kind: "take" } } as unknown as View;

test("changes replace members and zones, and take zones away", () => {
  const next = patched(view, [
    { op: "add", path: "/seat", value: 1 },
    { op: "add", path: "/decision", value: null },
    { op: "add", path: "/zones/hand", value: ["a", "b"] },
    { op: "add", path: "/zones/a~1b~0c", value: 3 },
    { op: "remove", path: "/zones/gone", value: undefined },
  ]);
  expect(next).toEqual({ seat: 1, zones: { hand: ["a", "b"], "a/b~c": 3 }, decision: null });
  expect(view.zones).toEqual({ hand: ["a"], "a/b~c": 1, gone: 2 });
});
