/** The shape of `view.zones` and of the content of Solstis. */
import type { Content, View } from "../../api/types";

/** A position of the mountain, and the land tile that belongs there: "3-5" is row 3, column 5. */
export type Place = string;

export interface PlacedSpirit {
  spirit: string;
  /** The lower left position of the square it lies on. */
  square: Place;
}

export interface PlayerZone {
  hand: Place[] | null;
  hand_count: number;
  hand_size: number;
  land: Place[];
  rainbows: Place[];
  rainbows_held: number;
  spirits: PlacedSpirit[];
  cannot_hold: Place[];
}

export interface Zones {
  unseen: Place[];
  pile: number;
  display: Place[];
  /** The face-up tiles that have a hidden one below. */
  hidden_below: Place[];
  played: Place | null;
  newly: Place[];
  removed: Place[];
  rainbow_supply: number;
  spirit_row: string[];
  evil: number | null;
  covered: string | null;
  again: boolean;
  players: PlayerZone[];
  spirits_unseen: string[];
  spirit_pile: number;
  met: string[] | null;
}

export interface Spirit {
  name: string;
  title: string;
  kind: "plain" | "blue" | "evil";
  effect?: string;
  bonus?: string;
  last?: string;
}

export interface SolstisContent {
  rows: { color: string; columns: [number, number] }[];
  fires: { tiles: Place[] }[];
  spirits: Spirit[];
}

export function zonesOf(view: View): Zones {
  return view.zones as unknown as Zones;
}

export function contentOf(content: Content): SolstisContent {
  return content as unknown as SolstisContent;
}

export function spiritOf(content: Content, name: string): Spirit {
  return contentOf(content).spirits.find((spirit) => spirit.name === name) ?? { name, title: name, kind: "plain" };
}

/** The stars of a seat, as far as they lie open. */
export function starsOf(view: View, seat: number): number {
  return Object.values(view.scores[seat] ?? {}).reduce<number>((sum, line) => sum + (line ?? 0), 0);
}
