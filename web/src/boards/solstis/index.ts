import type { BoardKit } from "../board";
import Board from "./Board.svelte";
import { caption, explain, facts, scored, scoreLine, whyNot } from "./kit";
import Own from "./Own.svelte";

export default { Board, Own, caption, explain, whyNot, facts, scoreLine, scored } satisfies BoardKit;
