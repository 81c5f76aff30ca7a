/** Draws a mountain from what its card says: how high it is and how much climbing it takes. */
import type { Mountain } from "../../api/views/peaks";

export const WIDE = 120;
export const HIGH = 60;
export type Silhouette = "hill" | "ridge" | "cone" | "massif" | "needle";

type Corner = readonly [across: number, up: number];

const SHAPES: Record<Silhouette, readonly Corner[]> = {
  hill: [[0, 0.1], [0.15, 0.32], [0.3, 0.7], [0.45, 0.97], [0.55, 1], [0.68, 0.86], [0.82, 0.5], [1, 0.12]],
  ridge: [[0, 0.15], [0.14, 0.45], [0.24, 0.4], [0.38, 0.82], [0.46, 0.74], [0.58, 1], [0.7, 0.66], [0.78, 0.7], [0.9, 0.34], [1, 0.2]],
  cone: [[0, 0.06], [0.2, 0.24], [0.33, 0.5], [0.43, 0.86], [0.47, 1], [0.54, 0.98], [0.6, 0.8], [0.7, 0.46], [0.82, 0.22], [1, 0.05]],
  massif: [[0, 0.28], [0.1, 0.52], [0.18, 0.48], [0.3, 0.84], [0.37, 0.76], [0.5, 1], [0.58, 0.86], [0.68, 0.92], [0.8, 0.56], [0.88, 0.6], [1, 0.3]],
  needle: [[0, 0.12], [0.16, 0.3], [0.26, 0.58], [0.32, 0.5], [0.43, 0.86], [0.5, 1], [0.55, 0.8], [0.6, 0.62], [0.68, 0.66], [0.8, 0.32], [1, 0.14]],
};

export function silhouette({ elevation, gear, extra_danger }: Pick<Mountain, "elevation" | "gear" | "extra_danger">): Silhouette {
  if (extra_danger || gear.includes("harness")) return elevation > 7000 ? "massif" : "needle";
  if (elevation < 1500) return "hill";
  if (gear.length >= 2) return "massif";
  return elevation < 3000 || elevation % 2 === 0 ? "ridge" : "cone";
}

/** A row of numbers from 0 to 1 that is the same every time for one card. */
function dice(text: string): () => number {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296;
  };
}

export interface Profile {
  body: string;
  shade: string;
  snow: string | null;
  far: string;
}

const SNOW_LINE = 3200;
const HIGHEST = 8849;

export function profile(card: Mountain): Profile {
  const roll = dice(card.id);
  const shape = SHAPES[silhouette(card)];
  const mirrored = roll() < 0.5;
  const top = HIGH * (0.4 + 0.52 * Math.sqrt(card.elevation / HIGHEST));
  const rough = silhouette(card) === "hill" ? 0.01 : 0.05;
  const corners = shape.map(([across, up]): Corner => {
    const jitter = up === 1 ? 0 : (roll() - 0.5) * rough;
    return [(mirrored ? 1 - across : across) * WIDE, HIGH - Math.max(0.04, up + jitter) * top];
  });
  if (mirrored) corners.reverse();
  const text = (points: readonly Corner[]): string => points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  const peak = corners.reduce((best, corner) => (corner[1] < best[1] ? corner : best));
  const lit = corners.filter(([x]) => x >= peak[0]);
  const shade = `M${text(lit)}L${WIDE} ${HIGH}L${(peak[0] - 6).toFixed(1)} ${HIGH}L${(peak[0] + 3).toFixed(1)} ${(peak[1] + top * 0.45).toFixed(1)}L${(peak[0] - 3).toFixed(1)} ${(peak[1] + top * 0.22).toFixed(1)}Z`;
  let snow: string | null = null;
  if (card.elevation > SNOW_LINE) {
    const line = peak[1] + top * Math.min(0.62, 0.2 + (card.elevation - SNOW_LINE) / 11000);
    const teeth = Array.from({ length: 13 }, (_, i): Corner => [(WIDE * i) / 12, line + (i % 2 === 0 ? 3.5 : -3) + roll() * 3]);
    snow = `M0 0L${text(teeth)}L${WIDE} 0Z`;
  }
  const far = Array.from({ length: 7 }, (_, i): Corner => [(WIDE * i) / 6, HIGH - top * (0.22 + roll() * 0.3)]);
  return { body: `M0 ${HIGH}L${text(corners)}L${WIDE} ${HIGH}Z`, shade, snow, far: `M0 ${HIGH}L${text(far)}L${WIDE} ${HIGH}Z` };
}
