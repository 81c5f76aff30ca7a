/**
 * What goes on between a board and its player: which elements are lit, what is pointed at, what is explained.
 * All pieces of all boards act alike under mouse, finger, keyboard and reader: `pieces.ts` hears for them.
 *
 * A page makes the stage and hands it down to `StageView`, which draws it. An answer comes up one way: a piece or a
 * button calls `stage.answer`, which checks it and calls the page's `input.answer`.
 */
import type { Attachment } from "svelte/attachments";

import type { Choice, Content, EventShown, View } from "../api/types";
import type { BoardKit, Explanation, Motion, Situation } from "../boards/board";
import { elementName } from "../boards/words";
import { say } from "../texts/frame";
import { Pieces, type Look, type Pointed } from "./pieces";

export interface StageInput {
  readonly view: View;
  readonly content: Content;
  readonly names: readonly string[];
  readonly me: number | null;
  readonly events: readonly EventShown[];
  readonly motion: Motion;
  readonly kit: BoardKit;
  /** Where the choice pointed at would lead, once that is known. */
  readonly preview?: View | null;
  /** The answer to the last "why not?", and the element it was asked about. */
  readonly reason?: { element: string; text: string; rule: string | null } | null;
  /** Whether answers are taken now: not in a replay, nor while one is on its way. */
  readonly open: boolean;
  /** Elements of what was chosen already and can be put back. */
  readonly gathered?: readonly string[];
  /** Elements that points come from, while they are counted. */
  readonly scored?: readonly string[];
  answer(choice: string): void;
  release?(element: string): void;
  why?(choice: string | null, element: string): void;
  ruleText?(id: string): string | null;
}

type Menu = Pointed & { choices: readonly Choice[] };

export class Stage {
  readonly input: StageInput;
  #pointed: Choice | null = $state.raw(null);
  /** The piece that is explained. */
  explained: Pointed | null = $state.raw(null);
  #menu: Menu | null = $state.raw(null);

  #firstPicks: { view: View | null; elements: readonly string[] } = $state.raw({ view: null, elements: [] });

  constructor(input: StageInput) {
    this.input = input;
  }

  readonly situation: Situation = $derived.by(() => {
    const { view, content, names } = this.input;
    return { view, content, names };
  });

  readonly choices: readonly Choice[] = $derived.by(() => (this.input.open ? this.input.view.choices : []));

  /** The choice under the pointer or the focus, as long as it is one. */
  readonly pointed: Choice | null = $derived.by(() => (this.#pointed && this.choices.includes(this.#pointed) ? this.#pointed : null));

  /** The piece whose several choices are asked for in a menu. */
  readonly menu: Menu | null = $derived.by(() => (this.#menu?.choices.every((choice) => this.choices.includes(choice)) ? this.#menu : null));

  /** Elements picked already of a choice that has several (a card, then its cell). */
  readonly picked: readonly string[] = $derived.by(() => {
    const { view, elements } = this.#firstPicks;
    return view === this.input.view ? elements : [];
  });

  /** The choices that what was picked leaves open. */
  readonly #left: readonly Choice[] = $derived.by(() =>
    this.choices.filter((choice) => this.picked.every((id) => this.elementsOf(choice).includes(id))),
  );

  readonly lit: ReadonlyMap<string, readonly Choice[]> = $derived.by(() => {
    const found = new Map<string, Choice[]>();
    for (const choice of this.#left) {
      for (const id of this.elementsOf(choice)) {
        const listed = found.get(id);
        if (listed) listed.push(choice);
        else found.set(id, [choice]);
      }
    }
    return found;
  });

  /** The choices that have no place on the board: the frame shows them as buttons. */
  readonly placeless: readonly Choice[] = $derived.by(() =>
    this.choices.filter((choice) => this.elementsOf(choice).length === 0),
  );

  elementsOf(choice: Choice): readonly string[] {
    return this.input.kit.elements?.(choice, this.situation) ?? choice.elements;
  }

  explanation(element: string, name: string): Explanation {
    return this.input.kit.explain?.(element, this.situation) ?? { title: name || elementName(element) };
  }

  point = (choice: string | null): void => {
    this.#pointed = choice === null ? null : (this.choices.find((known) => known.choice === choice) ?? null);
  };

  answer = (choice: string): void => {
    if (!this.choices.some((known) => known.choice === choice)) return;
    this.#menu = null;
    this.explained = null;
    this.#pointed = null;
    this.input.answer(choice);
  };

  closeMenu = (): void => {
    this.#menu = null;
  };

  unpick = (): void => {
    this.#firstPicks = { view: null, elements: [] };
    this.#menu = null;
  };

  /** One choice: answer. Several that lie elsewhere too: go on there. Several here: ask which. */
  #pick(at: Pointed): void {
    const choices = this.lit.get(at.element) ?? [];
    if (choices.length === 0 && this.#gathered.includes(at.element)) this.input.release?.(at.element);
    else if (this.picked.includes(at.element) && choices.length !== 1) this.unpick();
    else if (choices.length === 1 && choices[0]) this.answer(choices[0].choice);
    else if (choices.length > 1) {
      const common = new Set([...this.picked, at.element]);
      const further = choices.map((choice) => this.elementsOf(choice).filter((id) => !common.has(id)).join(" "));
      if (further.every((ids) => ids !== "") && new Set(further).size === choices.length) {
        this.#firstPicks = { view: this.input.view, elements: [...common] };
        this.explained = null;
      } else this.#menu = { ...at, choices };
    }
    else {
      this.explained = at;
      this.input.why?.(this.input.kit.whyNot?.(at.element, this.situation) ?? null, at.element);
    }
  }

  #enter(at: Pointed): void {
    const choices = this.lit.get(at.element) ?? [];
    this.explained = at;
    this.#pointed = choices.length === 1 ? (choices[0] ?? null) : null;
  }

  #leave(at: Pointed): void {
    if (this.explained?.anchor === at.anchor) {
      this.explained = null;
      this.#pointed = null;
    }
  }

  readonly #gathered: readonly string[] = $derived.by(() => this.input.gathered ?? []);

  /** What choosing a lit element does. */
  readonly #does: ReadonlyMap<string, string> = $derived.by(() => {
    const said = ([only, ...more]: readonly Choice[]): string => (only && more.length === 0 ? only.caption : say("table.choices", { n: more.length + 1 }));
    return new Map([...this.lit].map(([element, choices]) => [element, said(choices)]));
  });

  readonly #pointedAt: readonly string[] = $derived.by(() => (this.pointed ? this.elementsOf(this.pointed) : []));

  #look(element: string): Look {
    const gathered = this.#gathered.includes(element);
    return {
      does: this.#does.get(element) ?? (gathered ? say("table.put-back") : null),
      picked: gathered || this.picked.includes(element),
      pointed: this.#pointedAt.includes(element),
      scored: (this.input.scored ?? []).includes(element),
    };
  }

  readonly #pieces = new Pieces({
    look: (element) => this.#look(element),
    pick: (at) => this.#pick(at),
    enter: (at) => this.#enter(at),
    leave: (at) => this.#leave(at),
  });

  piece = (element: string, name: string): Attachment => this.#pieces.attachment(element, name);

  /** Makes the element around all pieces hear for them, and keeps them dressed. */
  readonly root: Attachment = (node) => {
    $effect(() => this.#pieces.dress());
    return this.#pieces.root(node);
  };
}
