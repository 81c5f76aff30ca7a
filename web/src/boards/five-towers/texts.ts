/** Every English word of the 5 Towers board. */
import { cardOf, KINDS, type Kind, type Stand, type TowersContent } from "./zones";

type Special = TowersContent["special"];

export const KIND_NAMES: Record<Kind, string> = { candy: "Candy", scary: "Scary", tree: "Tree", scrap: "Scrap", sand: "Sand" };

export const TEXTS = {
  display: "Up for grabs",
  leftOver: "Left over",
  displayEmpty: "Every card of this round is taken.",
  over: "The city is built.",
  deck: "Deck",
  discard: "Discards",
  first: "first deck",
  second: "second deck",
  starts: "starts",
  tops: "and, below, what each builder has on top",
  hand: "In hand",
  torn: "Torn down",
  paddles: "Your bid",
  noTower: "free",
  closed: "roof",
  left: "Card list",
  leftNote: "Filled: still in the deck. Outlined: discarded. Struck out: built, torn down or on the table.",
  main: "main",
  pts: "points",
  winner: "winner",
  most: (cards: number) => `can build ${cards}`,
} as const;

export function cardName(name: string): string {
  const { kind, value } = cardOf(name);
  return `${KIND_NAMES[kind]} ${value}`;
}

export function cardList(names: readonly string[]): string {
  if (names.length === 0) return "none";
  const lines = KINDS.map((kind) => {
    const values = names.map(cardOf).filter((card) => card.kind === kind).map((card) => card.value);
    return values.length > 0 ? `${KIND_NAMES[kind]} ${values.join(", ")}` : "";
  });
  return lines.filter((line) => line !== "").join("; ");
}

export function pointsText(points: number): string {
  return `${points < 0 ? `−${-points}` : points} ${Math.abs(points) === 1 ? "point" : "points"}`;
}

export function valueNote(value: number, special: Special): string {
  if (value === special.roof) return "A roof: it closes its tower, and every card below it counts double.";
  if (value === special.carrier) return "Any value may go on it.";
  if (value === special.jumper) return "It goes on any value but a roof.";
  return "It goes on a higher value, or on an 8.";
}

export function valueRules(value: number, special: Special): readonly string[] {
  return value === special.roof ? ["FT-5", "FT-30"] : ["FT-5"];
}

export function towerName(owner: string, kind: Kind, values: readonly number[], worth: number, special: Special): string {
  const title = `${owner}, ${KIND_NAMES[kind].toLowerCase()} tower`;
  if (values.length === 0) return `${title}: not begun`;
  const closed = values.at(-1) === special.roof ? ", closed by its roof" : "";
  return `${title}: ${values.join(", ")} from the ground up${closed}, ${pointsText(worth)}`;
}

export function standText(stand: Stand): string {
  switch (stand.kind) {
    case "bid":
      return `bids ${stand.bid}`;
    case "now":
      return "bids now";
    case "later":
      return "not asked yet";
    case "out":
      if (stand.said === "pass") return "passed";
      return stand.said === null ? "is out" : `bid ${stand.said}, was raised`;
  }
}

export function standShort(stand: Stand): string {
  switch (stand.kind) {
    case "bid":
      return String(stand.bid);
    case "now":
      return "?";
    case "later":
      return "…";
    case "out":
      return typeof stand.said === "number" ? String(stand.said) : "–";
  }
}

export function paddleName(which: string): string {
  return which === "pass" ? "Pass" : `Bid ${which}`;
}
