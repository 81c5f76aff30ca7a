/** What the panel of a review draws: numbers of the review as places in a drawing. */
import type { GameReview, ReviewLine, ReviewStep } from "../api/types";

export const PARTS = ["luck", "own", "others"] as const;
export type Part = (typeof PARTS)[number];

export interface Size { width: number; height: number }

/** Where a step lies from left to right; before the deal is 0. */
export const across = (review: GameReview, step: number, { width }: Size): number => (width * (step + 1)) / review.steps.length;

/** The line of a seat's win chances, from before the deal to the result. */
export function line(review: GameReview, seat: number, size: Size): string {
  const shares = [review.steps[0]?.seats[seat]?.start ?? 0, ...review.steps.map((step) => step.seats[seat]?.result ?? 0)];
  return shares.map((share, at) => `${across(review, at - 1, size).toFixed(1)},${(size.height * (1 - share)).toFixed(1)}`).join(" ");
}

/** The step that lies nearest to a place from left to right. */
export function stepAt(review: GameReview, x: number, { width }: Size): number {
  const last = review.steps.length - 1;
  return Math.max(0, Math.min(last, Math.round((x / width) * (last + 1)) - 1));
}

export interface Piece { part: Part; value: number; from: number; to: number }

/** A seat's luck and choices, stacked to both sides of nothing: losses to the left, gains to the right. */
export function pieces(account: Record<Part, number>): Piece[] {
  const ends = { left: 0, right: 0 };
  return PARTS.map((part) => {
    const value = account[part];
    const side = value < 0 ? "left" : "right";
    const from = ends[side];
    ends[side] += value;
    return { part, value, from: Math.min(from, ends[side]), to: Math.max(from, ends[side]) };
  });
}

/** How far the longest bar of all seats reaches. */
export const reach = (review: GameReview): number =>
  Math.max(0.01, ...review.seats.flatMap((seat) => pieces(seat).flatMap((piece) => [-piece.from, piece.to])));

/** Points of the win with their sign: "+12", "−3". */
export function points(share: number): string {
  const n = Math.round(share * 100);
  return n < 0 ? `−${-n}` : `+${n}`;
}

/** Who was luckiest in a step, if chance had a part in it. */
export function luckiest(step: ReviewStep): number | null {
  if (!step.chance) return null;
  const lucks = step.seats.map((seat) => seat.luck);
  return lucks.indexOf(Math.max(...lucks));
}

/** The score lines in which two lines differ. */
export function differences(better: ReviewLine, played: ReviewLine): { key: string; better: number; played: number }[] {
  return Object.keys(better.scores)
    .map((key) => ({ key, better: better.scores[key] ?? 0, played: played.scores[key] ?? 0 }))
    .filter((row) => row.better !== row.played);
}
