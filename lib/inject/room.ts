/** Room for lines, counted twice: as the block's length and as the length inside a hook's JSON answer (I09). Pure. */

/** Hosts drop hook output above 10,000 characters; the JSON around the block takes some of them. */
export const HARD_CAP = 9_700;

export interface Room {
  /** UTF-16 units. */
  chars: number;
  /** UTF-16 units once quotes, backslashes and line ends are escaped. */
  wire: number;
}

/** What a line takes, its line end included. */
export const costOf = (line: string): Room => ({ chars: line.length + 1, wire: JSON.stringify(line).length });

export const NOTHING: Room = { chars: 0, wire: 0 };

export const sumOf = (lines: string[]): Room => lines.map(costOf).reduce(plus, NOTHING);

export const plus = (a: Room, b: Room): Room => ({ chars: a.chars + b.chars, wire: a.wire + b.wire });

export const minus = (a: Room, b: Room): Room => ({ chars: a.chars - b.chars, wire: a.wire - b.wire });

export const holds = (room: Room, cost: Room): boolean => cost.chars <= room.chars && cost.wire <= room.wire;

/** At most `chars` of the room. */
export const atMost = (room: Room, chars: number): Room => ({ chars: Math.min(room.chars, chars), wire: room.wire });
