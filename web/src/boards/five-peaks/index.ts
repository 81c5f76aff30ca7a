import Board from "./Board.svelte";
import { elements, explain, facts, scored, whyNot } from "./moves";
import Own from "./Own.svelte";
import { scoreLine } from "./texts";
import type { HikeKit } from "./zones";

export default {
  Board, Own, elements, explain, whyNot, facts,
  gathers: ["discard", "overflow", "sell"],
  ends: { "end-turn": "done" },
  scored,
  scoreLine,
} satisfies HikeKit;
