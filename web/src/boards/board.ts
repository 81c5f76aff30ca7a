/**
 * What a board is given, and what it may bring.
 *
 * A board draws a view and knows no rules. Everything a player can point at is a *piece*: an element of the SVG (or
 * HTML) that carries `{@attach piece(id, name)}`. The frame does the rest: it lights the piece when choices belong to
 * it, answers or opens a menu when it is clicked, moves the focus with the arrow keys, explains it on hover, focus and
 * long press, and says why not when it is unlit.
 */
import type { Component } from "svelte";
import type { Attachment } from "svelte/attachments";

import type { Choice, Content, EventShown, View } from "../api/types";

/** How fast things move. `ms(250)` is a duration to use in an animation: 0 when nothing should move. */
export interface Motion {
  readonly reduced: boolean;
  ms(normal: number): number;
}

/** A view whose zones have a game's own shape, as `api/views/<slug>.ts` declares it. */
export type ViewOf<Z> = Omit<View, "zones"> & { zones: Z };

export interface BoardProps<Z = View["zones"], C = Content> {
  /** All that this player may know. */
  view: ViewOf<Z>;
  /** The game's components, as `GET /api/games/{slug}/content` sends them. */
  content: C;
  /** Names of the seats, by number. */
  names: readonly string[];
  /** The seat of the person who looks, or null for one who watches. */
  me: number | null;
  /** The choices of each lit element, by element id. Empty unless `me` is asked. */
  lit: ReadonlyMap<string, readonly Choice[]>;
  /** Elements picked first of choices that lie on several ("play stream d2": the card, then the cell). */
  picked: readonly string[];
  /** The choice that is pointed at just now, on the board, on a button or in a hint: show where it leads, if cheap. */
  pointed: Choice | null;
  /** Where `pointed` would lead, as the server says, once it has said so; null otherwise. */
  preview: ViewOf<Z> | null;
  /** What happened between the last view and this one, in order; empty when the page was just opened. */
  events: readonly EventShown[];
  motion: Motion;
  /** Makes an element of the drawing a piece. `name` is what a screen reader says: "Sand 7, worth 3". */
  piece(id: string, name: string): Attachment;
  /** Answer at once with a choice of `view.choices`, for widgets of a board's own (a dial for rotation, a stepper). */
  answer(choice: string): void;
  /** Tell that a choice is pointed at (null: none any more), for widgets of a board's own. Pieces do it themselves. */
  point(choice: string | null): void;
}

/** What is said about an element on hover, focus or long press. */
export interface Explanation {
  title: string;
  text?: string;
  /** Ids of rules to show with it. */
  rules?: readonly string[];
}

/** A number about a seat that everybody may know, for the list of seats. The first one is shown on phones too. */
export interface Fact {
  label: string;
  value: string | number;
}

export interface Situation<Z = View["zones"], C = Content> {
  view: ViewOf<Z>;
  content: C;
  names: readonly string[];
}

/** The default export of `boards/<slug>/index.ts`. Only `Board` must be there. */
export interface BoardKit<Z = View["zones"], C = Content> {
  Board: Component<BoardProps<Z, C>>;
  /** The player's own things (hand, mat, backpack): below the board, and a drawer on phones. */
  Own?: Component<BoardProps<Z, C>>;
  /** The element ids that light for a choice, where the server's `choice.elements` are not what the board shows. */
  elements?(choice: Choice, situation: Situation<Z, C>): readonly string[];
  /** What an element is. Without it, only its name is shown. */
  explain?(element: string, situation: Situation<Z, C>): Explanation | null;
  /** The notation to ask "why not?" about when an unlit element is clicked: "take sand-7"; null if it makes no sense. */
  whyNot?(element: string, situation: Situation<Z, C>): string | null;
  /**
   * Kinds of questions (`view.decision.kind`) that ask for one piece after the other in any order: pieces are toggled,
   * and the last one counts when it is confirmed.
   */
  gathers?: readonly string[];
  /** By the kind of question, the choice that gives up what one could still do: it is asked about if it is final. */
  ends?: Readonly<Record<string, string>>;
  facts?(seat: number, situation: Situation<Z, C>): readonly Fact[];
  /** Score lines by their key in `view.scores`, as people read them. */
  scoreLine?(key: string): string;
  /** The elements that a seat's points of a score line come from: they shine while the line is counted or pointed at. */
  scored?(key: string, seat: number, situation: Situation<Z, C>): readonly string[];
}
