// Made by tools/views.py from src/cairn/games/five_towers/views.py: edit that file, then run `make views`.

export interface Deck {
  count: number;
  unseen: string[];
}

export interface Player {
  towers: Record<"candy" | "scary" | "tree" | "scrap" | "sand", number[]>;
  torn: string[];
}

export interface Zones {
  deck: Deck;
  deck_number: number;
  start: number;
  bid: number | null;
  bidder: number | null;
  asked: number;
  display: string[];
  hand: string[];
  players: Player[];
  discard: string[];
  most: number[];
}

export interface Types {
  provenance: string;
  names: ("candy" | "scary" | "tree" | "scrap" | "sand")[];
}

export interface Values {
  provenance: string;
  lowest: number;
  highest: number;
  extra: number[];
  extra_from_seats: number;
}

export interface Special {
  provenance: string;
  roof: number;
  carrier: number;
  jumper: number;
}

export interface Display {
  provenance: string;
  cards: number;
}

export interface Content {
  types: Types;
  values: Values;
  special: Special;
  display: Display;
}
