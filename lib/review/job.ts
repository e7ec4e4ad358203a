/**
 * Job `memory.compare`: lays a memory beside its neighbours and says what can't both hold. Asked for by every write of
 * a memory, and again when its vector is there. A late job is harmless: it answers for the revision it was asked for.
 */
import { z } from "zod";
import type { App, Handle } from "../context";
import { AppError } from "../contract/errors";
import { leadsOf } from "../contradictions/leads";
import { write } from "../db/write";
import { parseLogKey } from "../inject/keys";
import type { ClaimedJob, JobHandler } from "../jobs/types";
import { neighboursOfMemory } from "../memories/neighbours";
import { scopesBeside } from "../projects/local-query";
import { findMemories, findMemory, type MemoryRow, projectMode } from "../memories/repo";
import { writeRules } from "../memories/rules";
import { applyOutcome } from "./apply";
import { compare, type Outcome } from "./compare";
import { isPersons, keyFamily, memoriesHolding } from "./compare-query";
import { retireObservations } from "./observations";
import { askForFiles } from "./findings-job";
import { recheckPairs } from "./recheck";
import { recordTwins } from "./twins";

const Payload = z.object({ id: z.number().int().positive(), revision: z.number().int() });

/** Neighbours that a memory is laid beside. */
const MAX_NEIGHBOURS = 20;
/**
 * (1 + cosine) / 2 of a cosine of 0.5. Unrelated texts have 0.35 at most, and the detectors decide what becomes of the others: the same with
 * another value has 0.8 where nothing else is said, and 0.57 with an aside on one side.
 */
const MIN_SIMILARITY = 0.75;

export const compareHandler: JobHandler = {
  // One at a time: each looks at what the one before it left.
  batch: 1,
  async run(app: App, jobs: ClaimedJob[]): Promise<void> {
    for (const job of jobs) {
      const parsed = Payload.safeParse(job.payload);
      if (!parsed.success) throw new AppError("validation_failed", `Job ${job.id} names no memory.`);
      await compareMemory(app, parsed.data.id, parsed.data.revision);
    }
    askForFiles(app);
  },
};

/** Does nothing for a memory that is gone, changed since, out of force, or waiting for a person. */
export async function compareMemory(app: App, id: number, revision: number): Promise<void> {
  const row = findMemory(app.db, id);
  if (row === undefined || row.revision !== revision || row.status !== "active") return;
  recheckPairs(app, id);
  if (!isInForce(row, app.now())) return;
  const mode = projectMode(app.db, row.projectId);
  if (mode === "read-only" || mode === "off") return;
  const leads = leadsOf(row.value);
  const nearby = await nearOnes(app, row, leads);
  for (const near of nearby) settle(app, row.id, near);
  recordTwins(app, row.id, nearby);
  retireObservations(app, row.id, row.revision, leads);
}

/** Reference documents and session logs are no statements that another one could replace. */
const isInForce = (row: MemoryRow, now: number): boolean =>
  row.status === "active" &&
  row.reviewState === null &&
  (row.expiresAt === null || row.expiresAt > now) &&
  row.tier !== "reference" &&
  parseLogKey(row.key) === null;

interface Near {
  id: number;
  revision: number;
  similarity: number | null;
}

/** Nearest by meaning first, then what names things of the same sets, then the newest of the same key family; without vectors the latter alone. */
async function nearOnes(app: App, row: MemoryRow, leads: string[]): Promise<Near[]> {
  const projectIds = scopesBeside(app.db, row.projectId);
  const byMeaning = (await neighboursOfMemory(app, row.id, { projectIds, limit: MAX_NEIGHBOURS })) ?? [];
  const similarities = new Map(
    byMeaning.filter((near) => near.similarity >= MIN_SIMILARITY).map((near) => [near.id, near.similarity]),
  );
  const byName = memoriesHolding(app.db, row.id, projectIds, leads).slice(0, MAX_NEIGHBOURS);
  const ids = [
    ...new Set([
      ...[...similarities.keys()].slice(0, MAX_NEIGHBOURS),
      ...byName,
      ...keyFamily(app.db, row, projectIds),
    ]),
  ].slice(0, 2 * MAX_NEIGHBOURS);
  return findMemories(app.db, ids)
    .filter((near) => isInForce(near, app.now()))
    .map(({ id, revision }) => ({ id, revision, similarity: similarities.get(id) ?? null }));
}

/** Both are read again: what was settled with the neighbour before may have changed them. */
function settle(app: App, id: number, near: Near): void {
  const { mergeThreshold } = writeRules(app);
  if (outcomeOf(app, app.db, id, near, mergeThreshold).kind === "none") return;
  write(app, (tx) => {
    const outcome = outcomeOf(app, tx, id, near, mergeThreshold);
    if (outcome.kind !== "none") applyOutcome(tx, app.now(), outcome, near.similarity);
  });
}

function outcomeOf(app: App, handle: Handle, id: number, near: Near, mergeThreshold: number): Outcome {
  const [row, other] = [findMemory(handle, id), findMemory(handle, near.id)];
  if (row === undefined || other === undefined || other.revision !== near.revision) return NONE;
  const isHeld = row.reviewState === "conflict";
  if (!isInForce(isHeld ? { ...row, reviewState: null } : row, app.now()) || !isInForce(other, app.now())) return NONE;
  const outcome = compare(
    { row, isPersons: isPersons(handle, row.id) },
    { row: other, isPersons: isPersons(handle, other.id) },
    near.similarity,
    mergeThreshold,
  );
  // Held back by a neighbour before this one, it asks its questions but pushes nothing out.
  return isHeld && outcome.kind !== "pair" ? NONE : outcome;
}

const NONE: Outcome = { kind: "none" };
