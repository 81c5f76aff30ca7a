import type { BoardKit } from "../board";
import Board from "./Board.svelte";
import { caption, explain, facts, scoreLine, whyNot } from "./kit";
import Own from "./Own.svelte";

export default { Board, Own, caption, explain, whyNot, facts, scoreLine } satisfies BoardKit;
