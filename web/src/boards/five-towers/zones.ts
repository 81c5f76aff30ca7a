/** What the board of 5 Towers reads off its view. */
import { known } from "../words";
import type { Content, Types, Zones } from "../../api/views/five-towers";
import type { BoardKit, BoardProps, Situation, ViewOf } from "../board";

export type TowersView = ViewOf<Zones>;
export type TowersProps = BoardProps<Zones, Content>;
export type TowersSituation = Situation<Zones, Content>;
export type TowersKit = BoardKit<Zones, Content>;

export const KINDS = ["candy", "scary", "tree", "scrap", "sand"] as const satisfies readonly Kind[];
export type Kind = Types["names"][number];

export interface Card {
  kind: Kind;
  value: number;
}

/** "sand-7" as what it says. */
export function cardOf(name: string): Card {
  const cut = name.lastIndexOf("-");
  const kind = known(KINDS, name.slice(0, cut));
  if (!kind) throw new Error(`there is no card ${name}`);
  return { kind, value: Number(name.slice(cut + 1)) };
}

/** Cards with a key that stays the same for each of two equal ones. */
export function keyed(cards: readonly string[]): { name: string; key: string }[] {
  const met = new Map<string, number>();
  return cards.map((name) => {
    const nth = met.get(name) ?? 0;
    met.set(name, nth + 1);
    return { name, key: `${name}/${nth}` };
  });
}

/** The column of each card of the display. Cards stay where they lie as long as there are as many columns. */
export function placesOf(keys: readonly string[], columns: number, before: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const lie = before.size === columns && keys.every((key) => before.has(key));
  return lie ? before : new Map(keys.map((key, nth) => [key, nth + 2]));
}

export function total(view: TowersView, seat: number): number {
  return Object.values(view.scores[seat] ?? {}).reduce<number>((sum, points) => sum + (points ?? 0), 0);
}

export function points(view: TowersView, seat: number, line: string): number {
  return view.scores[seat]?.[line] ?? 0;
}

/** The seats in the order in which they are asked for a bid. */
export function biddingOrder(zones: Zones): number[] {
  const seats = zones.players.length;
  return Array.from({ length: seats }, (_, turn) => (zones.start + turn) % seats);
}

export type Said = "pass" | number;
export type Stand = { kind: "bid"; bid: number } | { kind: "out"; said: Said | null } | { kind: "now" } | { kind: "later" };

/** What a seat has said in this round's bidding; `heard` knows more than the position if one was there. */
export function standOf(view: TowersView, seat: number, heard: ReadonlyMap<number, Said>): Stand {
  const zones = view.zones;
  const turn = (seat - zones.start + zones.players.length) % zones.players.length;
  if (seat === zones.bidder && zones.bid !== null) return { kind: "bid", bid: zones.bid };
  if (turn < zones.asked || view.decision?.kind !== "bid") return { kind: "out", said: heard.get(seat) ?? null };
  return { kind: view.seat === seat ? "now" : "later" };
}

/** What was said in the round that is under way, after some more events. */
export function listen(
  heard: ReadonlyMap<number, Said>,
  events: readonly { kind: string; seat: number; args: Record<string, unknown> }[],
): ReadonlyMap<number, Said> {
  let known = new Map(heard);
  for (const { kind, seat, args } of events) {
    if (kind === "reveal") known = new Map();
    else if (kind === "pass") known.set(seat, "pass");
    else if (kind === "bid") known.set(seat, Number(args["bid"]));
  }
  return known;
}

export function tallest(zones: Zones, seat: number): number {
  return Math.max(0, ...Object.values(zones.players[seat]?.towers ?? {}).map((tower) => tower.length));
}

/** The seats by their points, the most first. */
export function ranking(view: TowersView): number[] {
  return view.scores.map((_, seat) => seat).sort((one, other) => total(view, other) - total(view, one));
}
