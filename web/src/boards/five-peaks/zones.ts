/** What the board of Five Peaks reads off its view. */
import type { Content, Panorama, Peak, Placed, Player, Tile, Zones } from "../../api/views/five-peaks";
import type { BoardKit, BoardProps, Situation, ViewOf } from "../board";

export type { Content, Panorama, Peak, Placed, Player, Tile, Zones };
export type HikeView = ViewOf<Zones>;
export type HikeProps = BoardProps<Zones, Content>;
export type HikeSituation = Situation<Zones, Content>;
export type HikeKit = BoardKit<Zones, Content>;

export type Counts = Player["backpack"];
export type Resource = keyof Counts;
export type Terrain = Tile["terrain"];
export type Cell = Placed["slot"];

export const BASICS = ["mushroom", "berry", "herb"] as const satisfies readonly Resource[];
export const CONTAINERS = ["basket", "jar", "pouch"] as const satisfies readonly Resource[];
export const RESOURCES = [...BASICS, ...CONTAINERS] as const;
export const TERRAINS = ["forest", "alpine", "rocky"] as const satisfies readonly Terrain[];
export const STARTING = ["walk", "march", "discovery", "training", "camp"] as const;

export function tileOf(content: Content, name: string): Tile | undefined {
  return content.start.name === name ? content.start : content.terrain.find((tile) => tile.name === name);
}

export function peakOf(content: Content, name: string): Peak | undefined {
  return content.peak.find((peak) => peak.name === name);
}

export function panoramaOf(content: Content, name: string): Panorama | undefined {
  return content.panorama.find((card) => card.name === name);
}

export function costOf(content: Content, card: string): number | undefined {
  return content.hiking.find((kind) => kind.name === card)?.cost;
}

/** How many resources a player can carry. */
export function roomOf(content: Content, player: Player): number {
  const more = player.campfires.includes("big-backpack") ? (content.campfire.find((card) => card.name === "big-backpack")?.value ?? 0) : 0;
  return content.table.backpack + more;
}

export function carried(counts: Counts): number {
  return RESOURCES.reduce((sum, kind) => sum + counts[kind], 0);
}

/** How many of a kind there are; 0 for what is no resource. */
export function countOf(counts: Readonly<Record<string, number>>, kind: string): number {
  return counts[kind] ?? 0;
}
