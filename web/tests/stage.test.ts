import { describe, expect, it } from "vitest";

import type { Choice, View } from "../src/api/types";
import type { BoardKit } from "../src/boards/board";
import { Stage } from "../src/table/stage.svelte";

function stageOf(choices: Choice[], open = true, kit: Partial<BoardKit> = {}): Stage {
  return new Stage({
    view: { choices } as View, content: {}, names: ["Ana"], me: 0, events: [], open,
    motion: { reduced: true, ms: () => 0 }, kit: kit as BoardKit, gathered: [], scored: [], answer: () => undefined, release: () => undefined, why: () => undefined,
  });
}

const stream: Choice[] = [
  { choice: "play stream d2", caption: "play stream d2", elements: ["card:stream", "cell:d2"] },
  { choice: "play stream a3", caption: "play stream a3", elements: ["card:stream", "cell:a3"] },
  { choice: "end", caption: "end", elements: [] },
];

describe("a stage", () => {
  it("lights every element of every choice", () => expect([...stageOf(stream).lit.keys()]).toEqual(["card:stream", "cell:d2", "cell:a3"]));
  it("keeps choices without a place for buttons", () => expect(stageOf(stream).placeless.map((one) => one.choice)).toEqual(["end"]));
  it("lights nothing while answers are not taken", () => expect(stageOf(stream, false).lit.size).toBe(0));
  it("lights what the board says instead", () =>
    expect([...stageOf(stream, true, { elements: (choice) => (choice.choice === "end" ? ["flag"] : []) }).lit.keys()]).toEqual(["flag"]));
  it("makes the same piece of the same element and name, so that nothing is attached anew with every move", () => {
    const stage = stageOf(stream);
    expect(stage.piece("cell:d2", "d2, snow")).toBe(stage.piece("cell:d2", "d2, snow"));
    expect(stage.piece("cell:d2", "d2, snow")).not.toBe(stage.piece("cell:d2", "d2, rock"));
  });
});
