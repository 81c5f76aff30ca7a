import type { Choice } from "../../api/types";
import type { BoardKit } from "../board";
import Board from "./Board.svelte";

/** Every choice is a button of its own, wherever the game's own board would show it. */
export const elementOf = (choice: Choice): string => `choice:${choice.choice}`;

export default { Board, elements: (choice) => [elementOf(choice)] } satisfies BoardKit;
