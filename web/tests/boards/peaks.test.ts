import { describe, expect, it } from "vitest";

import type { Content } from "../../src/api/views/peaks";
import { destination, elements, explain, facts, whyNot } from "../../src/boards/peaks/kit";
import { profile, silhouette } from "../../src/boards/peaks/profile";
import { cardName, scoreLine } from "../../src/boards/peaks/texts";
import { outline } from "../../src/boards/peaks/world";
import { cardsOf, left, mountainOf, type PeaksSituation, type PeaksView } from "../../src/boards/peaks/zones";

interface Fixture {
  view: PeaksView;
  names: string[];
}

const files = import.meta.glob<Fixture>(["../../fixtures/peaks/*.json", "!**/content.json"], { eager: true, import: "default" });
const contents = import.meta.glob<Content>("../../fixtures/peaks/content.json", { eager: true, import: "default" });
const found = new Map(Object.entries(files).map(([path, file]) => [path.replace(/^.*\/|\.json$/g, ""), file]));
const content = Object.values(contents)[0]!;
const moments = [...found.keys()];

function at(name: string): PeaksSituation {
  const fixture = found.get(name);
  if (!fixture) throw new Error(`there is no position ${name}`);
  return { view: fixture.view, content, names: fixture.names };
}

const choice = (text: string, places: string[] = []) => ({ choice: text, caption: text, elements: places });

describe.each(moments)("%s", (moment) => {
  const situation = at(moment);

  it("explains every lit element", () => {
    for (const element of situation.view.choices.flatMap((each) => elements(each, situation))) {
      expect(explain(element, situation)?.title, element).toBeTruthy();
    }
  });

  it("knows every card by name", () => {
    const { players, display, drawn } = situation.view.zones;
    const ids = [...players.flatMap((player) => [...player.mountains, ...player.companions, ...player.climbed]), ...display, ...drawn];
    for (const id of ids.filter((each) => each !== null)) expect(cardsOf(content).has(id), id).toBe(true);
  });
});

describe("places of choices", () => {
  const turn = at("ask-turn");

  it("puts both groups of a climb on the mountain, so that the card asks which", () => {
    expect(elements(choice("climb mount-fuji x", ["card:mount-fuji", "group:x"]), turn)).toEqual(["card:mount-fuji"]);
  });

  it("puts action bonuses and moved cubes on the cubes of the mat", () => {
    expect(elements(choice("cubes stamina"), turn)).toEqual(["cubes:0:rest"]);
    expect(elements(choice("cubes experience-2"), turn)).toEqual(["cubes:0:climb"]);
    expect(elements(choice("move prepare climb"), turn)).toEqual(["cubes:0:prepare"]);
    expect(elements(choice("move nothing"), turn)).toEqual([]);
  });

  it("puts rewards on their tokens but leaves gear where it is", () => {
    expect(elements(choice("gain flag"), at("ask-gain"))).toEqual(["gain:flag"]);
    expect(elements(choice("gain tent", ["gear:0:tent"]), at("ask-gear"))).toEqual(["gear:0:tent"]);
  });
});

describe("words", () => {
  it("asks why an unlit card cannot be had, by where it lies", () => {
    const take = at("ask-take");
    const shown = take.view.zones.display[1] ?? "";
    expect(whyNot(`card:${shown}`, take)).toBe("take display-2");
    expect(whyNot("card:mount-everest", at("ask-announce"))).toBe("climb mount-everest x");
    expect(whyNot("card:mount-everest", at("ask-turn"))).toBe("propose mount-everest x");
    expect(whyNot("card:mount-everest", at("ask-pay-climb"))).toBe("discard mount-everest");
    expect(whyNot("action:0:climb", at("ask-turn"))).toBe("climb");
    expect(whyNot("die:0:rest", at("ask-turn"))).toBeNull();
  });

  it("names every card, and says where a choice leads", () => {
    for (const card of cardsOf(content).values()) expect(cardName(card)).not.toMatch(/undefined|NaN/);
    expect(destination("travel asia", content)).toBe("asia");
    expect(destination("climb mount-everest y", content)).toBe("asia");
    expect(destination("climb", content)).toBeNull();
    expect(destination("take deck-a", content)).toBeNull();
  });

  it("shows flags first and reads score lines", () => {
    expect(facts(0, at("ask-turn"))[0]?.label).toBe("flags");
    expect(scoreLine("led continents")).toBe("Continents led");
  });

  it("leaves out kinds of gains of which there is none", () => {
    expect(left({ flag: 2, die: 0 })).toEqual([["flag", 2]]);
  });
});

describe("drawing", () => {
  it("draws a mountain the same every time, and no two alike", () => {
    const drawn = content.cards.mountains.map((card) => profile(card).body);
    expect(new Set(drawn).size).toBe(drawn.length);
    expect(content.cards.mountains.map((card) => profile(card).body)).toEqual(drawn);
  });

  it("gives hills, giants and hard climbs their own shapes, and snow to the high ones", () => {
    const card = (id: string) => mountainOf(content, id)!;
    expect(silhouette(card("arthurs-seat"))).toBe("hill");
    expect(silhouette(card("k2"))).toBe("massif");
    expect(silhouette(card("ama-dablam"))).toBe("needle");
    expect(profile(card("k2")).snow).not.toBeNull();
    expect(profile(card("arthurs-seat")).snow).toBeNull();
  });

  it("has an outline for every continent", () => {
    for (const continent of content.board.continents) expect(outline(continent, 100, 80)).toMatch(/^M[\d. L]+Z/);
  });
});
