/** Components by their names in the language that is spoken: an entry of a content file has `name` and `title`, or `id` and `name`. */
import { lookUp } from "./catalog";

const KEYS = [["name", "title"], ["id", "name"]] as const;

export function named<T>(game: string, content: T): T {
  if (Array.isArray(content)) return content.map((part: unknown) => named(game, part)) as T;
  if (typeof content !== "object" || content === null) return content;
  const entry: Record<string, unknown> = Object.fromEntries(Object.entries(content).map(([key, part]) => [key, named(game, part)]));
  for (const [id, title] of KEYS) {
    if (typeof entry[id] === "string" && typeof entry[title] === "string") {
      entry[title] = lookUp(game, "name", entry[id]) ?? entry[title];
      break;
    }
  }
  return entry as T;
}
