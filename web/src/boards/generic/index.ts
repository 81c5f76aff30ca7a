import type { BoardKit } from "../board";
import Board from "./Board.svelte";

export default { Board } satisfies BoardKit;
