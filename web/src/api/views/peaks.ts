// Made by tools/views.py from src/cairn/games/peaks/views.py: edit that file, then run `make views`.

export interface Player {
  energy: number;
  stamina: number;
  experience: number;
  continent: "africa" | "asia" | "europe" | "north-america" | "oceania" | "south-america";
  gear: Record<"tent" | "crampons" | "climbing-shoes" | "harness" | "ice-axe" | "oxygen", number>;
  dice: Record<"rest" | "prepare" | "climb", number>;
  upgrades: Record<"rest" | "prepare" | "climb", number>;
  cubes: Record<"rest" | "prepare" | "climb", number>;
  flags: Record<"africa" | "asia" | "europe" | "north-america" | "oceania" | "south-america", number>;
  companions: (string | null)[];
  uses: number[];
  mountains: string[];
  climbed: string[];
}

export interface Climb {
  mountain: string;
  group: "x" | "y";
  climbers: number[];
  setting_out: boolean;
  companions: string[][];
  experience: number;
  sure: number[];
  danger: boolean;
  extras: (Record<"flag" | "stamina" | "bonus" | "companion" | "die" | "experience" | "gear" | "mountain", number>)[];
}

export interface Proposal {
  mountain: string;
  group: "x" | "y";
  companions: string[];
  countered: boolean;
}

export interface Hand {
  count: number;
  cards: string[] | null;
  ages: number[];
}

export interface Zones {
  display: (string | null)[];
  tiles: ("camp" | "low-gear" | "high-gear" | "new-plans" | "lesson" | "rethink")[];
  players: Player[];
  dealt: (string | null)[];
  start: number;
  beginners: number[];
  player: number;
  turn: number;
  last_turns: number;
  swapped: boolean;
  action: "rest" | "prepare" | "climb" | null;
  news: "nothing" | "something" | "new";
  closed: boolean;
  only_new: number[];
  climb: Climb | null;
  proposal: Proposal | null;
  bound: number[];
  proposed: string[];
  drawn: string[];
  decks: Record<"a" | "b" | "bonus" | "companions", number>;
  discards: Record<"a" | "b" | "bonus" | "companions", string[]>;
  hands: Hand[];
  remembered: string[][];
  rival_flags: number[];
  rival_deck: string[];
  rival_done: string[];
  rival_plan: string | null;
  rival_climbed: string[];
  summit: string | null;
  chosen: number[];
}

export interface Board {
  provenance: string;
  continents: ("africa" | "asia" | "europe" | "north-america" | "oceania" | "south-america")[];
  home: "africa" | "asia" | "europe" | "north-america" | "oceania" | "south-america";
}

export interface Display {
  provenance: string;
  slots: number;
  hand_limit: number;
  start_mountains: number;
  drawn: number;
  high: number;
}

export interface Flags {
  provenance: string;
  supply: number;
  price: number;
  price_cards: number;
  all_continents: number;
}

export interface FirstGame {
  provenance: string;
  energy: number;
  stamina: number;
  experience: number;
}

export interface GearTypes {
  provenance: string;
  names: ("tent" | "crampons" | "climbing-shoes" | "harness" | "ice-axe" | "oxygen")[];
}

export interface Limits {
  provenance: string;
  gear: number;
  companions: number;
  rounds: number;
  solo_turns: number;
  solo_ghost: number;
}

export interface Danger {
  provenance: string;
  faces: ("blank" | "danger")[];
}

export interface EnergySpace {
  space: number;
  gives: "flag" | "bonus";
}

export interface EnergyTrack {
  provenance: string;
  last: number;
  bonuses: EnergySpace[];
}

export interface ExperienceSpace {
  space: number;
  gives: "tile" | "gear" | "stamina" | "flag";
}

export interface ExperienceTrack {
  provenance: string;
  numbers: number[];
  swap: number;
  bonuses: ExperienceSpace[];
}

export interface Dice {
  provenance: string;
  rest: number[];
  prepare: number[];
  climb: number[];
  climb_others: number[];
}

export interface ActionStep {
  step: "travel" | "rest-flag" | "rest-bonus" | "rest-energy" | "gain-mountain" | "refill" | "gear-pair" | "draw-three" | "gear-die" | "announce" | "tag-along" | "shared-flag" | "high-summit" | "rewards";
  tile: number;
}

export interface Steps {
  provenance: string;
  rest: ActionStep[];
  prepare: ActionStep[];
  climb: ActionStep[];
}

export interface RestTiles {
  provenance: string;
  names: ("camp" | "low-gear" | "high-gear" | "new-plans" | "lesson" | "rethink")[];
}

export interface Rung {
  title: string;
  total: number;
}

export interface Scenario {
  id: string;
  name: string;
  rival: "none" | "easy" | "usual" | "hard";
  turns: number;
  goal: "flags" | "continents" | "climbed" | "height" | "led" | "total" | "margin";
  bronze: number;
  silver: number;
  gold: number;
  energy: number;
  stamina: number;
  experience: number;
  gear: number;
  home: "africa" | "asia" | "europe" | "north-america" | "oceania" | "south-america";
  deck: "a" | "b";
  rival_flags: number;
}

export interface Solo {
  provenance: string;
  ladder: Rung[];
  scenarios: Scenario[];
}

export interface RivalCard {
  id: string;
  name: string;
  act: "rest" | "claim" | "plant" | "follow";
  where: "nowhere" | "first" | "last" | "highest" | "weakest" | "yours";
  flags: number;
  decks: ("easy" | "usual" | "hard")[];
}

export interface Rival {
  provenance: string;
  cards: RivalCard[];
}

export interface Mountain {
  id: string;
  name: string;
  provenance: string;
  deck: "a" | "b";
  continent: "africa" | "asia" | "europe" | "north-america" | "oceania" | "south-america";
  elevation: number;
  energy: number;
  shared_energy: number;
  acclimatization: boolean;
  gear: ("tent" | "crampons" | "climbing-shoes" | "harness" | "ice-axe" | "oxygen")[];
  experience: number;
  extra_danger: boolean;
  x: string[];
  y: string[];
}

export interface Needed {
  kind: "flags-in" | "continents" | "flags-in-one" | "climbed" | "climbed-a" | "climbed-b" | "climbed-over" | "climbed-under" | "climbed-continents" | "climbed-in-one" | "dice-max" | "tiles" | "stamina" | "experience" | "gear" | "companions";
  amount: number;
}

export interface NeededOf {
  kind: "flags-in" | "continents" | "flags-in-one" | "climbed" | "climbed-a" | "climbed-b" | "climbed-over" | "climbed-under" | "climbed-continents" | "climbed-in-one" | "dice-max" | "tiles" | "stamina" | "experience" | "gear" | "companions";
  amount: number;
  of: "africa" | "asia" | "europe" | "north-america" | "oceania" | "south-america" | number;
}

export interface Gained {
  kind: "flag" | "stamina" | "bonus" | "companion" | "die" | "experience" | "gear" | "mountain" | "energy";
  amount: number;
}

export interface Bonus {
  id: string;
  name: string;
  provenance: string;
  flags: number;
  needs: Needed | NeededOf;
  discard: Gained;
}

export interface Companion {
  id: string;
  name: string;
  provenance: string;
  experience: number;
  uses: number;
}

export interface Ability {
  kind: "flag" | "stamina" | "bonus" | "companion" | "die" | "experience" | "gear" | "mountain" | "tent" | "crampons" | "climbing-shoes" | "harness" | "ice-axe" | "oxygen" | "energy" | "sure-footed";
  amount: number;
}

export interface AbleCompanion {
  id: string;
  name: string;
  provenance: string;
  experience: number;
  uses: number;
  ability: Ability;
}

export interface Boost {
  id: string;
  name: string;
  provenance: string;
  energy: number;
  stamina: number;
  rewards: Record<string, number>;
}

export interface Cards {
  mountains: Mountain[];
  bonus: Bonus[];
  companions: (Companion | AbleCompanion)[];
  boosts: Boost[];
}

export interface Content {
  board: Board;
  display: Display;
  flags: Flags;
  first_game: FirstGame;
  even_start: Record<string, number[] | string>;
  gear: GearTypes;
  limits: Limits;
  danger: Danger;
  energy_track: EnergyTrack;
  experience_track: ExperienceTrack;
  dice: Dice;
  steps: Steps;
  rest_tiles: RestTiles;
  solo: Solo;
  rival: Rival;
  cards: Cards;
}
