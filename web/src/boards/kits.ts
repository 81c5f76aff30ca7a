/** Finds the board of a game: `boards/<slug>/index.ts` if there is one, the generic board if not; and what it says. */
import { api } from "../api/client";
import { keep } from "../texts/catalog";
import type { BoardKit } from "./board";

const folders = import.meta.glob<{ default: BoardKit }>(["./*/index.ts", "!./generic/index.ts"]);

export async function loadKit(slug: string): Promise<BoardKit> {
  const [kit, texts] = await Promise.all([drawn(slug), api.texts(slug)]);
  keep(slug, texts);
  return kit;
}

/** The board alone, for whoever has the texts already. */
export async function drawn(slug: string): Promise<BoardKit> {
  const load = folders[`./${slug}/index.ts`] ?? (() => import("./generic/index"));
  return (await load()).default;
}
