import type { BoardKit } from "../board";
import Board from "./Board.svelte";
import Own from "./Own.svelte";
import { caption, elements, explain, facts, scored, scoreLine, whyNot } from "./kit";

export default { Board, Own, elements, caption, explain, whyNot, gathers: ["pay", "toss", "trim"], facts, scoreLine, scored } satisfies BoardKit;
