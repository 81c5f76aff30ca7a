/** Where things are in the picture: one unit is a hundredth of a tile, the valley lies at the bottom. */
import type { Content, Place, Player } from "./zones";

export const TILE = 100;
export const ROWS = 6;
export const COLUMNS = 10;
export const WIDTH = COLUMNS * TILE;
export const HEIGHT = ROWS * TILE;

export interface Spot {
  row: number;
  column: number;
}

export function spotOf(place: Place): Spot {
  const [row, column] = place.split("-").map(Number);
  return { row: row ?? 1, column: column ?? 1 };
}

/** The upper left corner of a position. */
export function cornerOf(place: Place): { x: number; y: number } {
  const { row, column } = spotOf(place);
  return { x: (column - 1) * TILE, y: (ROWS - row) * TILE };
}

/** The middle of the square whose lower left position is given. */
export function middleOf(square: Place): { x: number; y: number } {
  const { x, y } = cornerOf(square);
  return { x: x + TILE, y };
}

export function placesOf(content: Content): Place[] {
  return content.rows.flatMap(({ columns: [first = 1, last = 1] }, row) =>
    Array.from({ length: last - first + 1 }, (_, step) => `${row + 1}-${first + step}`),
  );
}

function neighbours(place: Place): Place[] {
  const { row, column } = spotOf(place);
  return [`${row - 1}-${column}`, `${row}-${column - 1}`, `${row}-${column + 1}`, `${row + 1}-${column}`];
}

/** For every tile of a panorama that hangs together with the valley, the next one on the way down: light takes it. */
function waysDown(filled: ReadonlySet<Place>): Map<Place, Place | null> {
  const ways = new Map<Place, Place | null>();
  const reached = [...filled].filter((place) => spotOf(place).row === 1);
  for (const place of reached) ways.set(place, null);
  for (const place of reached) {
    for (const beside of neighbours(place)) {
      if (!filled.has(beside) || ways.has(beside)) continue;
      ways.set(beside, place);
      reached.push(beside);
    }
  }
  return ways;
}

export interface Fire {
  key: string;
  x: number;
  y: number;
  burning: boolean;
  /** The tiles from the fire down to the valley; empty for one that does not burn. */
  trail: Place[];
}

/** The fires on a panorama's land; which of them burn is the server's to say. */
export function firesOf(content: Content, player: Pick<Player, "land" | "rainbows" | "lit_fires">): Fire[] {
  const ways = waysDown(new Set([...player.land, ...player.rainbows]));
  return content.fires.flatMap(({ tiles }, number) => {
    if (!tiles.every((tile) => player.land.includes(tile))) return [];
    const burning = player.lit_fires.includes(number);
    return [{ key: tiles.join("+"), ...fireSpot(tiles), burning, trail: burning ? trailOf(tiles[0] ?? "", ways) : [] }];
  });
}

function trailOf(start: Place, ways: ReadonlyMap<Place, Place | null>): Place[] {
  const trail: Place[] = [];
  for (let at: Place | null = start; at; at = ways.get(at) ?? null) trail.push(at);
  return trail;
}

/** Where a fire is drawn: on the crest in the middle of its tile, or on the edge between two. */
export function fireSpot(tiles: readonly Place[]): { x: number; y: number } {
  const corners = tiles.map(cornerOf);
  const x = corners.reduce((sum, corner) => sum + corner.x, 0) / corners.length + TILE / 2;
  return { x, y: (corners[0]?.y ?? 0) + 58 };
}

/** The outline of some positions as one path, for clipping. */
export function areaOf(places: readonly Place[]): string {
  return places.map(cornerOf).map(({ x, y }) => `M${x} ${y}h${TILE}v${TILE}h-${TILE}Z`).join("");
}

/** The parts of some positions that hang together by their sides. */
export function sectionsOf(places: readonly Place[]): Place[][] {
  const left = new Set(places);
  const sections: Place[][] = [];
  for (const first of places) {
    if (!left.delete(first)) continue;
    const section = [first];
    for (const at of section) {
      const { row, column } = spotOf(at);
      const beside = [`${row - 1}-${column}`, `${row + 1}-${column}`, `${row}-${column - 1}`, `${row}-${column + 1}`];
      section.push(...beside.filter((place) => left.delete(place)));
    }
    sections.push(section);
  }
  return sections;
}
