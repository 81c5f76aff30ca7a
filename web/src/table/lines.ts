/** Which lines of a log still count. */
import type { LogEntry } from "../api/types";

/** The positions that were taken back later: all between an undo and the position it went back to. */
export function takenBack(log: readonly LogEntry[]): ReadonlySet<number> {
  const gone = new Set<number>();
  for (const entry of log) {
    if (entry.back_to === null) continue;
    for (const earlier of log) {
      if (earlier.position > entry.back_to && earlier.position < entry.position) gone.add(earlier.position);
    }
  }
  return gone;
}
