/** What flies over the table when something happened: from which piece, to which piece. */
import type { EventShown } from "../../api/types";
import type { Place } from "./zones";

export interface Move {
  /** The tile that flies; null for a rainbow or a tile face down. */
  tile: Place | null;
  from: string;
  to: string;
}

/** `me` is the seat whose hand lies open below the board. */
export function movesOf(events: readonly EventShown[], me: number | null): Move[] {
  const moves: Move[] = [];
  let used: { tile: Place; from: string } | null = null;
  for (const { kind, seat, args } of events) {
    const tile = typeof args["tile"] === "string" ? args["tile"] : null;
    const hand = (of: number): string => (of === me && tile ? `hand:${tile}` : `hand-of:${of}`);
    const home = `position:${seat}:${tile}`;
    if (kind === "play" && tile) used = { tile, from: hand(seat) };
    else if (kind === "second-chance" && tile) used = { tile, from: "pile" };
    else if (kind === "join" && tile) moves.push({ tile, from: used?.from ?? hand(seat), to: `display:${tile}` });
    else if (kind === "capture" && tile) {
      moves.push({ tile, from: `display:${tile}`, to: home });
      if (used) moves.push({ ...used, to: `position:${seat}:${used.tile}` });
      used = null;
    } else if ((kind === "add-from-hand" || kind === "add-last") && tile) moves.push({ tile, from: hand(seat), to: home });
    else if (kind === "add-from-display" && tile) moves.push({ tile, from: `display:${tile}`, to: home });
    else if (kind === "add-from-pile" && tile) moves.push({ tile, from: "pile", to: home });
    else if (kind === "add-from-opponent" && tile) moves.push({ tile, from: hand(1 - seat), to: home });
    else if (kind === "draw") moves.push({ tile, from: "pile", to: hand(seat) });
    else if (kind === "rainbow") moves.push({ tile: null, from: "supply", to: `position:${seat}:${String(args["position"])}` });
  }
  const last = used;
  if (last && !moves.some(({ tile }) => tile === last.tile)) moves.push({ ...last, to: `played:${last.tile}` });
  return moves;
}

/** The positions that something was put on, by "seat:place". */
export function freshOf(events: readonly EventShown[]): Set<string> {
  return new Set(movesOf(events, null).filter(({ to }) => to.startsWith("position:")).map(({ to }) => to.slice("position:".length)));
}
