/**
 * What goes on between a board and its player: which elements are lit, what is pointed at, what is explained.
 * The pieces of every board are made here, so that all of them act alike under mouse, finger, keyboard and reader.
 */
import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";

import type { Choice, Content, EventShown, View } from "../api/types";
import type { BoardKit, Explanation, Motion, Situation } from "../boards/board";
import { captionOf, elementName } from "../boards/words";

const LONG_PRESS = 450;

export interface Pointed {
  element: string;
  name: string;
  anchor: Element;
}

export interface StageInput {
  readonly view: View;
  readonly content: Content;
  readonly names: readonly string[];
  readonly me: number | null;
  readonly events: readonly EventShown[];
  readonly motion: Motion;
  readonly kit: BoardKit;
  /** Whether answers are taken now: not in a replay, nor while one is on its way. */
  readonly open: boolean;
  answer(choice: string): void;
  why(choice: string | null, element: string): void;
}

export class Stage {
  readonly #input: StageInput;
  /** The choice under the pointer or the focus. */
  pointed: Choice | null = $state.raw(null);
  /** The piece that is explained. */
  explained: Pointed | null = $state.raw(null);
  /** The piece whose several choices are asked for in a menu. */
  menu: (Pointed & { choices: readonly Choice[] }) | null = $state.raw(null);

  #firstPicks: { view: View | null; elements: readonly string[] } = $state.raw({ view: null, elements: [] });

  constructor(input: StageInput) {
    this.#input = input;
  }

  readonly situation: Situation = $derived.by(() => {
    const { view, content, names } = this.#input;
    return { view, content, names };
  });

  readonly choices: readonly Choice[] = $derived.by(() => (this.#input.open ? this.#input.view.choices : []));

  /** Elements picked already of a choice that has several (a card, then its cell). */
  readonly picked: readonly string[] = $derived.by(() => {
    const { view, elements } = this.#firstPicks;
    return view === this.#input.view ? elements : [];
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
    return this.#input.kit.elements?.(choice, this.situation) ?? choice.elements;
  }

  caption(choice: Choice): string {
    return this.#input.kit.caption?.(choice, this.situation) ?? captionOf(choice.choice);
  }

  explanation(element: string, name: string): Explanation {
    return this.#input.kit.explain?.(element, this.situation) ?? { title: name || elementName(element) };
  }

  point = (choice: string | null): void => {
    this.pointed = choice === null ? null : (this.choices.find((known) => known.choice === choice) ?? null);
  };

  answer = (choice: string): void => {
    if (!this.choices.some((known) => known.choice === choice)) return;
    this.menu = null;
    this.explained = null;
    this.pointed = null;
    this.#input.answer(choice);
  };

  unpick = (): void => {
    this.#firstPicks = { view: null, elements: [] };
    this.menu = null;
  };

  /** One choice: answer. Several that lie elsewhere too: go on there. Several here: ask which. */
  #pick(at: Pointed): void {
    const choices = this.lit.get(at.element) ?? [];
    if (this.picked.includes(at.element) && choices.length !== 1) this.unpick();
    else if (choices.length === 1 && choices[0]) this.answer(choices[0].choice);
    else if (choices.length > 1) {
      const common = new Set([...this.picked, at.element]);
      const further = choices.map((choice) => this.elementsOf(choice).filter((id) => !common.has(id)).join(" "));
      if (further.every((ids) => ids !== "") && new Set(further).size === choices.length) {
        this.#firstPicks = { view: this.#input.view, elements: [...common] };
        this.explained = null;
      } else this.menu = { ...at, choices };
    }
    else {
      this.explained = at;
      this.#input.why(this.#input.kit.whyNot?.(at.element, this.situation) ?? null, at.element);
    }
  }

  #enter(at: Pointed): void {
    const choices = this.lit.get(at.element) ?? [];
    this.explained = at;
    this.pointed = choices.length === 1 ? (choices[0] ?? null) : null;
  }

  #leave(at: Pointed): void {
    if (this.explained?.anchor === at.anchor) {
      this.explained = null;
      this.pointed = null;
    }
  }

  piece = (element: string, name: string): Attachment => {
    return (node) => {
      const at: Pointed = { element, name, anchor: node };
      let timer = 0;
      let held = false;
      // An effect that moves the focus must not come to depend on what is pointed at.
      const on = <K extends keyof GlobalEventHandlersEventMap>(
        kind: K,
        heard: (event: GlobalEventHandlersEventMap[K]) => void,
      ): void =>
        node.addEventListener(kind, (event) => untrack(() => heard(event as GlobalEventHandlersEventMap[K])), { signal: ending.signal });
      const ending = new AbortController();

      node.setAttribute("data-element", element);
      on("click", (event) => {
        event.stopPropagation();
        if (!held) this.#pick(at);
        held = false;
      });
      on("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          this.#pick(at);
        }
      });
      on("pointerenter", (event) => event.pointerType === "mouse" && this.#enter(at));
      on("pointerleave", () => {
        clearTimeout(timer);
        this.#leave(at);
      });
      on("focus", () => node.matches(":focus-visible") && this.#enter(at));
      on("blur", () => this.#leave(at));
      on("pointerdown", (event) => {
        held = false;
        if (event.pointerType === "mouse") return;
        timer = window.setTimeout(() => {
          held = true;
          this.#enter(at);
        }, LONG_PRESS);
      });
      on("pointermove", (event) => {
        if (Math.abs(event.movementX) + Math.abs(event.movementY) > 6) clearTimeout(timer);
      });
      on("pointerup", () => clearTimeout(timer));
      on("pointercancel", () => clearTimeout(timer));

      $effect(() => {
        const choices = this.lit.get(element);
        const does = choices?.length === 1 && choices[0] ? this.caption(choices[0]) : null;
        node.setAttribute("role", choices ? "button" : "img");
        node.setAttribute("tabindex", choices ? "0" : "-1");
        node.setAttribute(
          "aria-label",
          choices ? `${name}: ${does ?? `${choices.length} choices`}` : name,
        );
        node.toggleAttribute("data-lit", choices !== undefined);
        node.toggleAttribute("data-picked", this.picked.includes(element));
      });
      $effect(() => {
        const pointed = this.pointed;
        node.toggleAttribute("data-pointed", pointed !== null && this.elementsOf(pointed).includes(element));
      });
      return () => {
        ending.abort();
        clearTimeout(timer);
        this.#leave(at);
      };
    };
  };
}
