/** Finds the board of a game: `boards/<slug>/index.ts` if there is one, the generic board if not. */
import type { BoardKit } from "./board";

const folders = import.meta.glob<{ default: BoardKit }>(["./*/index.ts", "!./generic/index.ts"]);

export async function loadKit(slug: string): Promise<BoardKit> {
  const load = folders[`./${slug}/index.ts`] ?? (() => import("./generic/index"));
  return (await load()).default;
}
