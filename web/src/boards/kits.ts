/**
 * Finds the board of a game, and what it says: `boards/<slug>/index.ts` if there is one, else the `board.js` that the
 * game brings, else the generic board. `?board=generic` in the address asks for the generic one.
 */
import { api } from "../api/client";
import { keep, lookUp } from "../texts/catalog";
import { named } from "../texts/named";
import type { Content } from "../api/types";
import type { BoardKit } from "./board";
import { brought } from "./brought/brought";
import { capital, plain } from "./words";

const folders = import.meta.glob<{ default: BoardKit }>(["./*/index.ts", "!./generic/index.ts"]);
const GENERIC = "generic";

export interface Loaded {
  kit: BoardKit;
  /** The game's components, named as its texts name them. */
  content: Content;
}

/** With the content of a pack, if one is named. */
export async function loadGame(slug: string, pack?: string): Promise<Loaded> {
  const [kit, texts, content] = await Promise.all([found(slug), api.texts(slug), api.content(pack === undefined ? slug : `${slug}?pack=${pack}`)]);
  keep(slug, texts);
  return { kit: { scoreLine: (key) => lookUp(slug, "score", key) ?? capital(plain(key)), ...kit }, content: named(slug, content) };
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
