/** What the board of PEAKS reads off its view and its components. */
import type { AbleCompanion, ActionStep, Bonus, Boost, Climb, Companion, Content, Mountain, Player, Zones } from "../../api/views/peaks";
import type { BoardKit, BoardProps, Situation, ViewOf } from "../board";

export type PeaksView = ViewOf<Zones>;
export type PeaksProps = BoardProps<Zones, Content>;
export type PeaksSituation = Situation<Zones, Content>;
export type PeaksKit = BoardKit<Zones, Content>;

export type Action = keyof Player["dice"];
export type Continent = Player["continent"];
export type Gear = keyof Player["gear"];
export type RestTile = Zones["tiles"][number];
export type Step = ActionStep["step"];
export type Group = Climb["group"];

export const ACTIONS = ["rest", "prepare", "climb"] as const satisfies readonly Action[];
export const DECKS = ["a", "b"] as const;

export type Card =
  | ({ sort: "mountain" } & Mountain)
  | ({ sort: "bonus" } & Bonus)
  | ({ sort: "companion" } & (Companion | AbleCompanion))
  | ({ sort: "boost" } & Boost);

const cards = new WeakMap<Content, ReadonlyMap<string, Card>>();

/** Every card of a content file by its id; ids are unique across the kinds. */
export function cardsOf(content: Content): ReadonlyMap<string, Card> {
  const found = cards.get(content);
  if (found) return found;
  const { mountains, bonus, companions, boosts } = content.cards;
  const all: Card[] = [
    ...mountains.map((card) => ({ sort: "mountain" as const, ...card })),
    ...bonus.map((card) => ({ sort: "bonus" as const, ...card })),
    ...companions.map((card) => ({ sort: "companion" as const, ...card })),
    ...boosts.map((card) => ({ sort: "boost" as const, ...card })),
  ];
  const byId = new Map(all.map((card) => [card.id, card]));
  cards.set(content, byId);
  return byId;
}

export function mountainOf(content: Content, id: string): Mountain | null {
  const card = cardsOf(content).get(id);
  return card?.sort === "mountain" ? card : null;
}

export function flagsPlaced(player: Player): number {
  return Object.values(player.flags).reduce((sum, count) => sum + count, 0);
}

/** What is being gained just now, and by whom; null if nothing is. */
export function gainsOf(view: PeaksView): { seat: number; gains: Record<string, number> } | null {
  const waiting = view.pending.findLast(({ gains }) => gains !== undefined);
  const gains = waiting?.["gains"];
  if (typeof gains !== "object" || gains === null) return null;
  return { seat: Number(waiting?.["seat"]), gains: Object.fromEntries(Object.entries(gains).map(([kind, count]) => [kind, Number(count)])) };
}

/** The energy that the seat asked has to pay; 0 if it has not. */
export function dueOf(view: PeaksView): number {
  return Number(view.pending.at(-1)?.["due"] ?? 0);
}

/** What a pile of gains still holds, without the kinds of which there is none. */
export function left(gains: Record<string, number>): [kind: string, count: number][] {
  return Object.entries(gains).filter(([, count]) => count > 0);
}
