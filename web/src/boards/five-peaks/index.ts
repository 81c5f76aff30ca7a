import type { BoardKit } from "../board";
import Board from "./Board.svelte";
import { caption, elements, explain, facts, scored, whyNot } from "./moves";
import Own from "./Own.svelte";
import { scoreLine } from "./texts";

export default {
  Board, Own, elements, caption, explain, whyNot, facts,
  gathers: ["discard", "overflow", "sell"],
  ends: { "end-turn": "done" },
  scored,
  scoreLine,
} satisfies BoardKit;
