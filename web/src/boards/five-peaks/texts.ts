/** How Five Peaks puts its texts together; the words are in the game's en.toml. */
import { lookUp } from "../../texts/catalog";
import { say } from "../../texts/five-peaks";
import { capital, plain } from "../words";
import type { Amount, SpaceText } from "./amounts";
import { readAmounts } from "./amounts";
import type { Space } from "./geometry";
import type { Content, Terrain } from "./zones";
import { panoramaOf } from "./zones";

/** The rules behind each card of a hand. */
export const CARD_RULES: Readonly<Record<string, readonly string[]>> = {
  walk: ["FP-11"], march: ["FP-11"], discovery: ["FP-20", "FP-25"], training: ["FP-27", "FP-28"], camp: ["FP-29"],
  sightsee: ["FP-30"], run: ["FP-31"], shortcut: ["FP-32"], bike: ["FP-33"], paraglide: ["FP-34"],
  "small-harvest": ["FP-36"], "large-harvest": ["FP-36"],
  "mushroom-basket": ["FP-37"], "berry-jar": ["FP-37"], "herb-pouch": ["FP-37"], observe: ["FP-38"],
};

const FIRE_RULES: Readonly<Record<string, string>> = {
  "more-peaks": "FP-57", "walk-twice": "FP-58", "march-stops": "FP-58", "training-walk": "FP-58", "big-backpack": "FP-59", "endorphin-trade": "FP-60",
};

export function fireRules(card: string): readonly string[] {
  return [FIRE_RULES[card] ?? (card.startsWith("score-") ? "FP-83" : "FP-56")];
}

/** The name of a component, a direction or a turn. */
export function nameOf(id: string): string {
  return lookUp("five-peaks", "name", id) ?? capital(plain(id));
}

export function effectOf(card: string): string {
  return lookUp("five-peaks", "effect", card) ?? "";
}

export function shortOf(card: string): string {
  return lookUp("five-peaks", "effect", `${card}-short`) ?? "";
}

export function counted(count: number, kind: string): string {
  return lookUp("five-peaks", "amount", kind, { n: count }) ?? plain(kind);
}

export function amountText(amounts: readonly Amount[]): string {
  return amounts.map(({ kind, count }) => counted(count, kind)).join(", ");
}

export function amountsIn(text: string): string {
  return amountText(readAmounts(text));
}

export function points(n: number): string {
  return say("board.points", { n });
}

export function stoneTitle(stone: string): string {
  return capital(nameOf(stone).replace(/\bx(\d)/, "×$1"));
}

export function terrainTitle(terrain: Terrain): string {
  return say(`board.terrain-${terrain}`);
}

export function panoramaTitle(content: Content, name: string): string {
  const card = panoramaOf(content, name);
  return card ? say("board.panorama", { rank: roman(card.rank) }) : nameOf(name);
}

export function roman(rank: number): string {
  return ["", "I", "II", "III", "IV", "V", "VI"][rank] ?? String(rank);
}

export function spaceText(text: SpaceText): string {
  switch (text.what) {
    case "parking":
      return say("board.parking");
    case "containers":
      return say("board.swaps");
    case "exchange":
      return say("board.exchanges", { cost: amountText(text.amounts), what: text.product ? amountText([text.product]) : "" });
    case "gives":
      return text.bike ? say("board.gives-bike", { what: amountText(text.amounts) }) : say("board.gives", { what: amountText(text.amounts) });
  }
}

/** What the texts need to speak of a place: its kind, what it gives, its tile and where on it, its short name. */
export function placeArgs(space: Space): { spot: string; what: string; tile: string; side: string; other: string; space: string } {
  const first = space.texts[0];
  const what = first?.what === "exchange" ? (first.product ? amountText([first.product]) : "") : amountText(space.texts.flatMap((text) => text.amounts));
  return { spot: spotOf(space), what, tile: nameOf(space.peak?.data.name ?? space.tiles[0] ?? ""), side: nameOf(space.side), other: nameOf(space.tiles[1] ?? ""), space: space.label };
}

function spotOf(space: Space): string {
  if (space.peak) return "summit";
  const first = space.texts[0];
  if (first?.what !== "gives") return first?.what ?? "gives";
  if (space.shape === "square") return "crossing";
  if (first.bike) return "ride";
  return space.shape === "triangle" ? "corner" : "gives";
}

/** "the bike stop on Birch (birch w)". */
export function placeText(space: Space): string {
  return say("board.place", placeArgs(space));
}

export function spaceName(space: Space): string {
  if (space.peak) {
    const { data } = space.peak;
    return say("board.peak", { peak: nameOf(data.name), points: points(data.points), reward: data.reward ? amountsIn(data.reward) : "none" });
  }
  return `${capital(placeText(space))}: ${space.texts.map(spaceText).join(", ")}`;
}

export function both(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : say("board.and", { one: names.slice(0, -1).join(", "), other: last });
}

export function scoreLine(key: string): string {
  return lookUp("five-peaks", "score", key) ?? capital(plain(key));
}
