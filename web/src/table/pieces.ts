/**
 * The pieces of a board as they stand in the page: how each is dressed, and what mouse, finger and keyboard do to them.
 *
 * A board has hundreds of pieces and is drawn anew with every move, so a piece costs almost nothing: one set of
 * listeners at the root hears for all, an attachment stays the same function as long as its element and name do, and
 * only attributes that change are written.
 */
import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";

const LONG_PRESS = 450;
const SHAKE = 6;

export interface Pointed {
  element: string;
  name: string;
  anchor: Element;
}

/** How a piece is shown: what choosing it does (null if it is no choice), and how it is marked. */
export interface Look {
  does: string | null;
  picked: boolean;
  pointed: boolean;
  scored: boolean;
}

export interface Acts {
  look(element: string): Look;
  pick(at: Pointed): void;
  enter(at: Pointed): void;
  leave(at: Pointed): void;
}

interface Piece {
  at: Pointed;
  worn: Look | null;
}

export class Pieces {
  readonly #acts: Acts;
  readonly #pieces = new Map<Element, Piece>();
  readonly #attachments = new Map<string, Attachment>();
  #under: Piece | null = null;
  #timer = 0;
  #held = false;

  constructor(acts: Acts) {
    this.#acts = acts;
  }

  attachment(element: string, name: string): Attachment {
    const key = `${element}\n${name}`;
    const known = this.#attachments.get(key);
    if (known) return known;
    const made: Attachment = (node) => untrack(() => {
      const piece: Piece = { at: { element, name, anchor: node }, worn: null };
      this.#pieces.set(node, piece);
      node.setAttribute("data-element", element);
      this.#dress(piece);
      return () => untrack(() => {
        if (this.#pieces.get(node) === piece) this.#pieces.delete(node);
        if (this.#under === piece) this.#under = null;
        this.#attachments.delete(key);
        this.#acts.leave(piece.at);
      });
    });
    this.#attachments.set(key, made);
    return made;
  }

  /** Bring every piece up to date. */
  dress(): void {
    for (const piece of this.#pieces.values()) this.#dress(piece);
  }

  #dress(piece: Piece): void {
    const { element, name, anchor } = piece.at;
    const { does, picked, pointed, scored } = this.#acts.look(element);
    const worn = piece.worn;
    if (worn?.does !== does) {
      anchor.setAttribute("role", does === null ? "img" : "button");
      anchor.setAttribute("tabindex", does === null ? "-1" : "0");
      anchor.setAttribute("aria-label", does === null ? name : `${name}: ${does}`);
      anchor.toggleAttribute("data-lit", does !== null);
    }
    if (worn?.picked !== picked) anchor.toggleAttribute("data-picked", picked);
    if (worn?.pointed !== pointed) anchor.toggleAttribute("data-pointed", pointed);
    if (worn?.scored !== scored) anchor.toggleAttribute("data-scored", scored);
    piece.worn = { does, picked, pointed, scored };
  }

  /** Hear for all pieces within a node. */
  readonly root: Attachment = (root) => {
    const ending = new AbortController();
    // An effect that moves the focus must not come to depend on what is pointed at.
    const on = <K extends keyof GlobalEventHandlersEventMap>(kind: K, heard: (event: GlobalEventHandlersEventMap[K]) => void): void =>
      root.addEventListener(kind, (event) => untrack(() => heard(event as GlobalEventHandlersEventMap[K])), { signal: ending.signal });

    on("click", (event) => {
      const piece = this.#around(event);
      if (!piece) return;
      event.stopPropagation();
      if (!this.#held) this.#acts.pick(piece.at);
      this.#held = false;
    });
    on("keydown", (event) => {
      const piece = event.key === "Enter" || event.key === " " ? this.#around(event) : null;
      if (!piece) return;
      event.preventDefault();
      this.#acts.pick(piece.at);
    });
    on("pointerover", (event) => this.#over(this.#around(event), event.pointerType === "mouse"));
    on("pointerleave", () => this.#over(null, false));
    on("focusin", (event) => {
      const piece = this.#pieces.get(event.target as Element);
      if (piece?.at.anchor.matches(":focus-visible")) this.#acts.enter(piece.at);
    });
    on("focusout", (event) => {
      const piece = this.#pieces.get(event.target as Element);
      if (piece) this.#acts.leave(piece.at);
    });
    on("pointerdown", (event) => {
      this.#held = false;
      const piece = this.#around(event);
      if (!piece || event.pointerType === "mouse") return;
      this.#timer = window.setTimeout(() => {
        this.#held = true;
        this.#acts.enter(piece.at);
      }, LONG_PRESS);
    });
    on("pointermove", (event) => {
      if (Math.abs(event.movementX) + Math.abs(event.movementY) > SHAKE) clearTimeout(this.#timer);
    });
    on("pointerup", () => clearTimeout(this.#timer));
    on("pointercancel", () => clearTimeout(this.#timer));
    return () => {
      ending.abort();
      clearTimeout(this.#timer);
    };
  };

  #over(piece: Piece | null, mouse: boolean): void {
    if (piece === this.#under) return;
    clearTimeout(this.#timer);
    if (this.#under) this.#acts.leave(this.#under.at);
    this.#under = piece;
    if (piece && mouse) this.#acts.enter(piece.at);
  }

  /** The innermost piece that an event happened on. */
  #around(event: Event): Piece | null {
    const node = (event.target as Element).closest("[data-element]");
    return (node && this.#pieces.get(node)) ?? null;
  }
}
