/**
 * Finds the board of a game, and what it says: `boards/<slug>/index.ts` if there is one, else the `board.js` that the
 * game brings, else the generic board. `?board=generic` in the address asks for the generic one.
 */
import { api } from "../api/client";
import { keep, lookUp } from "../texts/catalog";
import type { BoardKit } from "./board";
import { brought } from "./brought/brought";
import { capital, plain } from "./words";

const folders = import.meta.glob<{ default: BoardKit }>(["./*/index.ts", "!./generic/index.ts"]);
const GENERIC = "generic";

export async function loadKit(slug: string): Promise<BoardKit> {
  const [kit, texts] = await Promise.all([found(slug), api.texts(slug)]);
  keep(slug, texts);
  return { scoreLine: (key) => lookUp(slug, "score", key) ?? capital(plain(key)), ...kit };
}

/** The board alone, for whoever has the texts already. */
export async function drawn(slug: string): Promise<BoardKit> {
  const load = folders[`./${slug}/index.ts`] ?? (() => import("./generic/index"));
  return (await load()).default;
}

async function found(slug: string): Promise<BoardKit> {
  if (new URLSearchParams(location.search).get("board") === GENERIC) return drawn(GENERIC);
  if (folders[`./${slug}/index.ts`]) return drawn(slug);
  const games = await api.games();
  return games.some((game) => game.slug === slug && game.board) ? brought(slug) : drawn(GENERIC);
}
