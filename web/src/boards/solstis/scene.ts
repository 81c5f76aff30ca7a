/**
 * The mountain at midsummer as one continuous picture, drawn by rule and not by hand: the same seed gives the same
 * mountain everywhere. A layer is one colour; its parts have boxes, so that a single tile draws only what it shows.
 */
import { HEIGHT, WIDTH } from "./land";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Part {
  d: string;
  box: Box;
}

interface Layer {
  /** The custom property with the layer's colour, without dashes. */
  color: string;
  /** Width of the line, for layers that are drawn and not filled. */
  line?: number;
  parts: Part[];
}

export interface Stroke {
  color: string;
  line: number | undefined;
  d: string;
}

type Point = readonly [x: number, y: number];

function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;
const line = (points: readonly Point[]): string => points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L");

function part(d: string, points: readonly Point[], margin = 2): Part {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const x = Math.min(...xs) - margin;
  const y = Math.min(...ys) - margin;
  return { d, box: { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y } };
}

const polygon = (points: readonly Point[]): Part => part(`M${line(points)}Z`, points);
const polyline = (points: readonly Point[], margin = 4): Part => part(`M${line(points)}`, points, margin);

function disc(x: number, y: number, r: number): Part {
  const d = `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  return part(d, [[x - r, y - r], [x + r, y + r]]);
}

/** Breaks a line into a rougher one. */
function rough(points: readonly Point[], roll: () => number, times: number, height: number): Point[] {
  let broken: Point[] = [...points];
  for (let time = 0; time < times; time++) {
    broken = broken.flatMap((point, index): Point[] => {
      const next = broken[index + 1];
      if (!next) return [point];
      const far = Math.hypot(next[0] - point[0], next[1] - point[1]);
      const shift = (roll() - 0.5) * height * far;
      return [point, [(point[0] + next[0]) / 2 + shift * 0.3, (point[1] + next[1]) / 2 + shift]];
    });
  }
  return broken;
}

/** A rolling line from edge to edge. */
function rolling(base: number, swing: number, phase: number, steps = 60): Point[] {
  return Array.from({ length: steps + 1 }, (_, step) => {
    const x = (step * (WIDTH + 40)) / steps - 20;
    const wave = Math.sin(x / 97 + phase) + 0.6 * Math.sin(x / 41 + phase * 2.3) + 0.9 * Math.sin(x / 230 + phase * 0.7);
    return [x, base + (wave * swing) / 2];
  });
}

const down = (points: readonly Point[], bottom = HEIGHT + 20): Part =>
  polygon([...points, [points.at(-1)?.[0] ?? 0, bottom], [points[0]?.[0] ?? 0, bottom]]);

function heightAt(points: readonly Point[], x: number): number {
  const index = points.findIndex(([at]) => at >= x);
  const [right, left] = [points[Math.max(index, 1)], points[Math.max(index, 1) - 1]];
  if (!right || !left) return 0;
  return left[1] + ((right[1] - left[1]) * (x - left[0])) / (right[0] - left[0] || 1);
}

/** A curve through all the points. */
function smooth(points: readonly Point[], steps: number): Point[] {
  return points.flatMap((point, index): Point[] => {
    const next = points[index + 1];
    if (!next) return [point];
    const [before, after] = [points[index - 1] ?? point, points[index + 2] ?? next];
    const blend = (axis: 0 | 1, t: number): number =>
      0.5 * (2 * point[axis] + (next[axis] - before[axis]) * t + (2 * before[axis] - 5 * point[axis] + 4 * next[axis] - after[axis]) * t * t
        + (3 * point[axis] - before[axis] - 3 * next[axis] + after[axis]) * t * t * t);
    return Array.from({ length: steps }, (_, step): Point => [blend(0, step / steps), blend(1, step / steps)]);
  });
}

/** Steps along x with a little disorder. */
function scatter(from: number, to: number, step: number, roll: () => number): number[] {
  const found: number[] = [];
  for (let x = from; x < to; x += step * (0.6 + roll() * 0.8)) found.push(x);
  return found;
}

function fir(x: number, y: number, size: number): Part {
  const points: Point[] = [
    [x, y - size], [x + size * 0.17, y - size * 0.62], [x + size * 0.1, y - size * 0.62], [x + size * 0.25, y - size * 0.3],
    [x + size * 0.14, y - size * 0.3], [x + size * 0.32, y], [x - size * 0.32, y], [x - size * 0.14, y - size * 0.3],
    [x - size * 0.25, y - size * 0.3], [x - size * 0.1, y - size * 0.62], [x - size * 0.17, y - size * 0.62],
  ];
  return polygon(points);
}

function draw(): Layer[] {
  const roll = dice(20240621);
  const layers: Layer[] = [];
  const add = (color: string, parts: Part[], width?: number): void => {
    layers.push(width === undefined ? { color, parts } : { color, line: width, parts });
  };

  // The evening sky in bands, with the first stars and the low sun in the saddle.
  add("sky-1", [polygon([[-20, -20], [1020, -20], [1020, 400], [-20, 400]])]);
  const bands: [string, number, number][] = [["sky-2", 62, 1], ["sky-3", 120, 2.2], ["sky-4", 185, 3.1], ["sky-5", 245, 4.4]];
  for (const [color, base, phase] of bands) add(color, [down(rolling(base, 16, phase, 30), 420)]);
  add("star", scatter(310, 700, 26, roll).map((x) => disc(x, 6 + roll() * 60, 1 + roll() * 1.2)));
  add("sun-halo", [disc(503, 44, 46)]);
  add("sun", [disc(503, 44, 27)]);

  // The crest runs through the places of the fires.
  const crest = rough(
    [[-30, 352], [60, 300], [130, 262], [165, 250], [225, 178], [262, 152], [322, 84], [358, 62], [402, 24], [446, 58], [500, 66], [556, 58],
      [604, 18], [646, 62], [690, 92], [742, 154], [776, 176], [838, 250], [880, 270], [940, 300], [1030, 356]],
    roll, 2, 0.22,
  );
  add("ridge", [down(crest, 420)]);

  // Facets fall from the crest: evening light on the left, violet shade on the right.
  const facet = (top: Point, left: Point, right: Point): Part =>
    polygon([...rough([top, left], roll, 3, 0.25), ...rough([left, right, top], roll, 3, 0.25)]);
  add("shade-high", [
    facet([402, 24], [440, 190], [505, 210]), facet([604, 18], [620, 200], [735, 236]), facet([500, 66], [520, 160], [560, 190]),
    facet([358, 62], [372, 150], [398, 176]), facet([262, 152], [290, 260], [345, 280]), facet([742, 154], [760, 262], [850, 296]),
    facet([165, 250], [190, 330], [240, 340]), facet([838, 250], [850, 330], [930, 350]), facet([690, 92], [700, 170], [735, 210]),
  ]);
  add("snow", [
    facet([402, 24], [330, 112], [432, 150]), facet([604, 18], [556, 96], [618, 142]), facet([358, 62], [296, 150], [362, 166]),
    facet([646, 62], [640, 112], [690, 132]), facet([262, 152], [222, 200], [276, 214]), facet([742, 154], [716, 200], [758, 216]),
    facet([500, 66], [462, 120], [512, 128]),
  ]);
  add("snow-2", [
    facet([432, 150], [380, 226], [450, 236]), facet([618, 142], [560, 216], [640, 232]), facet([362, 166], [318, 232], [372, 238]),
    facet([690, 132], [668, 196], [716, 214]), facet([512, 128], [476, 202], [530, 214]), facet([310, 180], [262, 236], [318, 244]),
    facet([776, 190], [740, 240], [800, 250]),
  ]);
  add("crack", scatter(250, 780, 17, roll).map((x) => {
    const y = heightAt(crest, x) + 26 + roll() * 120;
    return polyline([[x, y], [x + 5 + roll() * 6, y + 12], [x + 3 + roll() * 12, y + 24 + roll() * 10]]);
  }), 1.6);

  // Blue rock and a glacier tarn.
  const rock = rough([[-30, 318], [80, 296], [150, 268], [230, 240], [300, 256], [380, 228], [450, 246], [560, 232], [640, 250], [720, 228], [800, 262], [900, 288], [1030, 330]], roll, 3, 0.16);
  add("rock", [down(rock, 440)]);
  add("rock-dark", scatter(40, 990, 30, roll).map((x) => {
    const top = heightAt(rock, x) + 4;
    const wide = 10 + roll() * 16;
    return polygon([[x, top], [x + wide, top + 20 + roll() * 16], [x + wide * 0.3, top + 48 + roll() * 30]]);
  }));
  add("rock-light", scatter(20, 980, 42, roll).map((x) => {
    const top = heightAt(rock, x) + 3;
    return polygon([[x, top], [x - 12 - roll() * 10, top + 26 + roll() * 14], [x - 4, top + 36 + roll() * 22]]);
  }));
  add("lake", [polygon([[420, 282], [462, 273], [540, 272], [588, 283], [560, 296], [480, 300], [436, 294]])]);
  add("lake-light", [polyline([[450, 284], [520, 281]]), polyline([[492, 291], [562, 288]])], 2.4);

  // Forest, from the edge of the trees down.
  const rows: [string, number, number, number, number][] = [
    ["wood-1", 318, 14, 0.4, 34], ["wood-2", 346, 16, 1.9, 40], ["wood-3", 374, 14, 3.3, 46],
  ];
  for (const [color, base, swing, phase, size] of rows) {
    const edge = rolling(base, swing, phase);
    add(color, [down(edge, 470), ...scatter(-10, 1010, size * 0.42, roll).map((x) => fir(x, heightAt(edge, x) + 8, size * (0.7 + roll() * 0.6)))]);
  }

  // Fields in the last light: strips of hay, haystacks and a hamlet.
  const meadow = rolling(412, 18, 2.6);
  add("field-1", [down(meadow, 560)]);
  add("field-2", [0, 1, 2, 3, 4, 5, 6].map((strip) => {
    const x = strip * 160 - 70;
    const top = (at: number): number => heightAt(meadow, Math.max(0, Math.min(1000, at))) + 4;
    return polygon([[x, top(x)], [x + 74, top(x + 74)], [x + 128, 510], [x + 16, 520]]);
  }));
  add("furrow", scatter(-20, 1000, 24, roll).map((x) => {
    const y = heightAt(meadow, Math.max(0, x)) + 16 + roll() * 14;
    return polyline([[x, y], [x + 16, y + 26], [x + 24, y + 58]]);
  }), 1.6);
  const nearer = rolling(462, 20, 5.2);
  add("field-3", [down(nearer, 600)]);
  add("furrow", scatter(-20, 1000, 30, roll).map((x) => {
    const y = heightAt(nearer, Math.max(0, x)) + 8;
    return polyline([[x, y], [x + 22, y + 22], [x + 50, y + 40]]);
  }), 1.6);
  add("stack", [120, 168, 410, 575, 770, 812, 930].map((x) => {
    const y = heightAt(nearer, x) + 8;
    return polygon([[x, y - 26], [x + 9, y - 16], [x + 14, y], [x - 14, y], [x - 9, y - 16]]);
  }));
  const houses = [262, 300, 655, 690, 724];
  add("wall", houses.map((x) => {
    const y = heightAt(meadow, x) + 34;
    return polygon([[x - 11, y], [x - 11, y - 13], [x + 11, y - 13], [x + 11, y]]);
  }));
  add("roof", houses.map((x) => {
    const y = heightAt(meadow, x) + 21;
    return polygon([[x - 15, y + 1], [x, y - 14], [x + 15, y + 1]]);
  }));
  add("window", houses.map((x) => {
    const y = heightAt(meadow, x) + 24;
    return polygon([[x - 3, y], [x + 3, y], [x + 3, y + 6], [x - 3, y + 6]]);
  }));

  // Red meadows in the valley, full of poppies.
  const valley = rolling(508, 18, 0.9);
  add("valley-1", [down(valley)]);
  add("valley-2", [down(rolling(540, 16, 4.1))]);
  add("valley-3", [down(rolling(572, 12, 2.2))]);

  // A brook from the tarn to the valley, wider as it comes near.
  const brook: Point[] = [[520, 292], [534, 318], [508, 348], [470, 380], [486, 414], [548, 446], [590, 480], [560, 514], [470, 544], [404, 572], [380, 620]];
  const bank = smooth(brook, 6);
  const wide = (y: number): number => 3 + Math.max(0, y - 292) * 0.055;
  add("brook", [polygon([...bank.map(([x, y]): Point => [x - wide(y), y]), ...bank.map(([x, y]): Point => [x + wide(y), y]).reverse()])]);
  add("lake-light", bank.filter((_, index) => index % 6 === 3 && index > 12).map(([x, y]) => polyline([[x - wide(y) * 0.5, y], [x + wide(y) * 0.4, y + 2]])), 2);

  const flowers = Array.from({ length: 230 }, (): Point => {
    const x = roll() * 1000;
    return [x, heightAt(valley, x) + 8 + roll() * 84];
  }).filter(([x, y]) => bank.every(([bx, by]) => Math.abs(by - y) > 16 || Math.abs(bx - x) > wide(by) + 10));
  add("stem", flowers.map(([x, y]) => polyline([[x, y], [x, y + 7 + (y - 500) * 0.06]])), 1.6);
  add("poppy", flowers.filter((_, index) => index % 4 !== 0).map(([x, y]) => disc(x, y, round(2.2 + (y - 500) * 0.028))));
  add("daisy", flowers.filter((_, index) => index % 4 === 0).map(([x, y]) => disc(x, y, round(1.8 + (y - 500) * 0.02))));
  return layers;
}

let drawn: Layer[] | null = null;

const touches = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

const WHOLE: Box = { x: 0, y: 0, width: WIDTH, height: HEIGHT };

/** What is seen through a window on the picture, from far to near: one path for each layer. */
export function sceneIn(box: Box = WHOLE): Stroke[] {
  drawn ??= draw();
  return drawn
    .map(({ color, line: width, parts }) => ({ color, line: width, d: parts.filter((one) => touches(one.box, box)).map(({ d }) => d).join("") }))
    .filter(({ d }) => d !== "");
}
