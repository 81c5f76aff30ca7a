/** Loads the board that a game brings itself and makes a kit of it; module.ts says what such a board is. */
import type { BoardKit, Situation } from "../board";
import Board from "./Board.svelte";
import { keep, sayer, type BoardModule } from "./module";

export async function brought(slug: string): Promise<BoardKit> {
  const address = `/api/games/${slug}/board.js`;
  const { default: module } = (await import(/* @vite-ignore */ address)) as { default?: BoardModule };
  if (typeof module?.mount !== "function") throw new Error(`${address} should export default { mount(element, props) }`);
  keep(slug, module);
  const { mount: _, explain, facts, ...rest } = module;
  const say = sayer(slug);
  return {
    ...rest,
    Board,
    ...(explain && { explain: (element: string, situation: Situation) => explain(element, { ...situation, say }) }),
    ...(facts && { facts: (seat: number, situation: Situation) => facts(seat, { ...situation, say }) }),
  };
}
