/** What the board of Solstis reads off its view. */
import type { Content, Player, Spirit, Zones } from "../../api/views/solstis";
import type { BoardKit, BoardProps, Situation, ViewOf } from "../board";

export type { Content, Player, Spirit, Zones };
export type SolstisView = ViewOf<Zones>;
export type SolstisProps = BoardProps<Zones, Content>;
export type SolstisSituation = Situation<Zones, Content>;
export type SolstisKit = BoardKit<Zones, Content>;

/** A position of the mountain, and the land tile that belongs there: "3-5" is row 3, column 5. */
export type Place = string;

export function spiritOf(content: Content, name: string): Spirit {
  const spirit = content.spirits.find((known) => known.name === name);
  if (!spirit) throw new Error(`there is no spirit ${name}`);
  return spirit;
}

/** The stars of a seat, as far as they lie open. */
export function starsOf(view: SolstisView, seat: number): number {
  return Object.values(view.scores[seat] ?? {}).reduce<number>((sum, line) => sum + (line ?? 0), 0);
}
