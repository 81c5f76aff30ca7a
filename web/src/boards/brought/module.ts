/**
 * A board that a game brings itself: `board.js` in its folder, an ES module in plain JavaScript that needs no build.
 *
 *     export default {
 *       mount(element, props) {
 *         const draw = (props) => { ... };       // whatever draws props.view into the element
 *         draw(props);
 *         return { update: draw, destroy() {} };
 *       },
 *     };
 *
 * Whatever can be pointed at carries `data-element` with the id that the server uses in `choices[].elements`, and
 * `data-name` with what a screen reader says. After `mount` and every `update` the frame makes pieces of these elements:
 * it lights them, hears clicks and keys, and explains them, as on every other board. A child with `class="rim"` shows
 * when its piece is a choice.
 */
import { catalog } from "../../texts/catalog";
import type { BoardKit, BoardProps, Explanation, Fact, Situation } from "../board";

/** A text of the game's `en.toml`: `say("board.column", { column: "d", n: 2 })`. */
type Say = (key: string, args?: Readonly<Record<string, string | number>>) => string;

/** What such a board is given: all that other boards are, and `say`. */
export interface BroughtProps extends Omit<BoardProps, "piece"> {
  say: Say;
}

export interface Mounted {
  update(props: BroughtProps): void;
  destroy(): void;
}

/** The default export of `board.js`: `mount`, and of what a kit may bring whatever the game has a use for. */
export interface BoardModule extends Pick<BoardKit, "elements" | "whyNot" | "gathers" | "ends" | "scored"> {
  mount(element: HTMLElement, props: BroughtProps): Mounted;
  explain?(element: string, situation: Situation & { say: Say }): Explanation | null;
  facts?(seat: number, situation: Situation & { say: Say }): readonly Fact[];
}

const modules = new Map<string, BoardModule>();

export function moduleOf(slug: string): BoardModule {
  const found = modules.get(slug);
  if (!found) throw new Error(`the board of ${slug} is not loaded`);
  return found;
}

export function sayer(slug: string): Say {
  const say = catalog<Record<string, Record<string, string | number>>>(slug);
  return (key, args = {}) => say(key, args);
}

export function keep(slug: string, module: BoardModule): void {
  modules.set(slug, module);
}
