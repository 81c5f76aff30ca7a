/**
 * Answers that are thought over before they count.
 *
 * Where the game asks for one card after the other and the order does not matter, the client walks the questions and
 * steps back when something is put back; the step that would end it waits for a confirmation. So does a choice that
 * gives up what one could still do, if it cannot be taken back. Which questions these are the board says; what a
 * choice leads to is asked of the server.
 */
import type { Choice, View } from "../api/types";

export interface Foreseen {
  view: View;
  certain: boolean;
}

/** What is needed of a table to walk its questions. */
export interface Walk {
  readonly position: number | null;
  readonly view: View | null;
  foresee(choice: string): Promise<Foreseen | null>;
  /** Whether it was done; what it led to is shown by then. */
  choose(choice: string): Promise<boolean>;
  undo(): Promise<boolean>;
}

export interface Habits {
  /** Kinds of questions whose pieces are gathered. */
  readonly gathers: readonly string[];
  /** Choices that end something, by the kind of question. */
  readonly ends: Readonly<Record<string, string>>;
  /** Whether to ask before what cannot be taken back. */
  readonly careful: boolean;
  describe(choice: Choice): Pick;
}

/** A choice as it was when it was made. */
export interface Pick {
  choice: string;
  caption: string;
  elements: readonly string[];
}

interface Gathered {
  at: number | null;
  picks: readonly Pick[];
  held: Pick | null;
}

const NOTHING: Gathered = { at: null, picks: [], held: null };

export class Gathering {
  readonly #walk: Walk;
  readonly #habits: Habits;
  #made: Gathered = $state.raw(NOTHING);
  #steps: Promise<void> = Promise.resolve();
  /** Whether a piece is being put back: what the table shows on the way is not what one asked for. */
  walking = $state(false);

  constructor(walk: Walk, habits: Habits) {
    this.#walk = walk;
    this.#habits = habits;
  }

  /** What was gathered counts only where the table still stands where we left it. */
  readonly #now: Gathered = $derived.by(() => (this.#made.at !== null && this.#made.at === this.#walk.position ? this.#made : NOTHING));

  /** What has been answered and can be put back. */
  readonly picks: readonly Pick[] = $derived.by(() => this.#now.picks);
  /** What waits to be confirmed. */
  readonly held: Pick | null = $derived.by(() => this.#now.held);
  readonly all: readonly Pick[] = $derived.by(() => (this.held ? [...this.picks, this.held] : this.picks));
  /** What shows as picked, and is put back by a click. A good of which there is more can be picked once more instead. */
  readonly elements: readonly string[] = $derived.by(() =>
    this.all.filter((pick) => pick === this.held || !this.#offered(pick.choice)).flatMap((pick) => pick.elements));
  /** Whether what waits is no piece of a gathering but an end. */
  readonly ending: boolean = $derived.by(() => this.held !== null && this.#isEnd(this.held.choice));

  answer(notation: string): Promise<void> {
    return this.#inTurn(async () => {
      const choice = this.#offered(notation);
      if (!choice) return;
      const pick = this.#habits.describe(choice);
      if (this.held?.choice === notation && !this.ending) this.#keep(this.picks, null);
      else if (this.#habits.gathers.includes(this.#kind) && pick.elements.length > 0) await this.#gather(pick);
      else if (await this.#mustAsk(notation)) this.#keep(this.picks, pick);
      else await this.#walk.choose(notation);
    });
  }

  confirm = (): Promise<void> =>
    this.#inTurn(async () => {
      if (this.held) await this.#walk.choose(this.held.choice);
    });

  /** Put a piece back: everything from it on is taken back, and what came after it is chosen again. */
  release(notation: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.held?.choice === notation) return this.#keep(this.picks, null);
      const first = this.picks.findIndex((pick) => pick.choice === notation);
      if (first < 0) return;
      this.walking = true;
      await this.#walkBack(first).finally(() => (this.walking = false));
    });
  }

  /** Put the last piece back; whether there was one. */
  back = (): boolean => {
    const last = this.all.at(-1);
    if (last) void this.release(last.choice);
    return last !== undefined;
  };

  get #kind(): string {
    return this.#walk.view?.decision?.kind ?? "";
  }

  #offered(notation: string): Choice | undefined {
    return this.#walk.view?.choices.find((choice) => choice.choice === notation);
  }

  #isEnd(notation: string): boolean {
    return this.#habits.ends[this.#kind] === notation;
  }

  #keep(picks: readonly Pick[], held: Pick | null): void {
    this.#made = { at: this.#walk.position, picks, held };
  }

  /** One after the other; what was meant for a position that is gone by then is dropped, like the second click of two. */
  #inTurn(work: () => Promise<void> | void): Promise<void> {
    const seen = this.#walk.position;
    const done = this.#steps.then(() => (this.#walk.position === seen ? work() : undefined));
    this.#steps = done.catch(() => undefined);
    return done;
  }

  async #mustAsk(notation: string): Promise<boolean> {
    if (!this.#habits.careful || !this.#isEnd(notation) || this.held?.choice === notation) return false;
    if ((this.#walk.view?.choices.length ?? 0) < 2) return false;
    const next = await this.#walk.foresee(notation);
    return next !== null && (!next.certain || next.view.seat !== this.#walk.view?.seat);
  }

  async #gather(pick: Pick): Promise<void> {
    const { picks } = this;
    const seat = this.#walk.view?.seat;
    const kind = this.#kind;
    const next = await this.#walk.foresee(pick.choice);
    const goesOn = next?.view.seat === seat && next?.view.decision?.kind === kind;
    // A single piece is an ordinary answer: there is nothing to gather.
    if (!goesOn && picks.length > 0) this.#keep(picks, pick);
    else if ((await this.#walk.choose(pick.choice)) && goesOn) this.#keep([...picks, pick], null);
  }

  async #walkBack(first: number): Promise<void> {
    const { picks } = this;
    for (let count = picks.length; count > first; count -= 1) {
      if (!(await this.#walk.undo())) return;
      this.#keep(picks.slice(0, count - 1), null);
    }
    for (const pick of picks.slice(first + 1)) {
      if (this.#offered(pick.choice) && (await this.#walk.choose(pick.choice))) this.#keep([...this.picks, pick], null);
    }
  }
}
