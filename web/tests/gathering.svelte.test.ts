import { beforeEach, describe, expect, it } from "vitest";

import type { View } from "../src/api/types";
import { Gathering, type Habits, type Walk } from "../src/table/gathering.svelte";

/** A game that asks for three of five cards, one after the other, and then passes the turn on. */
class Cards implements Walk {
  position = $state(0);
  taken: string[] = [];
  told: string[] = [];
  needs = 3;
  seatAfterEnd = 1;
  extra: string[] = [];
  /** Cards of which there are many: they can be taken again and again. */
  many: string[] = [];
  /** Milliseconds between showing what an answer led to and being done with it. */
  lag = 0;

  view: View = $state.raw(this.#viewOf([]));

  #viewOf(taken: readonly string[]): View {
    const over = taken.length >= this.needs || taken.includes("end");
    const left = ["a", "b", "c", "d", "e", ...this.extra].filter((card) => this.many.includes(card) || !taken.includes(card));
    return {
      seat: over ? this.seatAfterEnd : 0, decision: { kind: over ? "next" : "take" },
      choices: over ? [] : left.map((card) => ({ choice: card, elements: card === "end" ? [] : [`card:${card}`] })),
    } as unknown as View;
  }

  #go(taken: string[], told: string): Promise<boolean> {
    this.taken = taken;
    this.told.push(told);
    this.position += 1;
    this.view = this.#viewOf(taken);
    return new Promise((resolve) => (this.lag ? setTimeout(() => resolve(true), this.lag) : resolve(true)));
  }

  offer(card: string): void {
    this.extra = [card];
    this.view = this.#viewOf(this.taken);
  }
  foresee = (choice: string) => Promise.resolve({ view: this.#viewOf([...this.taken, choice]), certain: true });
  choose = (choice: string) => this.#go([...this.taken, choice], choice);
  undo = () => this.#go(this.taken.slice(0, -1), "undo");
}

let cards: Cards;
let gathering: Gathering;
const habits: Habits = {
  gathers: ["take"], ends: { take: "end" }, careful: true,
  describe: ({ choice, elements }) => ({ choice, elements, caption: `Take ${choice}` }),
};

async function pick(...names: string[]): Promise<void> {
  for (const name of names) await gathering.answer(name);
}
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const chosen = (): string[] => gathering.all.map((one) => one.choice);

beforeEach(() => {
  cards = new Cards();
  gathering = new Gathering(cards, habits);
});

describe("cards that are gathered", () => {
  it("can be picked once more where there are more of them", async () => {
    cards.many = ["a", "b"];
    await pick("a", "b");
    expect(gathering.elements).toEqual([]);
    await pick("a");
    expect(chosen()).toEqual(["a", "b", "a"]);
    expect(gathering.elements).toEqual(["card:a"]);
  });

  it("are answered as they are picked, all but the last", async () => {
    await pick("a", "b", "c");
    expect(cards.told).toEqual(["a", "b"]);
    expect(gathering.held?.choice).toBe("c");
    expect(gathering.elements).toEqual(["card:a", "card:b", "card:c"]);
  });

  it("count once they are confirmed", async () => {
    await pick("a", "b", "c");
    await gathering.confirm();
    expect(cards.told).toEqual(["a", "b", "c"]);
    expect(chosen()).toEqual([]);
  });

  it("can have another last one", async () => {
    await pick("a", "b", "c", "d");
    expect(chosen()).toEqual(["a", "b", "d"]);
  });

  it("are put back by picking them again, the others staying", async () => {
    await pick("a", "b");
    await gathering.release("a");
    expect(cards.taken).toEqual(["b"]);
    expect(chosen()).toEqual(["b"]);
    expect(cards.told).toEqual(["a", "b", "undo", "undo", "b"]);
  });

  it("are put back one by one from the last", async () => {
    await pick("a", "b", "c");
    for (const left of [["a", "b"], ["a"], []]) {
      expect(gathering.back()).toBe(true);
      await settled();
      expect(chosen()).toEqual(left);
    }
    expect([gathering.back(), cards.taken]).toEqual([false, []]);
  });

  it("are forgotten when the table moves on without us", async () => {
    await pick("a", "b");
    expect(chosen()).toEqual(["a", "b"]);
    await cards.undo();
    expect(chosen()).toEqual([]);
  });

  it("are taken too if they are picked before the last one is quite done", async () => {
    cards.lag = 20;
    const first = gathering.answer("a");
    await settled();
    expect(cards.position).toBe(1);
    await Promise.all([first, gathering.answer("b")]);
    expect(cards.told).toEqual(["a", "b"]);
  });

  it("are taken once by a double click", async () => {
    await Promise.all([gathering.answer("a"), gathering.answer("a")]);
    expect(cards.told).toEqual(["a"]);
  });

  it("need no confirmation if it is only one", async () => {
    cards.needs = 1;
    await pick("a");
    expect([cards.told, gathering.held]).toEqual([["a"], null]);
  });
});

describe("an end that cannot be undone", () => {
  it("is asked about, and done when it is meant", async () => {
    cards.offer("end");
    await pick("end");
    expect([gathering.ending, cards.told]).toEqual([true, []]);
    await pick("end");
    expect(cards.told).toEqual(["end"]);
  });

  it("is not asked about if the turn goes on", async () => {
    cards.seatAfterEnd = 0;
    cards.offer("end");
    await pick("end");
    expect(cards.told).toEqual(["end"]);
  });

  it("is not asked about who does not want to be asked", async () => {
    gathering = new Gathering(cards, { ...habits, careful: false });
    cards.offer("end");
    await pick("end");
    expect(cards.told).toEqual(["end"]);
  });
});
