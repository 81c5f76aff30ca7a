// Made by tools/views.py from src/cairn/games/the_peak/views.py: edit that file, then run `make views`.

export interface Deck {
  count: number;
  top: (string | null)[];
}

export interface Hand {
  count: number;
  cards: string[];
  known: string[];
}

export interface Secret {
  count: number;
  cards: string[];
}

export interface Odds {
  needs: number;
  ways: number;
}

export interface Zones {
  deck: Deck;
  discard: string[];
  hand: Hand;
  sunk: string[];
  unseen: string[];
  goals: Record<"mountain" | "mountaineer", Secret>;
  goals_dropped: Record<"mountain" | "mountaineer", Secret>;
  goals_unseen: string[];
  board: Record<string, string | null>;
  kept: string[];
  round: number;
  busy: boolean;
  per_die: number;
  provisions: boolean;
  next_roll: number;
  curses: number[];
  cold: number;
  skip: number;
  spring: number[];
  rolls: number;
  mountain: number;
  first_game: number[];
  odds: Record<string, Odds>;
  needs: number | null;
}

export interface Board {
  provenance: string;
  size: number;
  start: string;
}

export interface Dice {
  provenance: string;
  count: number;
  sides: number;
}

export interface HandRules {
  provenance: string;
  refill: number;
}

export interface EditionRules {
  provenance: string;
  mountain_goals: number;
  mountaineer_goals: number;
  rounds?: number;
}

export interface Limits {
  provenance: string;
  elevation: number;
}

export interface Bounds {
  provenance: string;
  rounds: number;
  rolls: number;
}

export interface Even {
  provenance: string;
  first: number;
  final: number;
}

export interface Handicap {
  provenance: string;
  even: Even;
}

export interface Effect {
  on: "play" | "cross" | "fail" | "keep";
  does: string;
  provenance?: string;
  amount?: number;
  times?: number;
  skips?: number;
  bad?: boolean;
}

export interface Card {
  name: string;
  title: string;
  provenance: string;
  copies: number;
  difficulty?: number;
  elevation?: number;
  liquid?: string;
  effects?: Effect[];
}

export interface Goal {
  name: string;
  title: string;
  provenance: string;
  counts: string;
  points: number;
  least?: number;
  group?: number;
  card?: string;
}

export interface Content {
  board: Board;
  dice: Dice;
  hand: HandRules;
  editions: Record<"first" | "final", EditionRules>;
  limits: Limits;
  bounds: Bounds;
  handicap: Handicap;
  cards: Card[];
  goals: Goal[];
}
