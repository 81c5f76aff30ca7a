/** The shapes that the server sends for PEAKS: the zones of a view and the content file. */
import type { Content, View } from "../../api/types";

export const ACTIONS = ["rest", "prepare", "climb"] as const;
export type Action = (typeof ACTIONS)[number];
export type Group = "x" | "y";

export interface Player {
  energy: number;
  stamina: number;
  experience: number;
  continent: string;
  gear: Record<string, number>;
  dice: Record<Action, number>;
  upgrades: Record<Action, number>;
  cubes: Record<Action, number>;
  flags: Record<string, number>;
  companions: (string | null)[];
  uses: number[];
  mountains: string[];
  climbed: string[];
}

export interface Climb {
  mountain: string;
  group: Group;
  climbers: number[];
  setting_out: boolean;
  companions: string[][];
  experience: number;
  sure: number[];
  danger: boolean;
}

export interface Proposal {
  mountain: string;
  group: Group;
  companions: string[];
  countered: boolean;
}

export interface Zones {
  display: (string | null)[];
  tiles: string[];
  players: Player[];
  dealt: (string | null)[];
  start: number;
  player: number;
  turn: number;
  last_turns: number;
  swapped: boolean;
  action: Action | null;
  climb: Climb | null;
  proposal: Proposal | null;
  bound: number[];
  proposed: string[];
  drawn: string[];
  decks: Record<string, number>;
  discards: Record<string, string[]>;
  hands: { count: number; cards: string[] | null; ages: number[] }[];
  remembered: string[][];
  chosen: number[];
}

export interface Mountain {
  id: string;
  name: string;
  deck: "a" | "b";
  continent: string;
  elevation: number;
  energy: number;
  shared_energy: number;
  acclimatization: boolean;
  gear: string[];
  experience: number;
  extra_danger: boolean;
  x: string[];
  y: string[];
}

export interface Amount {
  kind: string;
  amount: number;
  of?: string | number;
}

export interface Bonus {
  id: string;
  name: string;
  flags: number;
  needs: Amount;
  discard: Amount;
}

export interface Companion {
  id: string;
  name: string;
  experience: number;
  uses: number;
  ability?: Amount;
}

export interface Boost {
  id: string;
  name: string;
  energy: number;
  stamina: number;
  rewards: Record<string, number>;
}

export interface Space {
  space: number;
  gives: string;
}

export interface PeaksContent {
  board: { continents: string[] };
  display: { hand_limit: number; high: number };
  flags: { supply: number };
  gear: { names: string[] };
  limits: { gear: number; solo_ghost: number };
  energy_track: { last: number; bonuses: Space[] };
  experience_track: { numbers: number[]; swap: number; bonuses: Space[] };
  dice: Record<Action | "climb_others", number[]>;
  steps: Record<Action, { step: string; tile: number }[]>;
  cards: { mountains: Mountain[]; bonus: Bonus[]; companions: Companion[]; boosts: Boost[] };
}

export type Card =
  | ({ sort: "mountain" } & Mountain)
  | ({ sort: "bonus" } & Bonus)
  | ({ sort: "companion" } & Companion)
  | ({ sort: "boost" } & Boost);

export function zonesOf(view: View): Zones {
  return view.zones as unknown as Zones;
}

export function contentOf(content: Content): PeaksContent {
  return content as unknown as PeaksContent;
}

const known = new WeakMap<Content, Map<string, Card>>();

/** Every card of a content file by its id; ids are unique across the kinds. */
export function cardsOf(content: Content): ReadonlyMap<string, Card> {
  const found = known.get(content);
  if (found) return found;
  const { mountains, bonus, companions, boosts } = contentOf(content).cards;
  const cards = new Map<string, Card>();
  for (const card of mountains) cards.set(card.id, { sort: "mountain", ...card });
  for (const card of bonus) cards.set(card.id, { sort: "bonus", ...card });
  for (const card of companions) cards.set(card.id, { sort: "companion", ...card });
  for (const card of boosts) cards.set(card.id, { sort: "boost", ...card });
  known.set(content, cards);
  return cards;
}

export function mountainOf(content: Content, id: string): Mountain | null {
  const card = cardsOf(content).get(id);
  return card?.sort === "mountain" ? card : null;
}

export function flagsPlaced(player: Player): number {
  return Object.values(player.flags).reduce((sum, count) => sum + count, 0);
}

interface Pending {
  kind: string;
  seat: number;
  gains?: Record<string, number>;
  due?: number;
}

function pendingOf(view: View): Pending[] {
  return (view as unknown as { pending: Pending[] }).pending;
}

/** What is being gained just now, and by whom; null if nothing is. */
export function gainsOf(view: View): { seat: number; gains: Record<string, number> } | null {
  const found = pendingOf(view).findLast(({ gains }) => gains !== undefined);
  return found?.gains ? { seat: found.seat, gains: found.gains } : null;
}

/** The energy that the seat asked has to pay; 0 if it has not. */
export function dueOf(view: View): number {
  return pendingOf(view).at(-1)?.due ?? 0;
}

/** What a pile of gains still holds, without the kinds of which there is none. */
export function left(gains: Record<string, number>): [kind: string, count: number][] {
  return Object.entries(gains).filter(([, count]) => count > 0);
}
