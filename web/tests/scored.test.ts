import { describe, expect, it } from "vitest";

import type { Content, View } from "../src/api/types";
import type * as hike from "../src/api/views/five-peaks";
import type * as towers from "../src/api/views/five-towers";
import type * as summits from "../src/api/views/peaks";
import type * as sun from "../src/api/views/solstis";
import type * as peak from "../src/api/views/the-peak";
import type { Situation } from "../src/boards/board";
import fivePeaks from "../src/boards/five-peaks/index";
import fiveTowers from "../src/boards/five-towers/index";
import peaks from "../src/boards/peaks/index";
import solstis from "../src/boards/solstis/index";
import thePeak from "../src/boards/the-peak/index";

const files = import.meta.glob("../fixtures/*/*.json", { eager: true, import: "default" });

function ended<Z = View["zones"], C = Content>(game: string): Situation<Z, C> {
  const { view, names } = files[`../fixtures/${game}/2-over.json`] as Pick<Situation<Z, C>, "view" | "names">;
  return { view, names, content: files[`../fixtures/${game}/content.json`] as C };
}

/** Every line of every seat with its points. */
function lines({ view }: Pick<Situation<unknown, unknown>, "view">): { seat: number; key: string; points: number }[] {
  return view.scores.flatMap((score, seat) => Object.entries(score).map(([key, points]) => ({ seat, key, points: points ?? 0 })));
}

describe("where points come from", () => {
  it("in 5 Towers: from one tower, or from the rubble", () => {
    const over = ended<towers.Zones, towers.Content>("five-towers");
    for (const { seat, key, points } of lines(over)) {
      const from = key === "teardown" ? `torn:${seat}` : key === "main tower" ? expect.stringMatching(`^tower:${seat}:`) : `tower:${seat}:${key}`;
      expect(fiveTowers.scored(key, seat, over), key).toEqual(points === 0 ? [] : [from]);
    }
  });

  it("in The Peak: from kept cards and fulfilled goals", () => {
    const over = ended<peak.Zones, peak.Content>("the-peak");
    const kept = new Set(over.view.zones.kept.map((card) => `kept:${card}`));
    for (const { seat, key, points } of lines(over)) {
      expect(thePeak.scored(key, seat, over), key).toEqual(points === 0 ? [] : key === "elevation" ? [...kept] : [`goal:${key}`]);
    }
  });

  it("in Solstis: from as much land as the biggest section counts, from spirits, and from tiles with a fire", () => {
    const over = ended<sun.Zones, sun.Content>("solstis");
    const { players } = over.view.zones;
    for (const { seat, key, points } of lines(over)) {
      const from = solstis.scored(key, seat, over);
      const land = from.filter((id) => players[seat]?.land.some((place) => id === `position:${seat}:${place}`));
      if (key === "biggest panorama") expect(land, key).toHaveLength(points);
      else if (key === "fires") expect(land.length > 0, key).toBe(points > 0);
      else expect(from, key).toEqual(points === 0 ? [] : [`spirit:${key}`]);
    }
  });

  it("in PEAKS: from the continents with flags", () => {
    const over = ended<summits.Zones, summits.Content>("peaks");
    const flags = over.view.zones.players.slice(0, 1).flatMap((player) => Object.values(player.flags));
    expect(peaks.scored("board", 0, over)).toHaveLength(flags.filter((count) => count > 0).length);
  });

  it("in Five Peaks: from one's own things", () => {
    const over = ended<hike.Zones, hike.Content>("five-peaks");
    const me = over.view.viewer ?? 0;
    const panoramas = over.view.zones.players[me]?.panoramas ?? [];
    expect(fivePeaks.scored("panoramas", me, over)).toEqual(panoramas.map((card) => `panorama:${card}`));
    expect(fivePeaks.scored("panoramas", 1 - me, over)).toEqual([]);
  });
});
