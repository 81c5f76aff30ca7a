import Board from "./Board.svelte";
import { explain, facts, scored, scoreLine, whyNot } from "./kit";
import Own from "./Own.svelte";
import type { SolstisKit } from "./zones";

export default { Board, Own, explain, whyNot, facts, scoreLine, scored } satisfies SolstisKit;
