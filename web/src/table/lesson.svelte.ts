/** The way through a lesson: what is said, which choice is waited for, and what follows it, one move after the other. */
import type { Choice, EventShown, LessonShown, LessonStep, View } from "../api/types";
import { say } from "../texts/frame";

/** What the learner is to do: go on, make the choice, watch, or go on after a choice (or take it back). */
export type Phase = "read" | "choose" | "watch" | "after";

interface Timing {
  /** How long a move stays before the next one is shown. */
  readonly gap: number;
}

export class LessonWalk {
  readonly lesson: LessonShown;
  /** What is seen when each step begins. */
  readonly #starts: readonly View[];
  readonly #timing: Timing;
  #timer: ReturnType<typeof setTimeout> | undefined;

  at = $state(0);
  phase: Phase = $state("read");
  #shown: { view: View; events: readonly EventShown[] } = $state.raw({} as never);

  constructor(lesson: LessonShown, timing: Timing) {
    this.lesson = lesson;
    this.#timing = timing;
    const starts: View[] = [];
    let view = lesson.steps[0]?.start as View;
    for (const step of lesson.steps) {
      view = step.start ?? view;
      starts.push(view);
      if (!step.mistake) view = step.frames.at(-1)?.view ?? view;
    }
    this.#starts = starts;
    this.go(0);
  }

  readonly step: LessonStep = $derived.by(() => this.lesson.steps[this.at] as LessonStep);
  readonly isLast: boolean = $derived.by(() => this.at === this.lesson.steps.length - 1);
  /** Whose eyes the board is seen with: the learner's, or those of the friend who learns along. */
  readonly seat: number = $derived.by(() => this.step.seat);
  readonly said: string = $derived.by(() => {
    const { step } = this;
    if (this.phase === "after" && step.after) return step.after;
    return step.seat === this.lesson.seat ? step.say : say("lesson.friend", { name: this.lesson.names[step.seat] ?? "", what: step.say });
  });
  readonly events: readonly EventShown[] = $derived.by(() => this.#shown.events);

  /** What is on the table, with the one choice that the step asks for. */
  readonly view: View = $derived.by(() => {
    const { view } = this.#shown;
    const wanted = this.phase === "choose" ? this.step.choice : null;
    return { ...view, choices: view.choices.filter(({ choice }: Choice) => choice === wanted) };
  });

  go(step: number): void {
    this.stop();
    this.at = Math.max(0, Math.min(step, this.lesson.steps.length - 1));
    this.#shown = { view: this.#starts[this.at] as View, events: [] };
    this.phase = this.step.choice === null ? "read" : "choose";
  }

  next = (): void => {
    if (this.phase === "read" || this.phase === "after") this.go(this.at + 1);
  };

  back = (): void => {
    const begun = this.phase === "read" || this.phase === "choose";
    this.go(begun ? this.at - 1 : this.at);
  };

  choose = (choice: string): void => {
    if (this.phase !== "choose" || choice !== this.step.choice) return;
    this.phase = "watch";
    this.#show(0);
  };

  stop = (): void => {
    clearTimeout(this.#timer);
  };

  #show(number: number): void {
    const frame = this.step.frames[number];
    if (frame) {
      this.#shown = frame;
      const last = number === this.step.frames.length - 1;
      if (!last) this.#timer = setTimeout(() => this.#show(number + 1), this.#timing.gap);
      else if (this.step.after !== null) this.phase = "after";
      else this.#timer = setTimeout(() => this.go(this.at + 1), this.#timing.gap);
    } else this.go(this.at + 1);
  }
}
