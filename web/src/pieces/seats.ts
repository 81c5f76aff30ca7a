/** How seats are told apart: by colour, emblem and pattern, never by colour alone. */

export interface SeatLook {
  /** Custom properties that hold the seat's colour and the ink that is read on it. */
  color: string;
  ink: string;
  emblem: string;
  /** A path in a box of 24 by 24. */
  path: string;
  /** A line pattern for fills, as the path of one 8 by 8 cell; empty for plain. */
  pattern: string;
}

const EMBLEMS: readonly [name: string, path: string, pattern: string][] = [
  ["fir", "M12 2 6 10h3l-5 7h6.6v5h2.8v-5H20l-5-7h3Z", ""],
  ["sun", "M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10ZM11 1h2v4h-2ZM11 19h2v4h-2ZM1 11h4v2H1ZM19 11h4v2h-4ZM3.5 5l1.4-1.4 2.9 2.8-1.5 1.4ZM16.2 17.6l1.5-1.4 2.8 2.8-1.4 1.5ZM19.1 3.5 20.5 5l-2.8 2.8-1.5-1.4ZM6.4 16.2l1.4 1.4-2.9 2.9L3.5 19Z", "M-1 9 9 -1M-1 1 1 -1M7 9l2-2"],
  ["drop", "M12 2c4 5.2 7 8.8 7 12.6A7 7 0 0 1 5 14.6C5 10.8 8 7.2 12 2Z", "M4 0V8"],
  ["peak", "M1 20 8.5 6l3.6 6 2.4-3.600L23 20Z", "M0 4H8"],
  ["star", "m12 2 3 6.5 7 .9-5.2 4.9 1.4 7L12 17.8 5.8 21.300l1.4-7L2 9.400l7-.9Z", "M4 2.500v3M2.5 4h3"],
  ["stone", "M5 20h14l2-4-4-2H7l-4 2ZM7.5 12.500h9l1.5-3-3-2H9l-3 2ZM10 6h4.500l1-2.500L13 2h-2L8.5 3.500Z", "M-1 -1 9 9M-1 7l2 2M7 -1l2 2"],
];

export const SEAT_LOOKS: readonly SeatLook[] = EMBLEMS.map(([emblem, path, pattern], seat) => ({
  color: `var(--seat-${seat})`,
  ink: `var(--seat-${seat}-ink)`,
  emblem,
  path,
  pattern,
}));

export function seatLook(seat: number): SeatLook {
  const look = SEAT_LOOKS[seat % SEAT_LOOKS.length];
  if (!look) throw new Error(`there is no seat ${seat}`);
  return look;
}
