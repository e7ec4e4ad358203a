/** Decisions of the inbox: about some items, or about all that are like one; each call is one operation that Undo takes back whole. */
import { setImmediate } from "node:timers/promises";
import type { App, Tx } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import { type ReviewDecide, type ReviewDecided, type ReviewDecision, type ReviewRef } from "../contract/review-decide";
import { write } from "../db/write";
import { type MemoryRow } from "../memories/repo";
import { writeRules } from "../memories/rules";
import { continueOperation, recordOperation } from "../operations/record";
import { type NewChange, standingOf } from "../operations/repo";
import { reviewBounds } from "./bounds";
import { type Decision, decideSubject } from "./decide-changes";
import { effectOf, requireTaken } from "./fates";
import { refsLike } from "./like";
import { requirePerson } from "./resolve";
import { digest, mainRowOf, requireSubject, seenOf, typeOf } from "./subject";

/** Items of one transaction: other requests get their turn after each. */
const PAGE = 200;
const SHOWN = 20;
const MAX_NAMED = 1_000;

/**
 * Decides one item, several, or all that are like one. Of a single item, throws `not_found`, `conflict` (it waits no more,
 * or is not what `seen` stands for), `validation_failed` (it does not take the decision, or the text does not pass the
 * gate); of several, those are skipped and named. `like` with `seen` throws `conflict` when other items are like it by now.
 * `forbidden` for anybody but a person. Undo meanwhile ends it.
 */
export async function decideReview(app: App, body: ReviewDecide, actor: Actor): Promise<ReviewDecided> {
  requirePerson(actor);
  const refs: ReviewRef[] = body.items ?? refsLike(app, body.like);
  const looked = await look(app, refs, body.decision);
  if (body.items?.length === 1 && looked.failure !== null) throw looked.failure;
  if (body.like !== undefined && body.seen !== undefined && body.seen !== looked.seen) throw othersByNow(looked);
  if (body.dry_run) return { ...answerOf(looked), dry_run: true, operation_id: null };
  const rules = writeRules(app);
  return run(app, refs, { decision: body.decision, patch: body.patch, actor, rules }, looked);
}

interface Looked {
  decided: number;
  skipped: ReviewDecided["skipped"];
  effects: ReviewDecided["effects"];
  seen: string;
  /** Why the last one that can't be decided can't. */
  failure: AppError | null;
}

/** Writes nothing. What an earlier item takes out of force can't be decided by a later one. */
async function look(app: App, refs: ReviewRef[], decision: ReviewDecision): Promise<Looked> {
  const bounds = reviewBounds(app);
  const looked: Looked = { decided: 0, skipped: [], effects: [], seen: "", failure: null };
  const marks: unknown[] = [];
  const gone = new Set<number>();
  for (const [index, ref] of refs.entries()) {
    if (index > 0 && index % PAGE === 0) await setImmediate();
    try {
      const subject = requireSubject(app.db, bounds, ref);
      requireTaken(subject, decision);
      marks.push(seenOf(subject));
      const effect = effectOf(subject, decision);
      if (effect.memories.some(({ id }) => id !== null && gone.has(id))) throw overAlready(ref);
      for (const { id, fate } of effect.memories) {
        if (id !== null && fate !== "kept" && fate !== "edited") gone.add(id);
      }
      looked.decided += 1;
      if (looked.effects.length < SHOWN) looked.effects.push(effect);
    } catch (error) {
      looked.failure = skip(looked.skipped, ref, error);
    }
  }
  return { ...looked, seen: digest(marks) };
}

const overAlready = ({ kind, id }: ReviewRef): AppError =>
  new AppError("conflict", `What ${typeOf(kind)} ${id} is about is out of force by an earlier one of these.`);

const othersByNow = ({ decided, seen }: Looked): AppError =>
  new AppError("conflict", `What is like it has changed: it is ${decided} now.`, {
    hint: "Look at the preview once more.",
    details: [{ path: "seen", message: seen }],
  });

function skip(skipped: ReviewDecided["skipped"], { kind, id }: ReviewRef, error: unknown): AppError {
  if (!(error instanceof AppError)) throw error;
  if (skipped.length < MAX_NAMED) skipped.push({ kind, id, reason: error.message });
  return error;
}

const answerOf = ({ decided, skipped, effects, seen }: Looked) => ({
  ok: true as const,
  decided,
  skipped,
  effects,
  seen,
});

interface Progress {
  decided: number;
  skipped: ReviewDecided["skipped"];
  memories: number;
  operationId: number | null;
}

async function run(app: App, refs: ReviewRef[], made: Decision, looked: Looked): Promise<ReviewDecided> {
  let progress: Progress = { decided: 0, skipped: [], memories: 0, operationId: null };
  for (let start = 0; start < refs.length; start += PAGE) {
    if (start > 0) await setImmediate();
    const next = decidePage(app, refs.slice(start, start + PAGE), made, progress, refs.length === 1);
    if (next === null) break;
    progress = next;
  }
  const { decided, skipped, operationId } = progress;
  return { ...answerOf({ ...looked, decided, skipped }), dry_run: false, operation_id: operationId };
}

/** null when somebody took back what was done so far. */
function decidePage(app: App, refs: ReviewRef[], made: Decision, before: Progress, isAlone: boolean): Progress | null {
  return write(app, (tx) => {
    const standing = before.operationId === null ? "final" : standingOf(tx, before.operationId);
    if (standing === "undone") return null;
    const now = app.now();
    const bounds = reviewBounds(app);
    const skipped = [...before.skipped];
    const changes: NewChange[] = [];
    const rows: MemoryRow[] = [];
    let decided = 0;
    for (const ref of refs) {
      try {
        const found = requireSubject(tx, bounds, ref);
        requireTaken(found, made.decision);
        // What was written of an item that then fails is taken back alone.
        changes.push(...tx.transaction((inner) => decideSubject(inner, now, found, made)));
        rows.push(mainRowOf(found));
        decided += 1;
      } catch (error) {
        if (isAlone) throw error;
        skip(skipped, ref, error);
      }
    }
    const next = { decided: before.decided + decided, skipped, memories: before.memories + rows.length };
    return { ...next, operationId: record(tx, now, made, { before, standing, changes, rows, next, refs }) };
  });
}

interface Step {
  before: Progress;
  standing: ReturnType<typeof standingOf>;
  changes: NewChange[];
  rows: MemoryRow[];
  next: { memories: number };
  refs: ReviewRef[];
}

function record(tx: Tx, now: number, made: Decision, step: Step): number | null {
  const { before, standing, changes, rows, next, refs } = step;
  if (changes.length === 0) return before.operationId;
  const goesOn = before.operationId !== null && standing === "stands";
  const projects = new Set(rows.map((row) => row.projectId));
  const operation = {
    ...wordsOf(made.decision, refs, goesOn ? next.memories : rows.length, rows[0]),
    actor: made.actor,
    projectId: projects.size === 1 ? (rows[0]?.projectId ?? 0) : 0,
    changes,
  };
  if (before.operationId === null || !goesOn) return recordOperation(tx, now, operation);
  continueOperation(tx, now, before.operationId, operation);
  return before.operationId;
}

const VERBS: Record<ReviewDecision, { kind: string; done: string }> = {
  keep: { kind: "memory.keep", done: "Kept" },
  edit: { kind: "memory.edit", done: "Edited" },
  merge: { kind: "memory.merge", done: "Merged" },
  newer: { kind: "memory.supersede", done: "Replaced what was older than" },
  older: { kind: "memory.archive", done: "Archived what stood against" },
  archive: { kind: "memory.archive", done: "Archived" },
};

/** Named by what was done; a decision between two statements is one whatever it comes to. */
function wordsOf(decision: ReviewDecision, refs: ReviewRef[], count: number, first: MemoryRow | undefined) {
  const isPair = refs.every(({ kind }) => typeOf(kind) === "pair");
  const { kind, done } = VERBS[decision];
  const what = count === 1 && first !== undefined ? `memory ${first.id}` : `${count} memories`;
  if (isPair && (decision === "keep" || decision === "newer" || decision === "older")) {
    return { kind: "pair.resolve", title: count === 1 ? `Decided pair ${refs[0]?.id}` : `Decided ${count} pairs` };
  }
  return { kind, title: `${done} ${what} in the review` };
}
