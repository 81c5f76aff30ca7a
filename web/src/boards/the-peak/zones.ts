/** The shape of a view of The Peak, and of its components. */
import type { Choice, Content, EventShown, View } from "../../api/types";

export const MOUNTAIN = 0;
export const MOUNTAINEER = 1;
export const TOKEN = "mountaineer";
export const COLUMNS = ["a", "b", "c", "d", "e"] as const;
export const ROWS = [5, 4, 3, 2, 1] as const;
/** All spaces in reading order, the top row first. */
export const CELLS: readonly string[] = ROWS.flatMap((row) => COLUMNS.map((column) => `${column}${row}`));

export type Role = "mountain" | "mountaineer";
export const ROLES: readonly Role[] = ["mountain", "mountaineer"];

export interface Secret {
  count: number;
  cards: string[];
}

export interface Odds {
  /** What the two dice must come to, all modifiers included. */
  needs: number;
  /** How many of the 36 rolls do. */
  ways: number;
}

export interface PeakZones {
  deck: { count: number; top: (string | null)[] };
  discard: string[];
  hand: Secret & { known: string[] };
  sunk: string[];
  unseen: string[];
  goals: Record<Role, Secret>;
  goals_dropped: Record<Role, Secret>;
  board: Record<string, string | null>;
  kept: string[];
  round: number;
  per_die: number;
  provisions: boolean;
  next_roll: number;
  curses: number[];
  cold: number;
  skip: number;
  spring: number[];
  odds: Record<string, Odds>;
}

export interface EffectData {
  on: "play" | "cross" | "fail" | "keep";
  does: string;
  amount?: number;
  times?: number;
  skips?: number;
}

export interface CardData {
  name: string;
  title: string;
  copies: number;
  difficulty?: number;
  elevation?: number;
  effects?: EffectData[];
}

export interface GoalData {
  name: string;
  title: string;
  counts: string;
  points: number;
  least?: number;
}

export interface PeakContent {
  hand: { refill: number };
  editions: { final: { rounds: number } };
  cards: CardData[];
  goals: GoalData[];
}

/** A card as it lies there: an Eroded Slope may have lost some of its elevation. */
export interface Face {
  id: string;
  card: CardData;
  difficulty: number | null;
  elevation: number | null;
  worn: boolean;
}

export interface Roll {
  dice: readonly [number, number];
  needs: number | null;
  cell: string | null;
}

export const zonesOf = (view: View): PeakZones => view.zones as unknown as PeakZones;
export const contentOf = (content: Content): PeakContent => content as unknown as PeakContent;

export function faceOf(id: string, content: PeakContent): Face {
  const whole = content.cards.find((card) => card.name === id);
  if (whole) return face(id, whole, whole.elevation ?? null, false);
  const cut = id.lastIndexOf("-");
  const card = content.cards.find((known) => known.name === id.slice(0, cut));
  if (!card) throw new Error(`there is no card ${id}`);
  return face(id, card, Number(id.slice(cut + 1)), true);
}

function face(id: string, card: CardData, elevation: number | null, worn: boolean): Face {
  return { id, card, difficulty: card.difficulty ?? null, elevation, worn };
}

export function goalOf(name: string, content: PeakContent): GoalData {
  const goal = content.goals.find((known) => known.name === name);
  if (!goal) throw new Error(`there is no goal ${name}`);
  return goal;
}

/** The effect that does something, wherever it is printed: its numbers explain what is pending. */
export function effectOf(does: string, content: PeakContent): EffectData | null {
  return content.cards.flatMap((card) => card.effects ?? []).find((effect) => effect.does === does) ?? null;
}

export const tokenCell = (zones: PeakZones): string | null => CELLS.find((cell) => zones.board[cell] === TOKEN) ?? null;

/** The spaces that share a side with one. */
export function neighbours(cell: string): string[] {
  const column = COLUMNS.indexOf(cell[0] as (typeof COLUMNS)[number]);
  const row = Number(cell[1]);
  return [[0, 1], [1, 0], [0, -1], [-1, 0]]
    .map(([dx = 0, dy = 0]) => `${COLUMNS[column + dx] ?? ""}${row + dy}`)
    .filter((name) => CELLS.includes(name));
}

/** How many occupied neighbours each occupied space has. */
export function company(zones: PeakZones): Map<string, number> {
  const taken = CELLS.filter((cell) => zones.board[cell] !== null);
  return new Map(taken.map((cell) => [cell, neighbours(cell).filter((other) => taken.includes(other)).length]));
}

/** Equal things in the order they first came, with their number. */
export function counted(names: readonly string[]): [name: string, count: number][] {
  const found = new Map<string, number>();
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  return [...found];
}

/** The dice that wait for a decision, or else those of the last roll among the events. */
export function rollOf(view: View, events: readonly EventShown[]): Roll | null {
  const waiting = view.pending.find((asked) => asked.kind === "reroll") as Record<string, unknown> | undefined;
  if (waiting) {
    return {
      dice: [Number(waiting["first"]), Number(waiting["second"])],
      needs: Number(waiting["needs"]),
      cell: String(waiting["cell"]),
    };
  }
  const rolls = events.filter((event) => event.kind === "roll" || event.kind === "reroll");
  const last = rolls.at(-1);
  if (!last) return null;
  const challenge = rolls.findLast((event) => event.kind === "roll");
  const dice = last.args["dice"] as [number, number];
  return {
    dice,
    needs: challenge ? Number(challenge.args["needs"]) : null,
    cell: challenge ? String(challenge.args["cell"]) : null,
  };
}

/** The card of a choice such as "play stream d2", or null. */
export function cardOf(choice: Choice): string | null {
  const [verb, card] = choice.choice.split(" ");
  return verb === "play" ? (card ?? null) : null;
}
