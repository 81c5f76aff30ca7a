/** The contour lines of the paper around the map. The land repeats, so that a pattern of it has no seam. */
export const PERIOD = 1400;
const CELLS = 56;
const LEVELS = [-1.5, -1, -0.5, 0, 0.5, 1, 1.5];
const WAVES: readonly [east: number, north: number, depth: number, phase: number][] = [
  [1, 0, 0.7, 0.4], [0, 1, 0.6, 1.9], [1, 1, 0.5, 2.6], [2, -1, 0.45, 0.8], [1, 3, 0.3, 4.1], [3, 2, 0.2, 5.2],
];

function height(column: number, row: number): number {
  return WAVES.reduce((sum, [east, north, depth, phase]) => sum + depth * Math.cos(((east * column + north * row) / CELLS) * 2 * Math.PI + phase), 0);
}

type Corner = readonly [column: number, row: number];

/** Where the level lies between two corners of a cell, if it does. */
function crossing(from: Corner, to: Corner, level: number): string[] {
  const [low, high] = [height(...from) - level, height(...to) - level];
  if (low * high >= 0) return [];
  const part = low / (low - high);
  const along = (a: number, b: number): string => ((a + part * (b - a)) * (PERIOD / CELLS)).toFixed(1);
  return [`${along(from[0], to[0])} ${along(from[1], to[1])}`];
}

function lines(level: number): string {
  const drawn: string[] = [];
  for (let row = 0; row < CELLS; row += 1) {
    for (let column = 0; column < CELLS; column += 1) {
      const corners: Corner[] = [[column, row], [column + 1, row], [column + 1, row + 1], [column, row + 1]];
      const met = corners.flatMap((corner, index) => crossing(corner, corners[(index + 1) % 4] ?? corner, level));
      if (met.length === 2) drawn.push(`M${met.join("L")}`);
    }
  }
  return drawn.join("");
}

/** One path for each level; every third is drawn stronger, as on a map. */
export const CONTOURS: readonly { path: string; strong: boolean }[] = LEVELS.map((level, index) => ({ path: lines(level), strong: index % 3 === 0 }));
