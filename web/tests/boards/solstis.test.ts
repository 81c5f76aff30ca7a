import { describe, expect, it } from "vitest";

import type { EventShown } from "../../src/api/types";
import { explain, facts, whyNot } from "../../src/boards/solstis/kit";
import { firesOf, middleOf, placesOf, spotOf } from "../../src/boards/solstis/land";
import { movesOf } from "../../src/boards/solstis/moves";
import { sceneIn } from "../../src/boards/solstis/scene";
import { WOODCUTS } from "../../src/boards/solstis/spirits";
import type { Content, SolstisView } from "../../src/boards/solstis/zones";

interface Fixture {
  names: string[];
  view: SolstisView;
  events: EventShown[];
}

const files = import.meta.glob<unknown>("../../fixtures/solstis/*.json", { eager: true, import: "default" });
const read = <T>(name: string): T => files[`../../fixtures/solstis/${name}.json`] as T;
const content = read<Content>("content");
const moments = Object.keys(files).map((path) => path.split("/").at(-1)?.replace(".json", "") ?? "").filter((name) => name !== "content");
const situation = (name: string) => ({ content, ...read<Fixture>(name) });
const event = (kind: string, seat: number, args: Record<string, unknown>): EventShown => ({ kind, seat, args, text: "" }) as EventShown;

describe("the mountain", () => {
  it("has the 48 positions of the content", () => {
    expect(placesOf(content)).toHaveLength(48);
    expect(spotOf("2-10")).toEqual({ row: 2, column: 10 });
  });

  it("puts a spirit where the four tiles of its square meet", () => {
    expect(middleOf("1-1")).toEqual({ x: 100, y: 500 });
  });

  it.each(moments)("lets as many fires burn as the server counts in %s", (name) => {
    const { view } = situation(name);
    const burning = view.zones.players.map((player) => firesOf(content, player).filter((fire) => fire.burning).length);
    expect(burning).toEqual(view.scores.map((lines) => lines["fires"]));
  });

  it("leads a burning fire down to the valley", () => {
    const [fire] = firesOf(content, { land: ["4-2", "3-2", "1-2"], rainbows: ["2-2"], lit_fires: [0] });
    expect(fire?.trail).toEqual(["4-2", "3-2", "2-2", "1-2"]);
  });

  it("shows something of the land on every tile", () => {
    for (const place of placesOf(content)) {
      const { row, column } = spotOf(place);
      const seen = sceneIn({ x: (column - 1) * 100, y: (6 - row) * 100, width: 100, height: 100 });
      expect(seen.length, place).toBeGreaterThan(4);
    }
  });

  it("has a woodcut for every spirit", () => {
    expect(Object.keys(WOODCUTS).sort()).toEqual(content.spirits.map(({ name }) => name).sort());
  });
});

describe("what the board says", () => {
  it.each(moments)("has a caption and an explanation for every choice in %s", (name) => {
    const here = situation(name);
    for (const choice of here.view.choices) {
      expect(choice.caption).toMatch(/^[A-Z]/);
      for (const element of choice.elements) {
        expect(explain(element, here)?.rules?.[0]).toMatch(/^SO-\d+$/);
        expect(whyNot(element, here)).toBe(choice.choice);
      }
    }
  });

  it("says who has the tile of an empty position", () => {
    const here = situation("2-middle-own");
    const theirs = here.view.zones.players[1]?.land[0] ?? "";
    expect(explain(`position:0:${theirs}`, here)?.text).toBe("Bela has this tile.");
  });

  it("tells the stars first among the facts", () => {
    const here = situation("2-middle-own");
    here.view = { ...here.view, scores: [{ "biggest panorama": 12, fires: 5 }] };
    expect(facts(0, here)[0]).toEqual({ label: "stars", value: 17 });
  });
});

describe("what flies", () => {
  it("takes both tiles of a capture home", () => {
    const events = [event("play", 0, { tile: "3-6" }), event("capture", 0, { tile: "3-8" })];
    expect(movesOf(events, 0)).toEqual([
      { tile: "3-8", from: "display:3-8", to: "position:0:3-8" },
      { tile: "3-6", from: "hand:3-6", to: "position:0:3-6" },
    ]);
  });

  it("lays a played tile out while its capture is being chosen", () => {
    expect(movesOf([event("play", 0, { tile: "3-6" })], 0)).toEqual([{ tile: "3-6", from: "hand:3-6", to: "played:3-6" }]);
  });

  it("keeps a drawn tile face down for the other seat", () => {
    expect(movesOf([event("draw", 1, { left: 3 })], 0)).toEqual([{ tile: null, from: "pile", to: "hand-of:1" }]);
  });

  it("brings a second chance from the pile to the wall when it captures nothing", () => {
    const events = [event("second-chance", 1, { tile: "2-2" }), event("join", 1, { tile: "2-2" })];
    expect(movesOf(events, 0)).toEqual([{ tile: "2-2", from: "pile", to: "display:2-2" }]);
  });
});
