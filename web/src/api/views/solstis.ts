// Made by tools/views.py from src/cairn/games/solstis/views.py: edit that file, then run `make views`.

export interface PlacedSpirit {
  spirit: string;
  square: string;
}

export interface Player {
  hand: string[] | null;
  hand_count: number;
  hand_size: number;
  land: string[];
  rainbows: string[];
  rainbows_held: number;
  spirits: PlacedSpirit[];
  cannot_hold: string[];
  lit_fires: number[];
}

export interface Zones {
  unseen: string[];
  pile: number;
  display: string[];
  hidden_below: string[];
  played: string | null;
  newly: string[];
  removed: string[];
  rainbow_supply: number;
  spirit_row: string[];
  evil: number | null;
  covered: string | null;
  again: boolean;
  players: Player[];
  spirits_unseen: string[];
  spirit_pile: number;
  met: string[] | null;
}

export interface Row {
  provenance: string;
  color: string;
  columns: number[];
}

export interface Fire {
  provenance: string;
  tiles: string[];
}

export interface Rainbows {
  provenance: string;
  count: number;
}

export interface Display {
  provenance: string;
  piles: number;
}

export interface Hand {
  provenance: string;
  tiles: number;
}

export interface Spirit {
  provenance: string;
  name: string;
  title: string;
  kind: "plain" | "blue" | "evil";
  effect?: "place-rainbow" | "add-from-hand" | "add-from-pile" | "bigger-hand" | "add-from-opponent" | "add-from-display" | "extra-turn";
  bonus?: "plain-spirits" | "unlit-fires" | "sections" | "other-blue-spirits" | "rainbows" | "lit-fires";
  last?: "add-whole-hand";
}

export interface Content {
  rows: Row[];
  fires: Fire[];
  rainbows: Rainbows;
  display: Display;
  hand: Hand;
  spirits: Spirit[];
}
