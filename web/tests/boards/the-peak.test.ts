import { afterEach, describe, expect, it } from "vitest";

import type { EventShown } from "../../src/api/types";
import { ART, EMBLEMS } from "../../src/boards/the-peak/art";
import { chosen } from "../../src/boards/the-peak/chosen.svelte";
import kit from "../../src/boards/the-peak/index";
import { cardRules, conditions, effectText, goalText, oddsText } from "../../src/boards/the-peak/texts";
import { company, faceOf, neighbours, rollOf, type Content, type PeakView, type Zones } from "../../src/boards/the-peak/zones";

interface Fixture {
  names: string[];
  view: PeakView;
  events: EventShown[];
}

const files = import.meta.glob<{ default: unknown }>("../../fixtures/the-peak/*.json", { eager: true });
const read = <T>(name: string): T => files[`../../fixtures/the-peak/${name}.json`]?.default as T;
const content = read<Content>("content");
const situation = (name: string) => ({ ...read<Fixture>(name), content });

afterEach(() => chosen.clear());

describe("the components", () => {
  it("all have a picture, words and a rule", () => {
    for (const card of content.cards) {
      expect(ART[card.name], card.name).toBeDefined();
      expect(cardRules(card), card.name).not.toHaveLength(0);
      expect(effectText(card, "play")).not.toMatch(/undefined/);
    }
    for (const goal of content.goals) {
      expect(EMBLEMS[goal.name], goal.name).toBeDefined();
      expect(goalText(goal)).toMatch(/^\d (points? )?for /);
    }
  });

  it("show a worn slope with the elevation it has left", () => {
    expect(faceOf("eroded-slope-4", content)).toMatchObject({ difficulty: 6, elevation: 4, worn: true });
  });
});

describe("the mountainside", () => {
  it("counts sides, not diagonals", () => {
    expect(neighbours("a1").sort()).toEqual(["a2", "b1"]);
    expect(neighbours("c3").sort()).toEqual(["b3", "c2", "c4", "d3"]);
  });

  it("marks occupied spaces with fewer than two occupied neighbours", () => {
    const { board } = situation("2-start-own").view.zones;
    const bare = Object.fromEntries(Object.keys(board).map((cell) => [cell, null]));
    const taken = Object.fromEntries(["c2", "c3", "d2", "d3", "d1"].map((cell) => [cell, "stream"]));
    const near = company({ ...situation("2-start-own").view.zones, board: { ...bare, ...taken } });
    expect([...near].filter(([, count]) => count < 2).map(([cell]) => cell)).toEqual(["d1"]);
  });
});

/** Two cards of the hand and a space where the first may go, as the choices of a position have them. */
function playable(name: string): { card: string; other: string; cell: string } {
  const plays = situation(name).view.choices.map((choice) => choice.choice.split(" ")).filter(([verb]) => verb === "play");
  const [, card = "", cell = ""] = plays[0] ?? [];
  return { card, cell, other: plays.map(([, named = ""]) => named).find((named) => named !== card) ?? "" };
}

describe("choosing a card", () => {
  const lit = (name: string): Set<string> => {
    const at = situation(name);
    return new Set(at.view.choices.flatMap((choice) => kit.elements(choice, at)));
  };

  it("leaves every space lit for a menu while none is chosen", () => {
    expect(lit("2-early-own")).toContain(`cell:${playable("2-early-own").cell}`);
  });

  it("makes each space stand for the chosen card alone", () => {
    const { card, other, cell } = playable("2-early-own");
    chosen.toggle(card);
    const at = situation("2-early-own");
    const there = at.view.choices.filter((choice) => kit.elements(choice, at).includes(`cell:${cell}`));
    expect(there.map((choice) => choice.choice)).toEqual([`play ${card} ${cell}`]);
    expect(lit("2-early-own")).toContain(`card:${other}`);
  });

  it("does not matter where that card cannot be played", () => {
    chosen.toggle("gondola");
    expect(lit("2-early-own")).toContain(`cell:${playable("2-early-own").cell}`);
  });
});

describe("words", () => {
  it("come with every choice", () => {
    for (const choice of situation("ask-challenge").view.choices) expect(choice.caption).toMatch(/^(Challenge .+ on [a-e][1-5] \(\d+%\)|End the turn)$/);
  });

  it("say what cannot fail and what cannot succeed", () => {
    expect(oddsText({ needs: 1, ways: 36 })).toBe("every roll is enough");
    expect(oddsText({ needs: 14, ways: 0 })).toBe("needs 14, no roll is enough");
  });

  it("list all that waits for the climber", () => {
    const zones: Zones = {
      ...situation("ask-challenge").view.zones,
      skip: 2, per_die: 1, next_roll: 4, curses: [2, 5], cold: 1, provisions: true, spring: [0, 1, 1, 1, 0, 0, 0, 0],
    };
    expect(conditions(zones, content).map(({ value, label }) => `${value} ${label}`.trim())).toEqual([
      "×2 skips 2 turns",
      "+2 each die +1, for good",
      "+4 on the next roll",
      "+3 3 turns, from the next",
      "−4 for 2, 5 rolls",
      "+2 Difficulty, next card",
      "kept cards buy rerolls",
    ]);
  });

  it("explain every element that a choice names", () => {
    for (const name of ["2-middle-own", "ask-challenge", "ask-reroll", "ask-drop", "ask-bridge"]) {
      const at = situation(name);
      for (const element of at.view.choices.flatMap((choice) => kit.elements(choice, at))) {
        expect(kit.explain(element, at)?.title, element).toBeTruthy();
      }
    }
  });
});

describe("asking why not", () => {
  it("asks in the notation of the game", () => {
    const here = situation("2-early-own");
    const bound = { ...here.view, choices: here.view.choices.filter((choice) => choice.choice !== "end") };
    expect(kit.whyNot("duty", { ...here, view: bound })).toBe("end");
    expect(kit.whyNot("cell:a5", situation("ask-challenge"))).toBe("challenge a5");
    chosen.toggle("natural-spring");
    expect(kit.whyNot("cell:e5", here)).toBe("play natural-spring e5");
  });

  it("asks nothing while somebody else decides", () => {
    expect(kit.whyNot("cell:a5", situation("2-early-other"))).toBeNull();
  });
});

describe("the dice", () => {
  const rolled = { kind: "roll", seat: 1, args: { card: "stream", cell: "c3", dice: [5, 4], needs: 5 }, text: "" } as EventShown;
  const calm = { ...situation("ask-challenge").view, pending: [] };

  it("are those that wait for a decision", () => {
    const waiting = { kind: "reroll", seat: 1, first: 1, second: 3, needs: 5, cell: "c2" };
    const view = { ...calm, pending: [waiting], zones: { ...calm.zones, needs: 7 } };
    expect(rollOf(view, [rolled])).toEqual({ dice: [1, 3], needs: 7, cell: "c2" });
  });

  it("are those of the last roll otherwise", () => {
    expect(rollOf(calm, [rolled])).toEqual({ dice: [5, 4], needs: 5, cell: "c3" });
    expect(rollOf(calm, [])).toBeNull();
  });
});

describe("a match of two games", () => {
  const labels = (name: string, seat: number): string[] => kit.facts(seat, situation(name)).map(({ label }) => label);

  it("gives each seat the things of the role it has just now", () => {
    expect(situation("2-people-early-own").view.zones.mountain).toBe(0);
    expect([labels("2-people-early-own", 0)[0], labels("2-people-early-own", 1)[0]]).toEqual(["in hand", "Elevation"]);
    expect(situation("2-people-middle-own").view.zones.mountain).toBe(1);
    expect([labels("2-people-middle-own", 0)[0], labels("2-people-middle-own", 1)[0]]).toEqual(["Elevation", "in hand"]);
  });

  it("says who climbs by name", () => {
    for (const [name, climber] of [["2-people-early-own", "Bela"], ["2-people-middle-own", "Ana"]] as const) {
      const at = situation(name);
      const cell = Object.entries(at.view.zones.board).find(([, there]) => there === "mountaineer")?.[0];
      expect(kit.explain(`cell:${cell}`, at)?.title).toBe(`${cell}: ${climber}`);
    }
  });

  it("tells which game it is, and what the first one brought", () => {
    const second = situation("2-people-late-own");
    expect(kit.explain("match", second)?.title).toBe("Game 2 of 2");
    expect(kit.facts(0, second)).toContainEqual({ label: "first game", value: second.view.zones.first_game[0] });
    expect(kit.explain("match", situation("2-people-early-own"))?.title).toBe("Game 1 of 2");
  });
});
