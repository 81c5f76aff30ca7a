/** Every English word of this board. */
import { capital, plain } from "../words";
import type { Amount, SpaceText } from "./amounts";
import type { Space } from "./geometry";
import type { HikeContent } from "./zones";
import { panoramaOf } from "./zones";

export interface CardText {
  title: string;
  /** On the face of the card. */
  short: string;
  text: string;
  rules: readonly string[];
}

export const CARDS: Readonly<Record<string, CardText>> = {
  walk: { title: "Walk", short: "1 space", text: "Move exactly 1 space along a path.", rules: ["FP-11"] },
  march: { title: "March", short: "2 spaces", text: "Move exactly 2 spaces along paths.", rules: ["FP-11"] },
  discovery: { title: "Discovery", short: "new tile", text: "Place a new tile beside yours, or discard basics for endorphins.", rules: ["FP-20", "FP-25"] },
  training: { title: "Training", short: "buy, sell", text: "Buy a card of the market, or sell hiking cards.", rules: ["FP-27", "FP-28"] },
  camp: { title: "Camp", short: "cards back", text: "Buy a panorama or rest; then take all played cards back.", rules: ["FP-29"] },
  sightsee: { title: "Sightsee", short: "1–2 spaces", text: "Move 1 or 2 spaces.", rules: ["FP-30"] },
  run: { title: "Run", short: "4 spaces", text: "Move exactly 4 spaces.", rules: ["FP-31"] },
  shortcut: { title: "Shortcut", short: "no path", text: "Move to the empty space directly north, east, south or west, path or not.", rules: ["FP-32"] },
  bike: { title: "Bike", short: "to a bike", text: "Move to any other empty space with a bike.", rules: ["FP-33"] },
  paraglide: { title: "Paraglide", short: "glide down", text: "Glide to a lower terrain, to a space that shows an endorphin.", rules: ["FP-34"] },
  "small-harvest": { title: "Small harvest", short: "1 + 1 left", text: "Take a basic, and one more lies down on your space.", rules: ["FP-36"] },
  "large-harvest": { title: "Large harvest", short: "2 + 2 left", text: "Harvest twice.", rules: ["FP-36"] },
  "mushroom-basket": { title: "Mushroom basket", short: "2 → basket", text: "Two mushrooms become a basket; another is left on your space.", rules: ["FP-37"] },
  "berry-jar": { title: "Berry jar", short: "2 → jar", text: "Two berries become a jar; another is left on your space.", rules: ["FP-37"] },
  "herb-pouch": { title: "Herb pouch", short: "2 → pouch", text: "Two herbs become a pouch; another is left on your space.", rules: ["FP-37"] },
  observe: { title: "Observe", short: "new market", text: "Lay out a new market if you like, then buy a card if you like.", rules: ["FP-38"] },
};

interface FireText {
  title: string;
  text: string;
  rules: readonly string[];
}

export const FIRES: Readonly<Record<string, FireText>> = {
  "more-mushrooms": { title: "More mushrooms", text: "Each mushroom put into your backpack brings one more.", rules: ["FP-56"] },
  "more-berries": { title: "More berries", text: "Each berry put into your backpack brings one more.", rules: ["FP-56"] },
  "more-herbs": { title: "More herbs", text: "Each herb put into your backpack brings one more.", rules: ["FP-56"] },
  "more-peaks": { title: "More peaks", text: "After placing peaks by a space, place one more for free.", rules: ["FP-57"] },
  "walk-twice": { title: "Walk twice", text: "Walk may be two moves of 1 space, each with its stop.", rules: ["FP-58"] },
  "march-stops": { title: "March with stops", text: "March may stop at both spaces.", rules: ["FP-58"] },
  "training-walk": { title: "Training walk", text: "Training may be two moves of 1 space instead.", rules: ["FP-58"] },
  "big-backpack": { title: "Big backpack", text: "Room for 4 more resources.", rules: ["FP-59"] },
  "endorphin-trade": { title: "Endorphin trade", text: "6 endorphins for a container, as often as you like in your turn.", rules: ["FP-60"] },
  "score-stone": { title: "Great cairn", text: "Your best placed x3 stone counts as x5.", rules: ["FP-83"] },
  "score-campfires": { title: "Campfires count", text: "5 points for each of your campfires.", rules: ["FP-83"] },
  "score-baskets": { title: "Baskets count", text: "5 points for each basket in your backpack.", rules: ["FP-83"] },
  "score-panoramas": { title: "Panoramas count", text: "3 points for each of your panoramas.", rules: ["FP-83"] },
  "score-jars": { title: "Jars count", text: "5 points for each jar in your backpack.", rules: ["FP-83"] },
  "score-cards": { title: "Cards count", text: "3 points for each of your hiking cards.", rules: ["FP-83"] },
  "score-pouches": { title: "Pouches count", text: "5 points for each pouch in your backpack.", rules: ["FP-83"] },
  "score-badges": { title: "Badges count", text: "3 points for each of your badges.", rules: ["FP-83"] },
  "score-endorphins": { title: "Endorphins count", text: "1 point for each endorphin.", rules: ["FP-83"] },
};

export const SAYS = {
  shelf: "Beside the map",
  market: "Market",
  panoramas: "Panoramas",
  bank: "Bank",
  hikers: "Hikers",
  campfires: "Campfires",
  hand: "Hand",
  played: "Played:",
  backpack: "Backpack",
  endorphins: "Endorphins",
  stones: "Stones",
  badges: "Badges",
  none: "none yet",
  empty: "used up",
  turn: "Turn it",
  turnFirst: "Choose a turn, then a place",
  in: "Zoom in",
  out: "Zoom out",
  fit: "Show the whole map",
  me: "Show my pawn",
  map: "The map",
  keepOne: "Keep one campfire",
  hiddenCard: "a hidden card",
  tilesLeft: (count: number): string => `${count} ${count === 1 ? "tile" : "tiles"}`,
  deckLeft: (count: number): string => `${count} in the deck`,
  lastTurns: (left: number): string => (left === 0 ? "This is the last turn" : `${left} more ${left === 1 ? "turn" : "turns"} after this one`),
  points: (points: number): string => `${points} ${points === 1 ? "point" : "points"}`,
};

const PLURALS: Readonly<Record<string, string>> = { berry: "berries", pouch: "pouches" };
const DIRECTIONS: Readonly<Record<string, string>> = {
  n: "north", e: "east", s: "south", w: "west", ne: "north-east", se: "south-east", sw: "south-west", nw: "north-west",
};
const TURNS = ["as drawn", "turned right", "upside down", "turned left"];

export function counted(count: number, kind: string): string {
  return `${count} ${count === 1 ? kind : (PLURALS[kind] ?? `${kind}s`)}`;
}

export function amountText(amounts: readonly Amount[]): string {
  return amounts.map(({ kind, count }) => (kind === "card" || kind === "campfire" || kind === "peak" ? `a ${kind}` : counted(count, kind))).join(" and ");
}

export function turnText(turn: number): string {
  return TURNS[turn] ?? `turn ${turn}`;
}

export function directionText(direction: string): string {
  return DIRECTIONS[direction] ?? direction;
}

export function cardTitle(card: string): string {
  return CARDS[card]?.title ?? capital(plain(card));
}

export function fireTitle(card: string): string {
  return FIRES[card]?.title ?? capital(plain(card));
}

export function stoneTitle(stone: string): string {
  const [times = "", size] = stone.split("-");
  return size ? `${times.replace("x", "×")} ${size} stone` : `${times.replace("x", "×")} smallest stone`;
}

export function panoramaTitle(content: HikeContent, name: string): string {
  const card = panoramaOf(content, name);
  return card ? `Panorama ${roman(card.rank)}` : capital(plain(name));
}

export function roman(rank: number): string {
  return ["", "I", "II", "III", "IV", "V", "VI"][rank] ?? String(rank);
}

export function placeName(name: string): string {
  return capital(plain(name));
}

export function spaceText(text: SpaceText): string {
  switch (text.what) {
    case "parking":
      return "parking";
    case "containers":
      return "exchange a container for another";
    case "exchange":
      return `exchange ${amountText(text.amounts)} for ${text.product ? amountText([text.product]) : "nothing"}`;
    case "gives":
      return `gives ${amountText(text.amounts)}${text.bike ? ", with a bike" : ""}`;
  }
}

export function spaceName(space: Space): string {
  if (space.peak) {
    const { data } = space.peak;
    return `${placeName(data.name)}, ${SAYS.points(data.points)}${data.reward ? `, gives ${data.reward}` : ""}`;
  }
  return `Space ${space.name}, ${space.texts.map(spaceText).join(", ")}`;
}

export const SCORES: Readonly<Record<string, string>> = {
  badges: "Badges",
  panoramas: "Panoramas",
  campfires: "Campfires",
  stones: "Stones on peaks",
};
