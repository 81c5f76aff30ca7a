/** How The Peak puts its texts together; the words are in the game's en.toml. */
import { lookUp } from "../../texts/catalog";
import { say } from "../../texts/the-peak";
import type { Card, Content, Effect, Face, Goal, Odds, Role, Zones } from "./zones";
import { effectOf } from "./zones";

export const percent = (ways: number): number => Math.round((ways * 100) / 36);

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

export const cardRules = (card: Card): readonly string[] => CARD_RULES[card.name] ?? [];
export const goalRules = (name: string): readonly string[] => [GOAL_RULES[name] ?? "TP-50"];

const moment = (on: Effect["on"]): string => say(`board.moment-${on}`);

function effectWords(effect: Effect): string {
  return lookUp("the-peak", "effect", effect.does, { amount: effect.amount ?? 0, times: effect.times ?? 0 }) ?? effect.does;
}

/** The moment at which a Wooden Bridge works is an option of the game; its other moments are not shown. */
export function effectLines(card: Card, bridge: unknown): { moment: string; text: string }[] {
  const told = (card.effects ?? []).filter((effect) => effect.does !== "exchange" || effect.on === bridge);
  const lines = told.map((effect) => ({ moment: moment(effect.on), text: effectWords(effect) }));
  if (bridge === "board" && card.effects?.some((effect) => effect.does === "exchange")) {
    lines.push({ moment: say("board.moment-board"), text: say("board.exchange-each-turn") });
  }
  return lines;
}

export function effectText(card: Card, bridge: unknown): string {
  const lines = effectLines(card, bridge);
  return lines.length === 0 ? say("board.no-effect") : lines.map((line) => `${line.moment}: ${line.text}.`).join(" ");
}

export function faceName(face: Face): string {
  const card = face.card.title;
  if (face.difficulty === null) return say("board.card-aside", { card });
  return say("board.card-numbers", { card, difficulty: face.difficulty, elevation: face.elevation ?? 0 });
}

/** "2 × Stream, ..." where there are several. */
export const several = (count: number, name: string): string => (count > 1 ? say("board.times", { count, name }) : name);

export function oddsText({ needs, ways }: Odds): string {
  if (ways === 36) return say("board.odds-certain");
  return ways === 0 ? say("board.odds-hopeless", { needs }) : say("board.odds-some", { needs, ways, percent: percent(ways) });
}

export const needsText = (needs: number): string => (needs <= 2 ? say("board.needs-any") : say("board.needs", { needs }));

export const goalText = (goal: Goal): string =>
  lookUp("the-peak", "effect", goal.counts, { points: goal.points, least: goal.least ?? 0 }) ?? goal.counts;
export const goalTitle = (goal: Goal): string => lookUp("the-peak", "name", goal.name) ?? goal.title;

export type ConditionIcon = "skip" | "die" | "plus" | "spring" | "curse" | "cold" | "cache";

export interface Condition {
  id: string;
  icon: ConditionIcon;
  tone: "good" | "bad";
  value: string;
  label: string;
  /** The label where there is little room. */
  brief: string;
  rules: readonly string[];
}

/** What waits for the climber's next rolls and turns, from the open numbers of the view. */
export function conditions(zones: Zones, content: Content): Condition[] {
  const found: Condition[] = [];
  const amount = (does: string): number => effectOf(does, content)?.amount ?? 0;
  if (zones.skip > 0)
    found.push({ id: "pending:skip", icon: "skip", tone: "bad", value: `×${zones.skip}`, label: say("board.skips", { n: zones.skip }), brief: say("board.brief-skip"), rules: ["TP-25"] });
  if (zones.per_die > 0)
    found.push({ id: "pending:steady", icon: "die", tone: "good", value: `+${2 * zones.per_die}`, label: say("board.per-die", { n: zones.per_die }), brief: say("board.brief-always"), rules: ["TP-32"] });
  if (zones.next_roll > 0)
    found.push({ id: "pending:next", icon: "plus", tone: "good", value: `+${zones.next_roll}`, label: say("board.next-roll"), brief: say("board.brief-next"), rules: ["TP-34", "TP-45"] });
  const fresh = zones.spring.map((springs) => springs * amount("refresh"));
  const first = fresh.findIndex((bonus) => bonus > 0);
  if (first >= 0) {
    const lasting = fresh.filter((bonus) => bonus > 0).length;
    const label = say("board.spring", { n: lasting, first });
    found.push({ id: "pending:spring", icon: "spring", tone: "good", value: `+${Math.max(...fresh)}`, label, brief: say("board.brief-turns", { n: lasting }), rules: ["TP-39"] });
  }
  if (zones.curses.length > 0) {
    const longest = Math.max(...zones.curses);
    const label = zones.curses.length === 1 ? say("board.cursed", { n: longest }) : say("board.cursed-often", { rolls: [...zones.curses].sort().join(", ") });
    found.push({ id: "pending:curse", icon: "curse", tone: "bad", value: `−${zones.curses.length * amount("curse")}`, label, brief: say("board.brief-rolls", { n: longest }), rules: ["TP-46"] });
  }
  if (zones.cold > 0)
    found.push({ id: "pending:cold", icon: "cold", tone: "bad", value: `+${amount("freeze")}`, label: say("board.cold", { n: zones.cold }), brief: say("board.brief-cards", { n: zones.cold }), rules: ["TP-48"] });
  if (zones.provisions)
    found.push({ id: "pending:cache", icon: "cache", tone: "good", value: "", label: say("board.provisions"), brief: say("board.brief-rerolls"), rules: ["TP-47"] });
  return found;
}

export const conditionTitle = (icon: ConditionIcon): string => say(`board.condition-${icon}`);

export const conditionName = ({ icon, value, label }: Condition): string =>
  `${conditionTitle(icon)}${value ? ` ${value}` : ""}, ${label}`;

export const roleName = (role: Role): string => say(`name.${role}`);

export const dutyText = (lonely: number): string => say("board.duty-text", { n: lonely });

export const companyText = (count: number): string => (count >= 2 ? "" : say("board.lonely", { n: count }));

export const rerollText = (enough: number): string => say("board.faces-enough", { n: enough });

export function rollText(total: number, needs: number | null): string {
  if (needs === null) return `${total}`;
  return total >= needs ? say("board.roll-enough", { total, needs: Math.max(needs, 2) }) : say("board.roll-short", { total, needs });
}
