import { describe, expect, it } from "vitest";

import contentFile from "../fixtures/five-peaks/content.json";
import moveFile from "../fixtures/five-peaks/ask-move.json";
import peakFile from "../fixtures/five-peaks/ask-peak.json";
import tileFile from "../fixtures/five-peaks/ask-tile.json";
import lateFile from "../fixtures/five-peaks/3-late-own.json";
import { readAmounts, readSpace } from "../src/boards/five-peaks/amounts";
import { cellName, cellOf, mapOf, outline, turnedOffset, wayBetween } from "../src/boards/five-peaks/geometry";
import { elements, explain, whyNot } from "../src/boards/five-peaks/moves";
import type { Content, HikeSituation, HikeView } from "../src/boards/five-peaks/zones";

const content = contentFile as unknown as Content;
const situation = (file: { view: unknown; names: string[] }): HikeSituation => ({ view: file.view as HikeView, content, names: file.names });

describe("texts of the content", () => {
  it("reads amounts with and without numbers", () => {
    expect(readAmounts("2 herb + endorphin")).toEqual([{ kind: "herb", count: 2 }, { kind: "endorphin", count: 1 }]);
  });
  it("tells an exchange from a bike and a gift", () => {
    expect(readSpace("exchange: 2 berry -> jar")).toMatchObject({ what: "exchange", product: { kind: "jar", count: 1 } });
    expect(readSpace("bike: herb")).toMatchObject({ what: "gives", bike: true });
    expect(readSpace("herb")).toMatchObject({ what: "gives", bike: false });
  });
});

describe("the map", () => {
  it("turns clockwise", () => {
    expect(turnedOffset("n", 1)).toEqual([1, 0]);
    expect(turnedOffset("ne", 2)).toEqual([-1, -1]);
  });
  it("has square corners only where the tile has them", () => {
    expect(outline(null).split("L")).toHaveLength(8);
    expect(outline(content.start).split("L")).toHaveLength(6);
  });
  it("has a space wherever a pawn stands or a move leads", () => {
    for (const file of [moveFile, lateFile]) {
      const { view } = situation(file);
      const map = mapOf(view.zones, content);
      const named = [...view.zones.pawns.map(cellName), ...view.choices.flatMap((choice) => choice.elements.filter((id) => id.startsWith("space:")).map((id) => id.slice(6)))];
      for (const name of named) expect(map.spaces.has(name), name).toBe(true);
    }
  });
  it("shows a walk along the paths, and straight where none leads", () => {
    const { view } = situation(moveFile);
    const map = mapOf(view.zones, content);
    expect(wayBetween(map, "0,-1", "0,1")).toEqual(["0,-1", "0,0", "0,1"]);
    expect(wayBetween(map, "0,-1", "50,50")).toEqual(["0,-1", "50,50"]);
  });
  it("links the spaces of every offered walk", () => {
    const { view } = situation(moveFile);
    const map = mapOf(view.zones, content);
    for (const { elements: way } of view.choices) {
      const names = way.map((id) => id.slice(6));
      names.slice(1).forEach((name, index) => expect(map.links.get(names[index] ?? "")).toContain(name));
    }
  });
});

describe("names of spaces", () => {
  it("are those of the notation, and lead back to their cells", () => {
    for (const file of [moveFile, lateFile]) {
      const { view } = situation(file);
      const map = mapOf(view.zones, content);
      for (const space of map.spaces.values()) expect(map.named.get(space.label), space.label).toBe(space.name);
    }
    const { view } = situation(moveFile);
    const ends = view.choices.filter(({ elements: way }) => way.length > 0);
    const map = mapOf(view.zones, content);
    for (const { choice, elements: way } of ends) {
      const label = choice.split(" past ")[0]?.split(" ").slice(1).join(" ") ?? "";
      expect(`space:${map.named.get(label)}`).toBe(way.at(-1));
    }
  });
});

describe("choices on the board", () => {
  it("light the end of a walk only", () => {
    const here = situation(moveFile);
    for (const choice of here.view.choices) expect(elements(choice, here)).toEqual(choice.elements.slice(-1));
  });
  it("lead a new tile and a new peak to an empty slot, by place and turn", () => {
    for (const [file, even] of [[tileFile, true], [peakFile, false]] as const) {
      const here = situation(file);
      const taken = new Set(here.view.zones.map.map(({ slot }) => cellName(slot)));
      for (const choice of here.view.choices) {
        const [slot = "", turn = ""] = elements(choice, here);
        const [i, j] = cellOf(slot.replace("slot:", ""));
        expect(taken.has(`${i},${j}`)).toBe(false);
        expect((i + j) % 2 === 0).toBe(even);
        expect(turn).toMatch(/^turn:[0-3]$/);
      }
    }
  });
  it("speak of places by name", () => {
    for (const choice of situation(moveFile).view.choices) expect(choice.caption).toMatch(/^Go to the .* (on|of|between|park)/);
  });
});

describe("questions about the board", () => {
  it("explains spaces with their rule", () => {
    expect(explain("space:0,-1", situation(moveFile))?.rules).toEqual(["FP-17"]);
  });
  it("asks why a space cannot be reached in the words of the move", () => {
    const here = situation(moveFile);
    const verb = here.view.choices[0]?.choice.split(" ")[0];
    expect(whyNot("space:0,-1", here)).toBe(`${verb} start s`);
    expect(whyNot("space:50,50", here)).toBeNull();
  });
});
