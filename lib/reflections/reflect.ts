/** One compression of a branch: what is taken, who compresses it, and what is stored (C13, C27, C33–C37). */
import type { App, Tx } from "../context";
import type { CompressionLevel, Reflected } from "../contract/codewatch";
import type { Actor } from "../contract/common";
import { numberList } from "../db/json";
import { write } from "../db/write";
import { plural } from "../format";
import { excludedFrom } from "../inject/barred-query";
import type { Timing } from "../llm/timing";
import { projectMode } from "../memories/repo";
import { chooseModel } from "../metering/service";
import { recordOperation } from "../operations/record";
import type { NewChange } from "../operations/repo";
import { projectById } from "../projects/repo";
import { readSettings } from "../settings/service";
import { cleanText } from "../text/clean";
import { estimateTokens } from "../text/estimate";
import { looksLikeInstruction } from "../text/suspicious";
import { type Entry, entriesByDay, entryOf, isSacred, readEntries } from "./entries";
import {
  activeByIds,
  type BranchScope,
  type ObservationRow,
  unreflectedIds,
  unreflectedWeight,
} from "./observations-query";
import { askReflector, targetOf } from "./reflector";
import {
  activeReflections,
  findReflection,
  insertReflection,
  isSpoilt,
  putTask,
  type ReflectionRow,
  setReflectionStatus,
} from "./repo";
import { compressByRules } from "./rules";
import { unrepresented } from "./represented";

/** Of one run: what is left is for the next. Two and a half thresholds, so that a model can read it at once. */
const MAX_INPUT_TOKENS = 100_000;
const MAX_ROWS = 5_000;
/** Rows that the rules read again beside the new ones. */
const MAX_HELD = 3_000;

export interface ReflectRun {
  scope: BranchScope;
  /** Explicit: where it starts; else 0. */
  level?: CompressionLevel | undefined;
  /** In which it was asked for. */
  sessionId: number | null;
  actor: Actor;
  /** No language model is asked. */
  byRules?: boolean | undefined;
  timing?: Partial<Timing>;
}

interface Taken {
  fresh: ObservationRow[];
  tokens: number;
  /** Reflections that the new one takes in. */
  prior: ReflectionRow[];
  /** Of them those that may be told as they are. */
  sound: ReflectionRow[];
  /** What they hold, as far as it is read again. */
  held: ObservationRow[];
  /** All that they hold and that may be told: it stays held, read again or not. */
  heldIds: number[];
  left: number;
}

/** Runs of one branch follow each other: the second then finds what the first left. */
const running = new WeakMap<App, Map<string, Promise<Reflected | null>>>();

/** null = nothing to compress. Never throws for a model: the rules then do it. Throws for a broken database. */
export async function reflectBranch(app: App, run: ReflectRun): Promise<Reflected | null> {
  const chains = running.get(app) ?? new Map<string, Promise<Reflected | null>>();
  running.set(app, chains);
  const key = `${run.scope.projectId}\n${run.scope.branch}`;
  const before = chains.get(key) ?? Promise.resolve(null);
  const mine = before.then(
    () => reflectOnce(app, run),
    () => reflectOnce(app, run),
  );
  chains.set(key, mine);
  try {
    return await mine;
  } finally {
    if (chains.get(key) === mine) chains.delete(key);
  }
}

async function reflectOnce(app: App, run: ReflectRun): Promise<Reflected | null> {
  const taken = take(app, run.scope);
  if (taken.fresh.length === 0 && taken.prior.length === taken.sound.length) return null;
  const { reflect_threshold, max_compression, llm_timeout_seconds } = readSettings(app);
  const target = targetOf(reflect_threshold);
  const start = run.level ?? 0;
  const max = max_compression as CompressionLevel;
  const told = entriesOf(taken);
  const sacred = told.all.filter(isSacred).map(({ text }) => text);
  const answered =
    run.byRules !== true && mayAsk(app, run.scope.projectId)
      ? await askReflector(
          app,
          {
            projectId: run.scope.projectId,
            branch: run.scope.branch,
            notes: told.notes,
            sacred,
            start,
            max,
            target,
            deadline: app.now() + llm_timeout_seconds * 1000,
          },
          run.timing,
        )
      : { ok: false as const, reason: "no_provider" };
  if (!answered.ok && answered.reason !== "no_provider")
    app.log.warn({ reason: answered.reason, project: run.scope.projectId }, "no model compressed; the rules do");
  const byModel = answered.ok ? safe(answered.content, sacred) : null;
  const byRules = byModel === null ? compressByRules(told.all, { start, max, target }) : null;
  const content = byModel ?? byRules?.content ?? "";
  const level = answered.ok && byModel !== null ? answered.level : (byRules?.level ?? start);
  const task = answered.ok && byModel !== null ? answered.task : null;
  return write(app, (tx) =>
    store(app, tx, run, taken, { content, level, task, source: byModel === null ? "rules" : "llm" }),
  );
}

/** Egress only where the project allows it. */
const mayAsk = (app: App, projectId: number): boolean =>
  chooseModel(app) !== null && projectById(app.db, projectId)?.llmEnabled === true;

/** What a model wrote is cleaned like everything that is stored; lines that give orders are left out, unless they were said so. */
function safe(content: string, sacred: readonly string[]): string | null {
  const kept = cleanText(content)
    .text.split("\n")
    .filter((line) => !looksLikeInstruction(line) || sacred.some((item) => line.includes(item)));
  const text = kept.join("\n").trim();
  return text === "" || unrepresented(text, sacred).length > 0 ? null : text;
}

function take(app: App, scope: BranchScope): Taken {
  const prior = activeReflections(app.db, scope);
  const sound = prior.filter(({ id }) => !isSpoilt(app.db, id));
  const ids: number[] = [];
  let tokens = 0;
  for (const row of unreflectedIds(app.db, scope, MAX_ROWS)) {
    if (ids.length > 0 && tokens + row.tokens > MAX_INPUT_TOKENS) break;
    ids.push(row.id);
    tokens += row.tokens;
  }
  // What was kept out since waits like what was never taken in.
  const excluded = excludedFrom(app.db, "observation", [scope.projectId]);
  const active = activeByIds(
    app.db,
    prior.flatMap(({ observationIds }) => numberList(observationIds)),
  ).filter(({ id }) => !excluded.has(id));
  return {
    fresh: activeByIds(app.db, ids),
    tokens,
    prior,
    sound,
    held: heldAmong(active),
    heldIds: active.map(({ id }) => id),
    left: unreflectedWeight(app.db, scope).count - ids.length,
  };
}

/** The newest, and what must not be lost, however old. */
function heldAmong(rows: ObservationRow[]): ObservationRow[] {
  const from = rows.length - MAX_HELD;
  return rows.filter((row, at) => at >= from || (row.priority === "high" && SACRED.has(row.category)));
}

const SACRED: ReadonlySet<string> = new Set(["architecture", "user_preference"]);

/** `notes`: what a model reads. `all`: every entry, for the rules and for what must not be lost. */
function entriesOf({ fresh, sound, prior, held }: Taken): { notes: string; all: Entry[] } {
  const isWhole = sound.length === prior.length;
  // What came from elsewhere may have no observations here: its own lines then stand for them.
  const foreign = sound.filter(({ observationIds }) => numberList(observationIds).length === 0);
  const [before, added] = [held.map(entryOf), fresh.map(entryOf)];
  const own = foreign.flatMap(({ content, createdAt }) => readEntries(content, createdAt));
  const notes = isWhole
    ? [...sound.map(({ content }) => content).reverse(), entriesByDay(added)]
    : [entriesByDay([...own, ...before, ...added])];
  return { notes: notes.filter((text) => text !== "").join("\n\n"), all: [...own, ...before, ...added] };
}

interface Made {
  content: string;
  level: CompressionLevel;
  task: string | null;
  source: "rules" | "llm";
}

/** While a model answered, observations may have been taken back: what is gone by then makes the reflection one that is made anew. */
function store(app: App, tx: Tx, run: ReflectRun, taken: Taken, made: Made): Reflected | null {
  const { scope, sessionId, actor } = run;
  const now = app.now();
  const mode = projectMode(tx, scope.projectId);
  if (mode === "off" || mode === "read-only") return null;
  // Undone, or made anew by somebody else meanwhile.
  if (taken.prior.some(({ id }) => findReflection(tx, id)?.status !== "active")) return null;
  const isSpoiltNow = taken.sound.length < taken.prior.length;
  const changes: NewChange[] = taken.prior.map((before) => {
    const after = setReflectionStatus(tx, now, before.id, "superseded");
    return { table: "reflections", id: before.id, before, after };
  });
  const ids = [...taken.heldIds, ...taken.fresh.map(({ id }) => id)];
  const inputTokens =
    taken.tokens +
    (isSpoiltNow
      ? taken.held.reduce((sum, row) => sum + estimateTokens(entryOf(row).text.length), 0)
      : taken.sound.reduce((sum, row) => sum + row.outputTokens, 0));
  const outputTokens = estimateTokens(made.content.length);
  const row = insertReflection(tx, {
    projectId: scope.projectId,
    branch: scope.branch,
    sessionId,
    level: made.level,
    content: made.content,
    observationIds: JSON.stringify(ids),
    inputTokens,
    outputTokens,
    source: made.source,
    createdAt: now,
    updatedAt: now,
  });
  changes.push({ table: "reflections", id: row.id, before: null, after: row });
  const task = made.task === null || sessionId === null ? null : taskChange(tx, now, scope, sessionId, made.task);
  if (task !== null) changes.push(task);
  recordOperation(tx, now, {
    kind: "reflection.make",
    title: `Compressed ${plural(taken.fresh.length, "observation", "observations")} of project ${scope.projectId} at level ${made.level}`,
    actor,
    projectId: scope.projectId,
    changes,
    told: { source: made.source, level: String(made.level) },
  });
  return {
    id: row.id,
    observations_compressed: isSpoiltNow ? ids.length : taken.fresh.length,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    compression_ratio: ratioText(inputTokens, outputTokens),
    compression_level: made.level,
    tokens_saved: Math.max(0, inputTokens - outputTokens),
    source: made.source,
    observations_left: Math.max(0, taken.left),
  };
}

function taskChange(tx: Tx, now: number, scope: BranchScope, sessionId: number, text: string): NewChange | null {
  const content = cleanText(text, { cap: 2000 }).text.trim();
  if (content === "" || looksLikeInstruction(content)) return null;
  const put = putTask(tx, now, {
    sessionId,
    projectId: scope.projectId,
    branch: scope.branch,
    content,
    source: "llm",
  });
  return put === null ? null : { table: "tasks", id: put.after.id, ...put };
}

/** C13, C51: input by output, at least one token of it; one decimal. */
export const ratioOf = (input: number, output: number): number => input / Math.max(output, 1);
export const ratioText = (input: number, output: number): string => `${ratioOf(input, output).toFixed(1)}x`;
