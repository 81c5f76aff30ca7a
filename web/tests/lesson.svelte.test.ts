import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { LessonShown, LessonStep, View } from "../src/api/types";
import { LessonWalk } from "../src/table/lesson.svelte";

const seen = (name: string, ...choices: string[]): View =>
  ({ game: name, choices: choices.map((choice) => ({ choice, caption: choice, elements: [] })) }) as unknown as View;
const step = (part: Partial<LessonStep>): LessonStep =>
  ({ seat: 0, say: "", point: [], choice: null, mistake: false, after: null, start: null, frames: [], ...part });

const LESSON: LessonShown = {
  seat: 0,
  names: ["You", "Mia"],
  steps: [
    step({ say: "Look.", start: seen("start", "bid 1", "bid 2") }),
    step({ say: "Try this.", choice: "bid 1", mistake: true, after: "That was bad.", frames: [{ view: seen("bad"), events: [] }] }),
    step({ say: "Bid 2.", choice: "bid 2", frames: [{ view: seen("bidden"), events: [] }, { view: seen("answered", "take"), events: [] }] }),
    step({ say: "Well done." }),
  ],
};

describe("a lesson", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const walk = (): LessonWalk => new LessonWalk(LESSON, { gap: 100 });

  it("lights the choice it asks for and no other, when it asks", () => {
    const lesson = walk();
    expect(lesson.view.choices).toEqual([]);
    lesson.next();
    expect([lesson.phase, lesson.view.choices.map(({ choice }) => choice)]).toEqual(["choose", ["bid 1"]]);
    lesson.choose("bid 2");
    expect(lesson.phase).toBe("choose");
  });

  it("shows a mistake and takes it back", () => {
    const lesson = walk();
    lesson.go(1);
    lesson.choose("bid 1");
    expect([lesson.phase, lesson.said, lesson.view.game]).toEqual(["after", "That was bad.", "bad"]);
    lesson.next();
    expect([lesson.at, lesson.view.game]).toEqual([2, "start"]);
  });

  it("shows what follows a choice move by move, then goes on", () => {
    const lesson = walk();
    lesson.go(2);
    lesson.choose("bid 2");
    expect([lesson.phase, lesson.view.game]).toEqual(["watch", "bidden"]);
    vi.advanceTimersByTime(100);
    expect(lesson.view.game).toBe("answered");
    vi.advanceTimersByTime(100);
    expect([lesson.at, lesson.phase, lesson.view.game]).toEqual([3, "read", "answered"]);
  });

  it("goes back to the step before as it was then", () => {
    const lesson = walk();
    lesson.go(3);
    lesson.back();
    expect([lesson.at, lesson.phase, lesson.view.game]).toEqual([2, "choose", "start"]);
    lesson.choose("bid 2");
    lesson.back();
    vi.advanceTimersByTime(1000);
    expect([lesson.at, lesson.phase]).toEqual([2, "choose"]);
  });

  it("lets a friend make the other seat's choices and see them with own eyes", () => {
    const steps = [
      step({ say: "Bid.", choice: "bid 1", start: seen("mine", "bid 1"), frames: [{ view: seen("bidden"), events: [] }] }),
      step({ seat: 1, say: "Pass", choice: "pass", after: "Mia passed.", start: seen("hers", "pass"), frames: [{ view: seen("passed"), events: [] }] }),
      step({ say: "Well done.", start: seen("mine again") }),
    ];
    const lesson = new LessonWalk({ ...LESSON, steps }, { gap: 100 });
    lesson.choose("bid 1");
    vi.advanceTimersByTime(100);
    expect([lesson.seat, lesson.view.game, lesson.said]).toEqual([1, "hers", "Mia, your turn. Pass."]);
    lesson.choose("pass");
    expect([lesson.phase, lesson.said]).toEqual(["after", "Mia passed."]);
    lesson.next();
    expect([lesson.seat, lesson.view.game]).toEqual([0, "mine again"]);
  });
});
