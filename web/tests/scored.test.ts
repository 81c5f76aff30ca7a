import { describe, expect, it } from "vitest";

import type { Content, View } from "../src/api/types";
import type { Situation } from "../src/boards/board";
import fivePeaks from "../src/boards/five-peaks/index";
import fiveTowers from "../src/boards/five-towers/index";
import peaks from "../src/boards/peaks/index";
import solstis from "../src/boards/solstis/index";
import thePeak from "../src/boards/the-peak/index";

const files = import.meta.glob("../fixtures/*/*.json", { eager: true, import: "default" });

function ended(game: string, at = "2-over"): Situation {
  const { view, names } = files[`../fixtures/${game}/${at}.json`] as { view: View; names: string[] };
  return { view, names, content: files[`../fixtures/${game}/content.json`] as Content };
}

describe("where points come from", () => {
  it("in 5 Towers: from the tower of the line, the tallest one and the rubble", () => {
    const over = ended("five-towers");
    expect(fiveTowers.scored("sand", 0, over)).toEqual(["tower:0:sand"]);
    expect(fiveTowers.scored("main tower", 0, over)).toEqual([expect.stringMatching(/^tower:0:/)]);
    over.view = { ...over.view, scores: [{ teardown: 0 }, { teardown: -1 }] };
    expect(fiveTowers.scored("teardown", 1, over)).toEqual(["torn:1"]);
    expect(fiveTowers.scored("teardown", 0, over)).toEqual([]);
  });

  it("in The Peak: from kept cards and fulfilled goals", () => {
    const over = ended("the-peak");
    expect(thePeak.scored("elevation", 1, over)).toContain("kept:waterfall");
    expect(thePeak.scored("biology", 0, over)).toEqual(["goal:biology"]);
    expect(thePeak.scored("biology", 1, over)).toEqual([]);
  });

  it("in Solstis: from as much land as the biggest section counts, from spirits, and from tiles with a fire", () => {
    const over = ended("solstis");
    const land = new Set((over.view.zones["players"] as { land: string[] }[])[0]?.land);
    const lit = solstis.scored("biggest panorama", 0, over).filter((id) => land.has(id.split(":")[2] ?? ""));
    expect(lit).toHaveLength(over.view.scores[0]?.["biggest panorama"] ?? 0);
    const spirit = Object.entries(over.view.scores[0] ?? {}).find(([line, stars]) => !["biggest panorama", "fires"].includes(line) && stars)?.[0];
    expect(solstis.scored(spirit ?? "", 0, over)).toEqual([`spirit:${spirit}`]);
    expect(solstis.scored("fires", 0, over).length).toBeGreaterThan(0);
  });

  it("in PEAKS: from the continents with flags", () => expect(peaks.scored("board", 0, ended("peaks"))).toContain("continent:oceania"));

  it("in Five Peaks: from one's own things", () => {
    const over = ended("five-peaks");
    const me = over.view.viewer ?? 0;
    expect(fivePeaks.scored("panoramas", me, over).length).toBeGreaterThan(0);
    expect(fivePeaks.scored("panoramas", 1 - me, over)).toEqual([]);
  });
});
