/**
 * Where things lie on the drawn map. A tile at slot (i, j) has its middle on cell (2i, 2j); a peak fills the one cell
 * of its slot. x grows to the east, y to the north; a turn is a quarter turn clockwise. Drawn, a cell is UNIT wide.
 */
import type { Cell, Content, Peak, Placed, Tile, Zones } from "./zones";
import { peakOf, tileOf } from "./zones";
import { readSpace, type SpaceText } from "./amounts";

export const UNIT = 100;
const OFFSETS: Readonly<Record<string, Cell>> = {
  c: [0, 0], n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0], ne: [1, 1], se: [1, -1], sw: [-1, -1], nw: [-1, 1],
};
/** An open triangle is marked nearer to the middle of its tile than the square it may become. */
const INWARD = 0.76;

export interface Point {
  x: number;
  y: number;
}

export interface PlacedTile {
  placed: Placed;
  data: Tile;
}

export interface PlacedPeak {
  placed: Placed;
  data: Peak;
}

export interface Space {
  /** Its cell, "3,1", as in the element "space:3,1". */
  name: string;
  /** What people and notations call it: "birch ne", "fox". */
  label: string;
  /** Where it is on its first tile as that lies: "ne". */
  side: string;
  cell: Cell;
  at: Point;
  shape: "disc" | "triangle" | "square" | "summit";
  texts: readonly SpaceText[];
  tiles: readonly string[];
  peak?: PlacedPeak;
}

export interface HikeMap {
  tiles: readonly PlacedTile[];
  peaks: readonly PlacedPeak[];
  spaces: ReadonlyMap<string, Space>;
  /** The cell of every name: a crossing has one by each of its tiles. */
  named: ReadonlyMap<string, string>;
  /** Neighbouring spaces, to draw a walk. */
  links: ReadonlyMap<string, readonly string[]>;
  box: Box;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function cellName(cell: Cell): string {
  return `${cell[0]},${cell[1]}`;
}

export function cellOf(name: string): Cell {
  const [x = 0, y = 0] = name.split(",").map(Number);
  return [x, y];
}

export function drawn(x: number, y: number): Point {
  return { x: x * UNIT, y: -y * UNIT };
}

export function turnedOffset(place: string, turns: number): Cell {
  let [x, y] = OFFSETS[place] ?? [0, 0];
  for (let turn = 0; turn < turns; turn++) [x, y] = [y, x === 0 ? 0 : -x];
  return [x, y];
}

export function isCorner(place: string): boolean {
  return place.length === 2;
}

/** The name of the slot at a corner ("ne") or a side ("n") of another. */
export function slotBeside(slot: Cell, direction: string): Cell {
  const [dx, dy] = OFFSETS[direction] ?? [0, 0];
  return [slot[0] + dx, slot[1] + dy];
}

/** The tile a space is on; a square is on two of them. */
export function homesOf(map: readonly Placed[], cell: Cell): Placed[] {
  return map.filter(({ slot }) => (slot[0] + slot[1]) % 2 === 0 && Math.abs(cell[0] - 2 * slot[0]) <= 1 && Math.abs(cell[1] - 2 * slot[1]) <= 1);
}

/** A spot of a tile around the origin, in drawing units. */
export function spot(place: string, turns: number, joined: boolean): Point {
  const [x, y] = turnedOffset(place, turns);
  const inward = isCorner(place) && !joined ? INWARD : 1;
  return drawn(x * inward, y * inward);
}


/** The paths of a tile around the origin; `joined` says which corners have become squares. */
export function trails(data: Tile, turns: number, joined: (place: string) => boolean): string[] {
  const drawnPaths: string[] = [];
  const at = (place: string): Point => spot(place, turns, joined(place));
  for (const path of data.paths) {
    const ends = path.split(" ").map(at);
    const hub = { x: mean(ends.map((end) => end.x)), y: mean(ends.map((end) => end.y)) };
    const [one, other] = ends;
    if (ends.length === 2 && one && other) drawnPaths.push(bent(one, other));
    else for (const end of ends) drawnPaths.push(`M${round(hub.x)} ${round(hub.y)}L${round(end.x)} ${round(end.y)}`);
  }
  for (const side of data.exits.split(" ")) {
    const [x, y] = turnedOffset(side, turns);
    const [near, far] = [drawn(x, y), drawn(x * 1.5, y * 1.5)];
    drawnPaths.push(`M${near.x} ${near.y}L${far.x} ${far.y}`);
  }
  return drawnPaths;
}

function bent(one: Point, other: Point): string {
  const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  const sway = 0.1;
  const bend = { x: middle.x + (other.y - one.y) * sway, y: middle.y - (other.x - one.x) * sway };
  return `M${round(one.x)} ${round(one.y)}Q${round(bend.x)} ${round(bend.y)} ${round(other.x)} ${round(other.y)}`;
}

/** The outline of a tile around the origin: an octagon, with square corners where the tile has them. */
export function outline(data: Pick<Tile, "full"> | null): string {
  const points: Point[] = [];
  for (const [dx, dy] of [[1, 1], [1, -1], [-1, -1], [-1, 1]] as const) {
    const full = data?.full?.some(([x, y]) => x === dx && y === dy) ?? false;
    const flat = drawn(dx * 1.5, dy * 0.5);
    const steep = drawn(dx * 0.5, dy * 1.5);
    if (full) points.push(drawn(dx * 1.5, dy * 1.5));
    else points.push(...(dx * dy > 0 ? [steep, flat] : [flat, steep]));
  }
  return `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}Z`;
}

const known = new WeakMap<Zones, HikeMap>();

/** The map of a view, worked out once. */
export function mapOf(zones: Zones, content: Content): HikeMap {
  const map = known.get(zones) ?? readMap(zones, content);
  known.set(zones, map);
  return map;
}

function readMap(zones: Zones, content: Content): HikeMap {
  const tiles: PlacedTile[] = [];
  const peaks: PlacedPeak[] = [];
  for (const placed of zones.map) {
    const tile = tileOf(content, placed.name);
    const peak = peakOf(content, placed.name);
    if (tile) tiles.push({ placed, data: tile });
    else if (peak) peaks.push({ placed, data: peak });
  }
  const spaces = new Map<string, Space>();
  const named = new Map<string, string>();
  const links = new Map<string, string[]>();
  const link = (one: string, other: string): void => {
    links.set(one, [...(links.get(one) ?? []), other]);
    links.set(other, [...(links.get(other) ?? []), one]);
  };
  for (const tile of tiles) {
    addSpaces(spaces, tile);
    for (const place of [...Object.keys(tile.data.spaces), ...Object.keys(tile.data.triangles)]) {
      named.set(labelOf(tile.placed, place), cellName(placeCell(tile.placed, place)));
    }
    for (const path of tile.data.paths) {
      const ends = path.split(" ").map((place) => cellName(placeCell(tile.placed, place)));
      ends.forEach((end, index) => ends.slice(index + 1).forEach((other) => link(end, other)));
    }
  }
  for (const peak of peaks) {
    const cell: Cell = [2 * peak.placed.slot[0], 2 * peak.placed.slot[1]];
    const name = cellName(cell);
    spaces.set(name, { name, cell, at: drawn(...cell), shape: "summit", texts: [], tiles: [], peak, label: peak.data.name, side: "" });
    named.set(peak.data.name, name);
    for (const side of peak.data.paths.split(" ")) {
      const [dx, dy] = turnedOffset(side, peak.placed.turns);
      const near: Cell = [cell[0] + dx, cell[1] + dy];
      const leads = tiles.some(({ placed, data }) =>
        data.exits.split(" ").some((exit) => {
          const [ex, ey] = turnedOffset(exit, placed.turns);
          return 2 * placed.slot[0] + ex === near[0] && 2 * placed.slot[1] + ey === near[1] && ex === -dx && ey === -dy;
        }),
      );
      if (leads) link(name, cellName(near));
    }
  }
  return { tiles, peaks, spaces, named, links, box: boxOf(zones.map.map(({ slot }) => slotBox(slot))) };
}

function addSpaces(spaces: Map<string, Space>, { placed, data }: PlacedTile): void {
  for (const [place, text] of [...Object.entries(data.spaces), ...Object.entries(data.triangles)]) {
    const cell = placeCell(placed, place);
    const name = cellName(cell);
    const there = spaces.get(name);
    if (there) {
      spaces.set(name, { ...there, at: drawn(...cell), shape: "square", texts: [...there.texts, readSpace(text)], tiles: [...there.tiles, data.name] });
      continue;
    }
    const local = spot(place, placed.turns, false);
    const middle = drawn(2 * placed.slot[0], 2 * placed.slot[1]);
    spaces.set(name, {
      name, cell, at: { x: middle.x + local.x, y: middle.y + local.y }, shape: isCorner(place) ? "triangle" : "disc",
      texts: [readSpace(text)], tiles: [data.name], label: labelOf(placed, place), side: sideOf(placed, place),
    });
  }
}

/** Where a place of a tile comes to lie: "ne". */
function sideOf({ turns }: Placed, place: string): string {
  const [x, y] = turnedOffset(place, turns);
  return Object.keys(OFFSETS).find((name) => OFFSETS[name]?.[0] === x && OFFSETS[name]?.[1] === y) ?? place;
}

function labelOf(placed: Placed, place: string): string {
  return `${placed.name} ${sideOf(placed, place)}`;
}

/** The spaces of a tile that does not lie yet. */
export function spacesOf(data: Tile, turns: number): Space[] {
  const spaces = new Map<string, Space>();
  addSpaces(spaces, { placed: { name: data.name, slot: [0, 0], turns }, data });
  return [...spaces.values()];
}

function placeCell({ slot, turns }: Placed, place: string): Cell {
  const [x, y] = turnedOffset(place, turns);
  return [2 * slot[0] + x, 2 * slot[1] + y];
}

export function slotBox(slot: Cell): Box {
  const { x, y } = drawn(2 * slot[0], 2 * slot[1]);
  const reach = ((slot[0] + slot[1]) % 2 === 0 ? 1.5 : 0.5) * UNIT;
  return { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach };
}

export function cellBox(cell: Cell): Box {
  const { x, y } = drawn(...cell);
  return { left: x - UNIT / 2, right: x + UNIT / 2, top: y - UNIT / 2, bottom: y + UNIT / 2 };
}

export function boxOf(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
}

/** The spaces of a shortest way, both ends with it: how a pawn is shown walking. Straight where no path leads. */
export function wayBetween(map: HikeMap, from: string, to: string): string[] {
  const before = new Map<string, string>([[from, from]]);
  const queue = [from];
  for (let name = queue.shift(); name !== undefined && !before.has(to); name = queue.shift()) {
    for (const next of map.links.get(name) ?? []) {
      if (before.has(next)) continue;
      before.set(next, name);
      queue.push(next);
    }
  }
  if (!before.has(to)) return [from, to];
  const way = [to];
  for (let name = to; name !== from; ) {
    name = before.get(name) ?? from;
    way.unshift(name);
  }
  return way;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
