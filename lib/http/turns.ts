/**
 * Requests that are ready at once begin one after the other, a few milliseconds of them in a turn of the event loop. The loop takes
 * in one new connection a turn: where fifty busy clients fill each turn, the fifty-first waits until they are done.
 */

/** Milliseconds of work that begins in one turn; what has begun ends. */
const SLICE_MS = 10;

interface Turns {
  /** When this turn's work began (performance.now); null = nothing began in it. */
  began: number | null;
  /** One was let begin, and what it computes at once is not done. */
  isTaken: boolean;
  /** In the order in which they came. */
  waiting: (() => void)[];
}

const KEY = Symbol.for("keepsake.turns");
/** On globalThis: each route is a module instance of its own. */
const turns = (): Turns => ((globalThis as { [KEY]?: Turns })[KEY] ??= { began: null, isTaken: false, waiting: [] });

/** Resolves when the caller may compute: at once on a server that is not busy. */
export function takeTurn(): Promise<void> {
  const all = turns();
  return new Promise((resolve) => {
    all.waiting.push(resolve);
    if (all.began === null) begin(all);
    release(all);
  });
}

function begin(all: Turns): void {
  all.began = performance.now();
  setImmediate(() => {
    all.began = null;
    if (all.waiting.length === 0) return;
    begin(all);
    release(all);
  });
}

const isSpent = ({ began }: Turns): boolean => began !== null && performance.now() - began >= SLICE_MS;

/** Lets the next one begin, and looks again when all that it computes at once is done. */
function release(all: Turns): void {
  if (all.isTaken || isSpent(all)) return;
  const next = all.waiting.shift();
  if (next === undefined) return;
  all.isTaken = true;
  next();
  queueMicrotask(() =>
    process.nextTick(() => {
      all.isTaken = false;
      release(all);
    }),
  );
}
