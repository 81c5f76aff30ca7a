/** The contour lines under the grid: rings around a summit, drawn by the same numbers every time. */
const STEPS = 72;
const WAVES: readonly [turns: number, depth: number, phase: number][] = [
  [2, 0.12, 0.6],
  [3, 0.09, 2.1],
  [5, 0.05, 4.4],
  [8, 0.025, 1.3],
];

export interface Contour {
  path: string;
  /** Every fifth line is drawn stronger, as on a map. */
  strong: boolean;
}

export function contours(x: number, y: number, first: number, gap: number, count: number): Contour[] {
  return Array.from({ length: count }, (_, index) => ({
    path: ring(x + index * 2.4, y + index * 3.1, first + index * gap, index * 0.022),
    strong: index % 5 === 2,
  }));
}

function ring(x: number, y: number, radius: number, drift: number): string {
  const points = Array.from({ length: STEPS }, (_, step) => {
    const angle = (step / STEPS) * 2 * Math.PI;
    const wobble = WAVES.reduce((sum, [turns, depth, phase]) => sum + depth * Math.sin(turns * angle + phase + drift * turns), 1);
    return `${(x + Math.cos(angle) * radius * wobble * 1.08).toFixed(1)} ${(y + Math.sin(angle) * radius * wobble).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
