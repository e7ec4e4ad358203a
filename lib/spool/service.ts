/** What hooks kept while no server took it: delivered in order, once, at start and while the server runs. */
import { catchUp } from "../capture/catch-up";
import { ingest } from "../capture/ingest";
import { codewatchHook } from "../codewatch/hook";
import type { IngestItem } from "../contract/capture";
import { CodewatchHook } from "../contract/codewatch-hook";
import { SPOOL_NAME, SpooledEvent } from "../contract/spool";
import type { App } from "../context";
import { writeRefusal } from "../db/write";
import { parseJson } from "../text/json-value";
import { forgetTold, readWaiting, removeAbandoned, removeWaiting, waitingFiles } from "./files";

/** Files of one step, and bytes of them: read, stored, removed. */
const STEP_FILES = 100;
const STEP_BYTES = 8 * 1024 * 1024;
const LOOK_EVERY_MS = 2_000;

const RUNNING = Symbol.for("keepsake.spool");
type Slot = { [RUNNING]?: WeakMap<App, Promise<number>> };

/**
 * One delivery at a time: others wait for it, so that nothing overtakes what happened before. On globalThis: the start of the server
 * and the route of hooks are two module instances.
 */
const running = (): WeakMap<App, Promise<number>> => ((globalThis as Slot)[RUNNING] ??= new WeakMap());

/**
 * Stores all that waits and answers how many events that were. An event goes from the spool when it is durable, or when it can
 * never be stored. While the store takes no writes all of it stays. Nothing of it ever stands in the log.
 */
export function deliverSpool(app: App): Promise<number> {
  const known = running().get(app);
  if (known !== undefined) return known;
  if (waitingFiles(app.env.home).length === 0) return Promise.resolve(0);
  const work = deliver(app).finally(() => running().delete(app));
  running().set(app, work);
  return work;
}

/** Delivers now and looks again from time to time, until the app closes. */
export async function startSpool(app: App): Promise<void> {
  forgetTold(app.env.home);
  removeAbandoned(app.env.home, Date.now());
  const look = (): Promise<unknown> =>
    deliverSpool(app).catch((error: unknown) => app.log.error({ err: error }, "the spool could not be delivered"));
  await look();
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  app.onClose(async () => {
    clearInterval(timer);
    await running().get(app);
  });
}

async function deliver(app: App): Promise<number> {
  const { home } = app.env;
  let delivered = 0;
  for (let names = waitingFiles(home); names.length > 0; names = waitingFiles(home)) {
    const step = firstStep(names);
    const spooled = step.flatMap((name) => eventOf(readWaiting(home, name)) ?? []);
    const readable = spooled.map(itemOf);
    try {
      const result = await ingest(
        app,
        readable.filter((item) => transcriptOf(item) === null),
      );
      for (const transcript of readable.map(transcriptOf))
        if (transcript !== null) await codewatchHook(app, transcript, { kind: "agent", name: "claude-code" });
      for (const { host, event, at, payload } of spooled) catchUp(app, host, event, payload, at);
      if (result.rejected.length > 0)
        app.log.warn({ events: result.rejected.length }, "spooled events that no host writes were left out");
      if (readable.length < step.length)
        app.log.warn({ files: step.length - readable.length }, "files of the spool that hold no event were removed");
    } catch (error) {
      const code = writeRefusal(error);
      if (code === null) throw error;
      app.log.warn({ code, files: names.length }, "the spool waits: the store takes no writes");
      return delivered;
    }
    for (const name of step) removeWaiting(home, name);
    delivered += readable.length;
  }
  app.log.info({ events: delivered }, "spooled events delivered");
  return delivered;
}

/** At least one. A file's name says its size. */
function firstStep(names: string[]): string[] {
  let bytes = 0;
  const end = names.findIndex((name, index) => {
    bytes += Number(SPOOL_NAME.exec(name)?.[4] ?? 0);
    return index > 0 && (index >= STEP_FILES || bytes > STEP_BYTES);
  });
  return names.slice(0, end === -1 ? names.length : end);
}

/** Of what `--hook` kept: what it would have handed over. */
function transcriptOf({ payload }: IngestItem): CodewatchHook | null {
  return payload["keepsake_mode"] === "transcript" ? (CodewatchHook.safeParse(payload).data ?? null) : null;
}

const eventOf = (text: string | null): SpooledEvent | null =>
  text === null ? null : (SpooledEvent.safeParse(parseJson(text)).data ?? null);

/** The host's own time is better, where it tells one. */
const itemOf = ({ host, event, key, at, payload }: SpooledEvent): IngestItem => ({
  host,
  event,
  idempotencyKey: key,
  payload: { timestamp: at, ...payload },
});
