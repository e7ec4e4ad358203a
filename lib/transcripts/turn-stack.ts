/** Which turns of a log were taken back later: a first pass counts turns, a second one passes over those. */

export interface TurnStack {
  begin(): void;
  /** The last `count` turns are taken back, none from before a clear. */
  undo(count: number): void;
  clear(): void;
  /** By number, in order of their beginning. */
  readonly dropped: ReadonlySet<number>;
}

export function turnStack(): TurnStack {
  const open: number[] = [];
  const dropped = new Set<number>();
  let next = 0;
  return {
    dropped,
    begin: () => void open.push(next++),
    undo: (count) => {
      for (const turn of open.splice(Math.max(0, open.length - count))) dropped.add(turn);
    },
    clear: () => void (open.length = 0),
  };
}
