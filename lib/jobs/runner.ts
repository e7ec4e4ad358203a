/** Runs jobs in the server's process: one batch a lane at a time, woken by commits, asleep until the next job is due. */
import type { App } from "../context";
import { type Lane, LANES } from "./handlers";
import { nextDue } from "./query";
import { followClock, hasExpiredLease, releaseLeases } from "./repo";
import { type Batch, claimNext, runBatch, settle } from "./run";
import { askForRebuild, scheduleUpkeep } from "./upkeep";

export interface Runner {
  /** Claims nothing more; resolves when what runs has ended, or after a few seconds. */
  stop(): Promise<void>;
}

/** What runs at the moment, per app; both `drain` and the runner look at it. */
interface Running {
  runner: Runner | null;
  /** Ids of leased jobs. */
  held: Set<number>;
  busy: Map<string, Promise<void>>;
}

const KEY = Symbol.for("keepsake.runners");
type Slot = { [KEY]?: WeakMap<App, Running> };
/** Longest sleep; a lost wake costs no more. */
const LONGEST_SLEEP_MS = 30_000;
const AFTER_FAILURE_MS = 2_000;
const STOP_WAIT_MS = 3_000;
/** Longest rest of a lane that gives way: a page is drawn in a few of them. */
const LONGEST_REST_MS = 25;
/** Batches after which `drain` calls it an endless loop. */
const DRAIN_LIMIT = 100_000;

/** Starts the app's runner, once: a second call answers the first one's. Stops with `app.close` and on SIGTERM. */
export function startRunner(app: App, lanes: Lane[] = LANES): Runner {
  const running = runningOf(app);
  running.runner ??= createRunner(app, running, lanes);
  return running.runner;
}

/** Runs everything that is due until nothing is; answers how many jobs ran, failed ones included. For tests and commands. */
export async function drain(app: App, lanes: Lane[] = LANES): Promise<number> {
  const running = runningOf(app);
  let count = 0;
  for (let turn = 0; turn < DRAIN_LIMIT; turn += 1) {
    if (running.busy.size > 0) {
      await Promise.race(running.busy.values());
      continue;
    }
    const due = nextDue(app.db);
    const started = lanes.map((lane) => startNext(app, running, lane, due));
    const sizes = started.filter((size) => size !== null);
    if (sizes.length === 0) return count;
    count += sizes.reduce((sum, size) => sum + size, 0);
    await Promise.all(running.busy.values());
  }
  throw new Error("Jobs keep making jobs.");
}

/** Claims and starts a lane's next batch; answers its size, or null when the lane is busy or nothing is due. */
function startNext(app: App, running: Running, lane: Lane, due: ReadonlyMap<string, number>): number | null {
  if (running.busy.has(lane.name)) return null;
  const batch = claimNext(app, lane, due);
  if (batch === null) return null;
  const run = hold(running, batch, () => runBatch(app, batch)).finally(() => running.busy.delete(lane.name));
  running.busy.set(lane.name, run);
  return batch.rows.length;
}

async function hold(running: Running, batch: Batch, work: () => Promise<void>): Promise<void> {
  for (const row of batch.rows) running.held.add(row.id);
  try {
    await work();
  } finally {
    for (const row of batch.rows) running.held.delete(row.id);
  }
}

function createRunner(app: App, running: Running, lanes: Lane[]): Runner {
  let isStopped = false;
  let isDue = false;
  let timer: NodeJS.Timeout | null = null;
  const resting = new Set<string>();
  let seenAt = 0;

  function rest(lane: Lane, took: number): void {
    if (lane.givesWay !== true || isStopped) return soon();
    resting.add(lane.name);
    setTimeout(
      () => {
        resting.delete(lane.name);
        soon();
      },
      Math.min(took, LONGEST_REST_MS),
    ).unref();
  }

  function soon(): void {
    if (isDue || isStopped) return;
    isDue = true;
    // Between batches the event loop answers requests; a burst of commits costs one pass.
    setImmediate(pass);
  }

  function pass(): void {
    isDue = false;
    if (timer !== null) clearTimeout(timer);
    if (isStopped || !app.sqlite.open) return;
    let sleep = AFTER_FAILURE_MS;
    try {
      const now = app.now();
      if (now < seenAt) settle(app, (tx) => followClock(tx, now));
      seenAt = now;
      if (hasExpiredLease(app.db, now)) settle(app, (tx) => releaseLeases(tx, now, [...running.held], false));
      askForRebuild(app);
      // Once a pass: most of what wakes it makes nothing due at once.
      const due = nextDue(app.db);
      for (const lane of lanes) {
        const started = performance.now();
        if (resting.has(lane.name) || startNext(app, running, lane, due) === null) continue;
        running.busy
          .get(lane.name)
          ?.catch((error: unknown) => app.log.error({ err: error }, "job batch not settled"))
          .finally(() => rest(lane, performance.now() - started));
      }
      sleep = sleepMs(due);
    } catch (error) {
      // A busy or full disk: the runner outlives it and looks again, but not at once, or it would do nothing else.
      app.log.error({ err: error }, "job runner pass failed");
    }
    timer = setTimeout(soon, sleep).unref();
  }

  /** Lanes that are busy or rest look again by themselves. */
  function sleepMs(due: ReadonlyMap<string, number>): number {
    const idle = lanes.filter((lane) => !running.busy.has(lane.name) && !resting.has(lane.name));
    const times = idle.flatMap((lane) => lane.kinds.map(({ kind }) => due.get(kind) ?? Number.POSITIVE_INFINITY));
    return Math.min(Math.max(Math.min(...times) - app.now(), 0), LONGEST_SLEEP_MS);
  }

  const stopListening = app.onWake(soon);
  const onTerm = (): void => void stop();

  async function stop(): Promise<void> {
    isStopped = true;
    if (timer !== null) clearTimeout(timer);
    stopListening();
    process.off("SIGTERM", onTerm);
    let waited: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => (waited = setTimeout(resolve, STOP_WAIT_MS)));
    await Promise.race([Promise.allSettled([...running.busy.values()]), enough]);
    clearTimeout(waited);
    running.runner = null;
  }

  process.once("SIGTERM", onTerm);
  app.onClose(stop);
  settle(app, (tx) => {
    followClock(tx, app.now());
    releaseLeases(tx, app.now(), [...running.held], true);
    scheduleUpkeep(tx, app.now());
  });
  soon();
  return { stop };
}

function runningOf(app: App): Running {
  const slot = globalThis as Slot;
  slot[KEY] ??= new WeakMap();
  let running = slot[KEY].get(app);
  if (running === undefined) slot[KEY].set(app, (running = { runner: null, held: new Set(), busy: new Map() }));
  return running;
}
