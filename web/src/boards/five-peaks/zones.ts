/** The shape of a view of Five Peaks and of its content. */
import type { Content, View } from "../../api/types";

export const BASICS = ["mushroom", "berry", "herb"] as const;
export const CONTAINERS = ["basket", "jar", "pouch"] as const;
export const RESOURCES = [...BASICS, ...CONTAINERS] as const;
export const TERRAINS = ["forest", "alpine", "rocky"] as const;
export const STARTING = ["walk", "march", "discovery", "training", "camp"] as const;

export type Resource = (typeof RESOURCES)[number];
export type Terrain = (typeof TERRAINS)[number];
export type Cell = readonly [x: number, y: number];
export type Counts = Readonly<Record<Resource, number>>;

export interface Placed {
  name: string;
  slot: Cell;
  turns: number;
}

export interface Player {
  endorphins: number;
  backpack: Counts;
  /** Null where it is held unseen. */
  hand: readonly string[] | null;
  hand_count: number;
  /** The hiking cards that were taken in the open and not sold. */
  notes: readonly string[];
  played: readonly string[];
  campfires: readonly string[];
  panoramas: readonly string[];
  badges: Readonly<Record<Terrain, number>>;
  /** By stone the peak that it lies on. */
  stones: Readonly<Record<string, string | null>>;
}

export interface Zones {
  map: readonly Placed[];
  pawns: readonly Cell[];
  left: readonly { space: Cell; resources: Counts }[];
  bank: Counts;
  players: readonly Player[];
  market: readonly string[];
  piles: readonly (string | null)[];
  drawn_tile: string | null;
  drawn_peak: string | null;
  turn: number;
  last_turns: number | null;
  hiking: { count: number };
  /** `looked` are the cards somebody chooses from, `sunk` those that will go under first. */
  campfire: { count: number; looked: readonly (string | null)[]; sunk: readonly string[] };
  terrain: readonly string[];
  unplaced_peaks: readonly string[];
}

export interface TileData {
  name: string;
  terrain: Terrain;
  triangles: Readonly<Record<string, string>>;
  spaces: Readonly<Record<string, string>>;
  paths: readonly string[];
  exits: string;
  full?: readonly Cell[];
}

export interface PeakData {
  name: string;
  terrain: Terrain;
  points: number;
  reward?: string;
  paths: string;
}

export interface PanoramaData {
  name: string;
  rank: number;
  cost: string;
  reward: string;
  points: number;
}

export interface StoneData {
  name: string;
  multiplier: number;
  size: number;
}

export interface HikeContent {
  table: { backpack: number; camp_endorphins: number; sold_card_endorphins: number; discarded_basic_endorphins: number };
  badges: Readonly<Record<Terrain, number>>;
  stone: readonly StoneData[];
  hiking: readonly { name: string; cost: number }[];
  campfire: readonly { name: string; value?: number }[];
  start: TileData;
  terrain: readonly TileData[];
  peak: readonly PeakData[];
  panorama: readonly PanoramaData[];
}

export function zonesOf(view: View): Zones {
  return view.zones as unknown as Zones;
}

export function contentOf(content: Content): HikeContent {
  return content as unknown as HikeContent;
}

export function tileOf(content: HikeContent, name: string): TileData | undefined {
  return content.start.name === name ? content.start : content.terrain.find((tile) => tile.name === name);
}

export function peakOf(content: HikeContent, name: string): PeakData | undefined {
  return content.peak.find((peak) => peak.name === name);
}

export function panoramaOf(content: HikeContent, name: string): PanoramaData | undefined {
  return content.panorama.find((card) => card.name === name);
}

export function costOf(content: HikeContent, card: string): number | undefined {
  return content.hiking.find((kind) => kind.name === card)?.cost;
}

/** How many resources a player can carry. */
export function roomOf(content: HikeContent, player: Player): number {
  const more = player.campfires.includes("big-backpack") ? (content.campfire.find((card) => card.name === "big-backpack")?.value ?? 0) : 0;
  return content.table.backpack + more;
}

export function carried(counts: Counts): number {
  return RESOURCES.reduce((sum, kind) => sum + counts[kind], 0);
}
