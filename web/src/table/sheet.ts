/** The score sheet of a view: lines in their order, what is hidden as null. */
import type { View } from "../api/types";
import type { BoardKit, Situation } from "../boards/board";
import { capital, plain } from "../boards/words";

export interface Sheet {
  lines: { key: string; points: (number | null)[] }[];
  /** What can be added up; not `whole` while a line is hidden. */
  totals: { sum: number; whole: boolean }[];
}

export function sheet(view: View): Sheet {
  const keys = [...new Set(view.scores.flatMap((score) => Object.keys(score)))];
  const lines = keys.map((key) => ({ key, points: view.scores.map((score) => score[key] ?? null) }));
  const totals = view.scores.map((score) => {
    const points = Object.values(score);
    return { sum: points.reduce<number>((sum, point) => sum + (point ?? 0), 0), whole: !points.includes(null) };
  });
  return { lines, totals };
}

/** A line of the sheet as people read it. */
export function lineName(kit: BoardKit | null, key: string): string {
  return kit?.scoreLine?.(key) ?? capital(plain(key));
}

/** The elements that a line of the sheet comes from, those of all seats. */
export function shining(kit: BoardKit | null, key: string | null, situation: Situation | null): readonly string[] {
  if (!kit?.scored || key === null || !situation) return [];
  return situation.view.scores.flatMap((_, seat) => kit.scored?.(key, seat, situation) ?? []);
}
