// Made by tools/views.py from src/cairn/games/five_peaks/views.py: edit that file, then run `make views`.

export interface Placed {
  name: string;
  slot: [number, number];
  turns: number;
}

export interface Left {
  space: [number, number];
  resources: Record<"mushroom" | "berry" | "herb" | "basket" | "jar" | "pouch", number>;
}

export interface Player {
  endorphins: number;
  backpack: Record<"mushroom" | "berry" | "herb" | "basket" | "jar" | "pouch", number>;
  hand: string[] | null;
  hand_count: number;
  notes: string[];
  played: string[];
  campfires: string[];
  panoramas: string[];
  badges: Record<"forest" | "alpine" | "rocky", number>;
  stones: Record<string, string | null>;
}

export interface HikingDeck {
  count: number;
  bottom: (string | null)[];
  bottom_known: number[];
}

export interface Batch {
  by: number;
  cards: (string | null)[];
}

export interface CampfireDeck {
  count: number;
  batches: Batch[];
  holder: number | null;
  looked: (string | null)[];
  sunk: string[];
  notes: Record<string, (string | number)[]>;
}

export interface Zones {
  map: Placed[];
  pawns: [number, number][];
  left: Left[];
  bank: Record<"mushroom" | "berry" | "herb" | "basket" | "jar" | "pouch", number>;
  players: Player[];
  market: string[];
  box: string[];
  piles: (string | null)[];
  dropped: string[];
  trail: [number, number][];
  drawn_tile: string | null;
  drawn_peak: string | null;
  turn: number;
  last_turns: number | null;
  hiking: HikingDeck;
  campfire: CampfireDeck;
  terrain: string[];
  unplaced_peaks: string[];
  scenes: string[];
}

export interface Table {
  provenance: string;
  start_endorphins: number[];
  market: number;
  backpack: number;
  campfires_drawn: number;
  camp_endorphins: number;
  sold_card_endorphins: number;
  discarded_basic_endorphins: number;
}

export interface Rounds {
  provenance: string;
  most: number;
}

export interface Stock {
  provenance: string;
  mushroom: number;
  berry: number;
  herb: number;
  basket: number;
  jar: number;
  pouch: number;
}

export interface Badges {
  provenance: string;
  forest: number;
  alpine: number;
  rocky: number;
}

export interface Stone {
  name: string;
  provenance: string;
  multiplier: number;
  size: number;
}

export interface Hiking {
  name: string;
  provenance: string;
  copies: number;
  cost: number;
}

export interface Campfire {
  name: string;
  provenance: string;
  value?: number;
}

export interface Tile {
  name: string;
  provenance: string;
  terrain: "forest" | "alpine" | "rocky";
  full?: [number, number][];
  triangles: Record<string, string>;
  spaces: Record<string, string>;
  paths: string[];
  exits: string;
}

export interface Peak {
  name: string;
  provenance: string;
  terrain: "forest" | "alpine" | "rocky";
  points: number;
  reward?: string;
  paths: string;
}

export interface Panorama {
  name: string;
  provenance: string;
  rank: number;
  from_seats: number;
  cost: string;
  reward: string;
  points: number;
}

export interface Content {
  table: Table;
  rounds: Rounds;
  resources: Stock;
  badges: Badges;
  piles: Record<string, number | string>;
  start_goods: Record<string, string[] | string>;
  stone: Stone[];
  hiking: Hiking[];
  campfire: Campfire[];
  start: Tile;
  terrain: Tile[];
  peak: Peak[];
  panorama: Panorama[];
}
