/** Every English word of this board. */
import type { CardData, EffectData, Face, GoalData, Odds, PeakContent, PeakZones } from "./zones";
import { effectOf } from "./zones";

export const percent = (ways: number): number => Math.round((ways * 100) / 36);

const EFFECTS: Record<string, (effect: EffectData) => string> = {
  chase: () => "the bear chases you to a random free space",
  steady: ({ amount }) => `each die counts ${amount} more from then on`,
  shift: () => "everything slides one space, nobody knows which way",
  trade: ({ amount }) => `may be discarded for +${amount} on the next roll`,
  look: ({ amount }) => `see the next ${amount} cards, may shuffle the deck`,
  skip: ({ amount }) => (amount === 1 ? "skip the next turn" : `skip ${amount} turns`),
  leave: () => "all other kept cards are lost",
  refresh: ({ amount, times }) => `skip a turn, then +${amount} for ${times} turns`,
  draw: ({ amount }) => `draw ${amount} cards`,
  shelter: () => "wards off bad effects while it is the highest kept card",
  erode: ({ amount }) => `it loses ${amount} elevation, may be tried again`,
  exchange: () => "exchange any number of cards",
  encourage: ({ amount }) => `+${amount} on the next roll`,
  curse: ({ amount, times }) => `−${amount} on the next ${times} rolls`,
  provision: () => "kept cards may be given up for rerolls",
  rethink: () => "each player may exchange a goal",
  storm: ({ amount }) => `${amount} random cards are washed away`,
  freeze: ({ amount, times }) => `the next ${times} cards tried: +${amount} difficulty`,
};

const MOMENTS: Record<EffectData["on"], string> = {
  play: "Played",
  cross: "Crossed",
  fail: "Failed",
  keep: "Kept",
};

/** The rule that tells about each card and goal. */
const CARD_RULES: Record<string, readonly string[]> = {
  "hiking-trail": ["TP-30"],
  "bear-cave": ["TP-31", "TP-32"],
  "tectonic-shift": ["TP-33"],
  stream: ["TP-34"],
  rainstorm: ["TP-35", "TP-13"],
  lookout: ["TP-36"],
  waterfall: ["TP-37"],
  gondola: ["TP-38"],
  "natural-spring": ["TP-39"],
  "stone-steps": ["TP-40"],
  "protected-hollow": ["TP-41"],
  "eroded-slope": ["TP-42"],
  "wooden-bridge": ["TP-44"],
  "porta-potty": ["TP-45"],
  "hermit-hut": ["TP-46"],
  "food-cache": ["TP-47"],
  coldsnap: ["TP-48", "TP-13"],
  "sandstone-cliff": ["TP-49"],
};

const GOAL_RULES: Record<string, string> = {
  biology: "TP-51",
  chemistry: "TP-52",
  "earth-science": "TP-53",
  engineering: "TP-54",
  english: "TP-55",
  "environmental-science": "TP-56",
  "health-science": "TP-57",
  mathematics: "TP-58",
  physics: "TP-59",
};

export const cardRules = (card: CardData): readonly string[] => CARD_RULES[card.name] ?? [];
export const goalRules = (name: string): readonly string[] => [GOAL_RULES[name] ?? "TP-50"];

/** The moment at which a Wooden Bridge works is an option of the game; its other moments are not shown. */
export function effectLines(card: CardData, bridge: unknown): { moment: string; text: string }[] {
  const told = (card.effects ?? []).filter((effect) => effect.does !== "exchange" || effect.on === bridge);
  const lines = told.map((effect) => ({
    moment: MOMENTS[effect.on],
    text: EFFECTS[effect.does]?.(effect) ?? effect.does,
  }));
  if (bridge === "board" && card.effects?.some((effect) => effect.does === "exchange")) {
    lines.push({ moment: "On the board", text: "the Mountain may exchange cards each turn" });
  }
  return lines;
}

export function effectText(card: CardData, bridge: unknown): string {
  const lines = effectLines(card, bridge);
  return lines.length === 0 ? "No effect." : lines.map((line) => `${line.moment}: ${line.text}.`).join(" ");
}

export function faceName(face: Face): string {
  if (face.difficulty === null) return `${face.card.title}, played beside the board`;
  return `${face.card.title}, difficulty ${face.difficulty}, elevation ${face.elevation}`;
}

export const oddsText = (odds: Odds): string =>
  odds.ways === 36
    ? "every roll is enough"
    : odds.ways === 0
      ? `needs ${odds.needs}, no roll is enough`
      : `needs ${odds.needs} or more, ${percent(odds.ways)}% (${odds.ways} of 36 rolls)`;

export const needsText = (needs: number): string => (needs <= 2 ? "any roll" : `${needs} or more`);

const GOALS: Record<string, (goal: GoalData) => string> = {
  names: ({ points }) => `${points} for each different name`,
  liquids: ({ points }) => `${points} for each card with a liquid`,
  high: ({ points, least }) => `${points} for each card of elevation ${least} or more`,
  twins: ({ points }) => `${points} for each pair of the same name`,
  words: ({ points }) => `${points} for each word in the names`,
  named: ({ points }) => `${points} for each Hiking Trail`,
  level: ({ points }) => `${points} for each pair of the same elevation`,
  primes: ({ points }) => `${points} for each card with a prime number`,
  balanced: ({ points }) => `${points} for each card with equal numbers`,
};

export const goalText = (goal: GoalData): string => GOALS[goal.counts]?.(goal) ?? goal.counts;
export const goalTitle = (goal: GoalData): string => goal.title.replace(/ Major$/, "");

export interface Condition {
  id: string;
  icon: "skip" | "die" | "plus" | "spring" | "curse" | "cold" | "cache" | "shelter";
  tone: "good" | "bad";
  value: string;
  label: string;
  /** The label where there is little room. */
  brief: string;
  rules: readonly string[];
}

const turns = (count: number): string => (count === 1 ? "1 turn" : `${count} turns`);

/** What waits for the climber's next rolls and turns, from the open numbers of the view. */
export function conditions(zones: PeakZones, content: PeakContent): Condition[] {
  const found: Condition[] = [];
  const amount = (does: string): number => effectOf(does, content)?.amount ?? 0;
  if (zones.skip > 0)
    found.push({ id: "pending:skip", icon: "skip", tone: "bad", value: `×${zones.skip}`, label: `skips ${turns(zones.skip)}`, brief: "skip", rules: ["TP-25"] });
  if (zones.per_die > 0)
    found.push({ id: "pending:steady", icon: "die", tone: "good", value: `+${2 * zones.per_die}`, label: `each die +${zones.per_die}, for good`, brief: "always", rules: ["TP-32"] });
  if (zones.next_roll > 0)
    found.push({ id: "pending:next", icon: "plus", tone: "good", value: `+${zones.next_roll}`, label: "on the next roll", brief: "next", rules: ["TP-34", "TP-45"] });
  const fresh = zones.spring.map((springs) => springs * amount("refresh"));
  const first = fresh.findIndex((bonus) => bonus > 0);
  if (first >= 0) {
    const lasting = fresh.filter((bonus) => bonus > 0).length;
    const when = first === 0 ? `${turns(lasting)}, this one first` : `${turns(lasting)}, from ${first === 1 ? "the next" : `${first} turns on`}`;
    found.push({ id: "pending:spring", icon: "spring", tone: "good", value: `+${Math.max(...fresh)}`, label: when, brief: turns(lasting), rules: ["TP-39"] });
  }
  if (zones.curses.length > 0) {
    const longest = Math.max(...zones.curses);
    found.push({
      id: "pending:curse", icon: "curse", tone: "bad", value: `−${zones.curses.length * amount("curse")}`,
      label: zones.curses.length === 1 ? `for ${longest} rolls` : `for ${[...zones.curses].sort().join(", ")} rolls`, brief: `${longest} rolls`, rules: ["TP-46"],
    });
  }
  if (zones.cold > 0)
    found.push({ id: "pending:cold", icon: "cold", tone: "bad", value: `+${amount("freeze")}`, label: `difficulty, next ${zones.cold === 1 ? "card" : `${zones.cold} cards`}`, brief: zones.cold === 1 ? "card" : `${zones.cold} cards`, rules: ["TP-48"] });
  if (zones.provisions)
    found.push({ id: "pending:cache", icon: "cache", tone: "good", value: "", label: "kept cards buy rerolls", brief: "rerolls", rules: ["TP-47"] });
  return found;
}

export const conditionName = ({ icon, value, label }: Condition): string =>
  `${CONDITION_TITLES[icon]}${value ? ` ${value}` : ""}, ${label}`;

export const CONDITION_TITLES: Record<Condition["icon"], string> = {
  skip: "Turns to skip",
  die: "Steady hands",
  plus: "Encouraged",
  spring: "Refreshed by the spring",
  curse: "Cursed by the hermit",
  cold: "Coldsnap",
  cache: "Provisions",
  shelter: "Shelter",
};

export const SAY = {
  board: "The board of The Peak",
  mountainside: "The mountainside, five by five spaces",
  mountain: "Mountain",
  mountaineer: "Mountaineer",
  climber: "The climber's token",
  free: "free space",
  hand: "Hand",
  yourHand: "Your hand",
  deck: "Deck",
  discard: "Discard",
  none: "none",
  kept: "Kept",
  yourKept: "You have kept",
  goals: "Goals",
  yourGoals: "Your goals",
  secretGoal: "A secret goal",
  dropped: "discarded",
  points: "points",
  elevation: "Elevation",
  dice: "Dice",
  first: "First die again",
  second: "Second die again",
  noRoll: "no roll to see",
  odds: "Chances",
  pending: "Waiting for the climber",
  calm: "nothing waits for the next roll",
  duty: "Duty",
  round: "Round",
  next: "Next on the deck",
  knownHand: "Known in the hand",
  unseen: "Not seen yet",
  hiddenCard: "A hidden card",
  chosen: "chosen, now point at a space",
  pickCard: "Choose a card, then a lit space.",
  nothingKept: "no card yet",
  nothingHeld: "no card",
} as const;

export function dutyText(met: boolean, lonely: number): string {
  if (met) return "met: all have two neighbours";
  return lonely === 1 ? "1 space needs a neighbour" : `${lonely} spaces need neighbours`;
}

export const companyText = (count: number): string =>
  count >= 2 ? "" : `, ${count === 0 ? "no occupied neighbour" : "only one occupied neighbour"}`;

export function rerollText(enough: number): string {
  return enough === 6 ? "any face will do" : enough === 0 ? "no face is enough" : `${enough} of 6 are enough`;
}

export function rollText(total: number, needs: number | null): string {
  if (needs === null) return `${total}`;
  return total >= needs ? `${total}, enough for ${Math.max(needs, 2)}` : `${total}, short of ${needs}`;
}
