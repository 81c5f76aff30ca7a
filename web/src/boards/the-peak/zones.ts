/** What the board of The Peak reads off its view. */
import type { Choice, EventShown } from "../../api/types";
import type { Card, Content, Effect, Goal, Odds, Zones } from "../../api/views/the-peak";
import type { BoardKit, BoardProps, Situation, ViewOf } from "../board";

export type { Card, Content, Effect, Goal, Odds, Zones };
export type PeakView = ViewOf<Zones>;
export type PeakProps = BoardProps<Zones, Content>;
export type PeakSituation = Situation<Zones, Content>;
export type PeakKit = BoardKit<Zones, Content>;

export const TOKEN = "mountaineer";
export const COLUMNS = ["a", "b", "c", "d", "e"] as const;
export const ROWS = [5, 4, 3, 2, 1] as const;
/** All spaces in reading order, the top row first. */
export const CELLS: readonly string[] = ROWS.flatMap((row) => COLUMNS.map((column) => `${column}${row}`));

export type Role = keyof Zones["goals"];

/** The seat that climbs; in the second game of a match the sides are exchanged. */
export const climberOf = (zones: Zones): number => 1 - zones.mountain;
export const roleOf = (seat: number, zones: Zones): Role => (seat === zones.mountain ? "mountain" : "mountaineer");

/** A card as it lies there: an Eroded Slope may have lost some of its elevation. */
export interface Face {
  id: string;
  card: Card;
  difficulty: number | null;
  elevation: number | null;
  worn: boolean;
}

export interface Roll {
  dice: readonly [number, number];
  needs: number | null;
  cell: string | null;
}

export function faceOf(id: string, content: Content): Face {
  const whole = content.cards.find((card) => card.name === id);
  if (whole) return face(id, whole, whole.elevation ?? null, false);
  const cut = id.lastIndexOf("-");
  const card = content.cards.find((known) => known.name === id.slice(0, cut));
  if (!card) throw new Error(`there is no card ${id}`);
  return face(id, card, Number(id.slice(cut + 1)), true);
}

function face(id: string, card: Card, elevation: number | null, worn: boolean): Face {
  return { id, card, difficulty: card.difficulty ?? null, elevation, worn };
}

export function goalOf(name: string, content: Content): Goal {
  const goal = content.goals.find((known) => known.name === name);
  if (!goal) throw new Error(`there is no goal ${name}`);
  return goal;
}

/** The effect that does something, wherever it is printed: its numbers explain what is pending. */
export function effectOf(does: string, content: Content): Effect | null {
  return content.cards.flatMap((card) => card.effects ?? []).find((effect) => effect.does === does) ?? null;
}

export const tokenCell = (zones: Zones): string | null => CELLS.find((cell) => zones.board[cell] === TOKEN) ?? null;

/** The spaces that share a side with one. */
export function neighbours(cell: string): string[] {
  const column = COLUMNS.findIndex((letter) => letter === cell[0]);
  const row = Number(cell[1]);
  return [[0, 1], [1, 0], [0, -1], [-1, 0]]
    .map(([dx = 0, dy = 0]) => `${COLUMNS[column + dx] ?? ""}${row + dy}`)
    .filter((name) => CELLS.includes(name));
}

/** How many occupied neighbours each occupied space has. */
export function company(zones: Zones): Map<string, number> {
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
export function rollOf(view: PeakView, events: readonly EventShown[]): Roll | null {
  const waiting = view.pending.find((asked) => asked.kind === "reroll");
  if (waiting) {
    return {
      dice: [Number(waiting["first"]), Number(waiting["second"])],
      needs: view.zones.needs,
      cell: String(waiting["cell"]),
    };
  }
  const rolls = events.filter((event) => event.kind === "roll" || event.kind === "reroll");
  const last = rolls.at(-1);
  if (!last) return null;
  const challenge = rolls.findLast((event) => event.kind === "roll");
  const dice = last.args["dice"];
  if (!Array.isArray(dice)) return null;
  return {
    dice: [Number(dice[0]), Number(dice[1])],
    needs: challenge ? Number(challenge.args["needs"]) : null,
    cell: challenge ? String(challenge.args["cell"]) : null,
  };
}

/** The card of a choice such as "play stream d2", or null. */
export function cardOf(choice: Choice): string | null {
  const [verb, card] = choice.choice.split(" ");
  return verb === "play" ? (card ?? null) : null;
}
