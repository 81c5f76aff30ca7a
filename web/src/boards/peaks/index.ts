import Board from "./Board.svelte";
import Own from "./Own.svelte";
import { elements, explain, facts, scored, whyNot } from "./kit";
import { scoreLine } from "./texts";
import type { PeaksKit } from "./zones";

export default { Board, Own, elements, explain, whyNot, gathers: ["pay", "toss", "trim"], facts, scoreLine, scored } satisfies PeaksKit;
