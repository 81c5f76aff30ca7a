/** What the generic board calls things: by [name] of the game's texts, or by the id itself in words. */
import { lookUp } from "../../texts/catalog";
import { capital, plain } from "../words";

export function named(game: string, id: string): string {
  return capital(lookUp(game, "name", id) ?? plain(id));
}

/** A list of things with those that are there several times counted once: "pebble 3 ×2". */
export function counted(items: readonly unknown[]): { item: unknown; count: number }[] {
  const found: { item: unknown; count: number }[] = [];
  for (const item of items) {
    const last = found.at(-1);
    if (last && last.item === item) last.count += 1;
    else found.push({ item, count: 1 });
  }
  return found;
}
