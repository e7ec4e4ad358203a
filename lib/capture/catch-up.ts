/**
 * What a session's transcript holds and its hooks did not say, read when the agent stops, before its context is shortened, and when
 * the session ends: assistant text between tools, titles, and the last answer where the hook came before it was written (K05).
 * In the background: no hook waits for it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { CaptureEvent, SupportedHost } from "../contract/capture";
import type { App } from "../context";
import { SessionId } from "../hosts/fields";
import { stringOf } from "../text/content-parts";
import { adaptItem } from "../hosts/registry";
import { readTime } from "../text/read-time";
import { isRecord, parseJson } from "../text/json-value";
import { isPaused } from "../pauses/service";
import { ingest } from "./ingest";
import { followKimi } from "./kimi-answer";
import { captureStatements } from "./repo";
import { readTail, type Tail } from "./transcript-tail";

const EVENTS = new Set(["Stop", "StopFailure", "PreCompact", "SessionEnd"]);
/** The host writes the end of a turn soon after its hook; after the last of these it is left for the next hook. */
const LOOK_AGAIN_MS = [0, 100, 200, 400, 800, 1_500];
/** Of a hook that happened so long ago the end is written. */
const SETTLED_MS = 10_000;
/** Transcripts whose place is remembered; of others the tail is read anew, which stores nothing twice. */
const MAX_KNOWN = 200;

interface State {
  /** Path → where the next line begins. */
  known: Map<string, Tail>;
  running: Map<string, Promise<void>>;
  stop: AbortController;
}
const states = new WeakMap<App, State>();

/**
 * Starts to read, if the hook names a transcript that we may and can read. `at`: when a hook happened that was delivered later; what
 * the transcript holds since the turn of that moment is taken then. Milliseconds UTC.
 */
export function catchUp(
  app: App,
  host: SupportedHost,
  event: string,
  body: Record<string, unknown>,
  at = Number.MAX_SAFE_INTEGER,
): void {
  const path = stringOf(body["transcript_path"]);
  const session = SessionId.safeParse(body["session_id"]).data;
  if (session === undefined || body["agent_id"] !== undefined) return;
  if (host === "claude-code" && EVENTS.has(event) && path !== undefined)
    readLater(app, path, (state) => follow(app, state, path, session, at));
  else if (host === "kimi" && event === "Stop")
    readLater(app, `kimi:${session}`, (state) => followKimi(app, session, state.stop.signal));
}

/** Of one file one after another. */
function readLater(app: App, name: string, read: (state: State) => Promise<void>): void {
  const state = stateOf(app);
  const before = state.running.get(name) ?? Promise.resolve();
  const work = before
    .then(() => read(state))
    .catch((error: unknown) => {
      app.log.warn({ err: error }, "a transcript could not be read");
    });
  state.running.set(name, work);
  void work.then(() => {
    if (state.running.get(name) === work) state.running.delete(name);
  });
}

/** Resolves when nothing is being read. */
export async function caughtUp(app: App): Promise<void> {
  await Promise.all(states.get(app)?.running.values() ?? []);
}

function stateOf(app: App): State {
  const known = states.get(app);
  if (known !== undefined) return known;
  const state: State = { known: new Map(), running: new Map(), stop: new AbortController() };
  states.set(app, state);
  app.onClose(async () => {
    state.stop.abort();
    await caughtUp(app);
  });
  return state;
}

async function follow(app: App, state: State, path: string, session: string, at: number): Promise<void> {
  for (const wait of app.now() - at > SETTLED_MS ? [0] : LOOK_AGAIN_MS) {
    if (wait > 0) await sleep(wait, undefined, { signal: state.stop.signal }).catch(() => undefined);
    if (state.stop.signal.aborted) return;
    const read = await readTail(path, state.known.get(path), app.env.home);
    if (read === null) return;
    remember(state, path, read.tail);
    const items = ofThisTurn(
      app,
      session,
      at,
      read.lines.flatMap((line) => itemOf(line, session)),
    );
    if (items.length > 0) await ingest(app, items);
    if (items.some(endsTurn)) return;
  }
}

function remember({ known }: State, path: string, tail: Tail): void {
  known.delete(path);
  known.set(path, tail);
  const oldest = known.size > MAX_KNOWN ? known.keys().next().value : undefined;
  if (oldest !== undefined) known.delete(oldest);
}

type Item = { host: "claude-code"; event: "TranscriptLine"; payload: Record<string, unknown> };

/** Only lines that say of themselves that they are of this session: whatever file was named, no other one is taken for it. */
function itemOf(line: string, session: string): Item[] {
  const payload = parseJson(line);
  if (!isRecord(payload)) return [];
  const own = SessionId.safeParse(payload["sessionId"] ?? payload["session_id"]).data;
  return own === session ? [{ host: "claude-code", event: "TranscriptLine", payload }] : [];
}

/** A host's clock and the time of its hook's arrival lie this far apart. */
const SLACK_MS = 2_000;

/**
 * What earlier turns left was read at their ends, or was not to be: a pause leaves nothing behind. Of a session that has no turn
 * yet, the last prompt and what follows it.
 */
function ofThisTurn(app: App, session: string, at: number, items: Item[]): Item[] {
  const sql = captureStatements(app.db);
  const row = sql.session.get({ host: "claude-code", hostSessionId: session });
  if (row !== undefined && isPaused(app.db, "capture", { sessionId: row.id, projectId: row.projectId })) return [];
  const turn = row === undefined ? undefined : sql.turnAt.get({ sessionId: row.id, at });
  if (turn === undefined) return items.slice(Math.max(0, items.findLastIndex(isPrompt)));
  const since = turn.startedAt - SLACK_MS;
  return items.filter(({ payload }) => (readTime(payload["timestamp"]) ?? since) >= since);
}

const eventsOf = (item: Item): CaptureEvent[] => {
  const adapted = adaptItem(item);
  return "events" in adapted ? adapted.events : [];
};
const isPrompt = (item: Item): boolean => eventsOf(item).some(({ type }) => type === "prompt");

const endsTurn = (item: Item): boolean =>
  eventsOf(item).some((event) => event.type === "turn_end" || (event.type === "message" && event.final === true));
