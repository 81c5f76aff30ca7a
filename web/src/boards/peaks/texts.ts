/** Every English word of this board. */
import { capital, plain } from "../words";
import type { Action, Amount, Bonus, Boost, Card, Companion, Mountain } from "./zones";

export const CONTINENTS: Record<string, string> = {
  africa: "Africa", asia: "Asia", europe: "Europe", "north-america": "North America", oceania: "Oceania", "south-america": "South America",
};

export const ACTION: Record<Action, string> = { rest: "Rest", prepare: "Prepare", climb: "Climb" };

const GAIN: Record<string, [one: string, many: string]> = {
  flag: ["flag", "flags"],
  die: ["die upgrade", "die upgrades"],
  experience: ["advancement", "advancements"],
  stamina: ["stamina", "stamina"],
  bonus: ["bonus card", "bonus cards"],
  companion: ["companion", "companions"],
  gear: ["gear", "gear"],
  tile: ["tile upgrade", "tile upgrades"],
  mountain: ["mountain", "mountains"],
  energy: ["energy", "energy"],
};

export const TILE: Record<string, { name: string; text: string }> = {
  camp: { name: "Camp", text: "Energy up to the stamina." },
  "low-gear": { name: "Low gear", text: "A tent, crampons or climbing shoes." },
  "high-gear": { name: "High gear", text: "A harness, an ice axe or oxygen." },
  "new-plans": { name: "New plans", text: "Exchange one bonus card for a new one." },
  lesson: { name: "Lesson", text: "One experience advancement." },
  rethink: { name: "Rethink", text: "Move one of your cubes to another action." },
};

export const STEP: Record<string, string> = {
  travel: "travel",
  "rest-flag": "buy a flag",
  "rest-bonus": "rest tile",
  "rest-energy": "energy",
  "gain-mountain": "a mountain",
  refill: "display moves on",
  "gear-pair": "two of a gear",
  "draw-three": "draw three",
  "gear-die": "gear",
  announce: "announce",
  "tag-along": "go, with company",
  "shared-flag": "buy a flag",
  "high-summit": "high summit",
  rewards: "rewards",
};

export const SCORES: Record<string, string> = {
  board: "Flags on the board",
  "bonus cards": "Bonus cards fulfilled",
  "led continents": "Continents led",
  "all continents": "A flag in every continent",
  neighbours: "Neighbours with fewer climbs",
};

export const WORDS = {
  table: "The table",
  world: "The world",
  display: "Mountains to prepare",
  empty: "empty",
  deck: (letter: string): string => `Deck ${letter.toUpperCase()}`,
  fills: "fills the display",
  cards: (count: number): string => (count === 1 ? "1 card" : `${count} cards`),
  turn: (turn: number): string => `Turn ${turn}`,
  lastRound: "Last round",
  team: "Rope team",
  leads: "leads",
  dangerLost: "Danger! Marked rewards are lost",
  rolled: (rolls: number): string => (rolls === 1 ? "One danger roll" : `${rolls} danger rolls`),
  allWell: "All is well",
  brought: (experience: number): string => `companions bring ${experience}`,
  due: (due: number): string => `${due} to pay`,
  toGain: (name: string): string => `${name} still gains`,
  drawn: "Drawn",
  dealt: "Boosts dealt",
  climbing: "The climb",
  proposed: "A proposal",
  rival: "Rival",
  mat: "Field notes",
  bonus: "Bonus cards",
  climbed: (count: number): string => `${count} climbed`,
  nothing: "none",
  freePlaces: (count: number): string => (count === 1 ? "room for one companion" : `room for ${count} companions`),
  energyTrack: "Energy and stamina",
  trail: (space: number, last: number): string => `Experience, space ${space} of ${last}`,
  you: "you",
  chosen: "chosen",
};

export function gainName(kind: string, count = 1): string {
  const [one, many] = GAIN[kind] ?? [plain(kind), plain(kind)];
  return count === 1 ? one : `${count} ${many}`;
}

/** Rewards as printed on a card, those with "!" are lost after a danger. */
export function rewardWords(rewards: readonly string[]): string {
  return rewards.map((reward) => (reward.endsWith("!") ? `${gainName(reward.slice(0, -1))} (marked)` : gainName(reward))).join(", ");
}

export function needWords({ kind, amount, of }: Amount): string {
  switch (kind) {
    case "flags-in": return `${amount} flags in ${CONTINENTS[String(of)] ?? of}`;
    case "continents": return `flags in ${amount} continents`;
    case "flags-in-one": return `${amount} flags in one continent`;
    case "climbed": return `${amount} mountains climbed`;
    case "climbed-a": return `${amount} A mountains climbed`;
    case "climbed-b": return `${amount} B mountains climbed`;
    case "climbed-over": return `${amount} climbed over ${of} m`;
    case "climbed-under": return `${amount} climbed under ${of} m`;
    case "climbed-continents": return `climbs in ${amount} continents`;
    case "climbed-in-one": return `${amount} climbs in one continent`;
    case "dice-max": return amount === 1 ? "a die at its top" : `${amount} dice at their top`;
    case "tiles": return `${amount} tile moves`;
    case "stamina": return `stamina ${amount}`;
    case "experience": return `experience ${amount}`;
    case "gear": return `${amount} gear`;
    case "companions": return `${amount} companions`;
    default: return `${plain(kind)} ${amount}`;
  }
}

export function abilityWords(ability: Amount | undefined): string {
  if (!ability) return "no ability";
  if (ability.kind === "sure-footed") return "keeps marked rewards";
  return `${ability.amount > 1 ? "" : "1 "}${gainName(ability.kind, ability.amount)}`;
}

/** "Table Mountain (Maclear's Beacon)" as the title of a small card. */
export function shortName(name: string): string {
  return name.replace(/\s*\(.*\)$/, "");
}

export function mountainText(card: Mountain): string {
  const asks = [`energy ${card.energy} alone or ${card.shared_energy} with company`, `experience ${card.experience}`];
  if (card.gear.length > 0) asks.push(card.gear.map(plain).join(", "));
  if (card.acclimatization) asks.push("acclimatization");
  if (card.extra_danger) asks.push("one more danger roll");
  return `${CONTINENTS[card.continent] ?? card.continent}, ${card.elevation} m, deck ${card.deck.toUpperCase()}. Asks for ${asks.join("; ")}. X: ${rewardWords(card.x)}. Y: ${rewardWords(card.y)}.`;
}

function bonusText(card: Bonus): string {
  return `Worth ${gainName("flag", card.flags)} at the end for ${needWords(card.needs)}; or discard it for ${gainName(card.discard.kind, card.discard.amount)}.`;
}

function companionText(card: Companion): string {
  return `Experience ${card.experience}, ${card.uses} uses; each time: ${abilityWords(card.ability)}.`;
}

function boostText(card: Boost): string {
  const rewards = Object.entries(card.rewards).map(([kind, count]) => gainName(kind, count));
  return `Start with energy ${card.energy} and stamina ${card.stamina}; gain ${rewards.join(", ")}.`;
}

export function cardText(card: Card): string {
  switch (card.sort) {
    case "mountain": return mountainText(card);
    case "bonus": return bonusText(card);
    case "companion": return companionText(card);
    case "boost": return boostText(card);
  }
}

/** What a screen reader says for a card. */
export function cardName(card: Card): string {
  return `${card.name}. ${cardText(card)}`;
}

export function dieText(action: Action, value: number, others: number): string {
  switch (action) {
    case "rest": return `Rest die: at least ${value} energy`;
    case "prepare": return `Prepare die: ${value} gear`;
    case "climb": return `Climb die: ${gainName("experience", value)} for the leader, ${others} for those who tag along`;
  }
}

export function gearName(gear: string): string {
  return capital(plain(gear));
}
