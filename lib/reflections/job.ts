/** Job `branch.reflect`: after a turn was read, whether its branch has grown too long, and if so, compress it (C27, C37). */
import { z } from "zod";
import type { App, Handle, Tx } from "../context";
import type { Reflected } from "../contract/codewatch";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import { JOB } from "../jobs/kinds";
import { enqueue } from "../jobs/repo";
import type { ClaimedJob, JobHandler } from "../jobs/types";
import { projectMode } from "../memories/repo";
import { readSettings } from "../settings/service";
import { branchScope } from "./branch-scope";
import { openBranches } from "./branches-query";
import { type BranchScope, unreflectedWeight } from "./observations-query";
import { reflectBranch } from "./reflect";
import { hasSpoilt } from "./repo";

const Payload = z.object({ sessionId: z.number().int() });
const ACTOR: Actor = { kind: "job", name: "reflector" };
/** What several turns of a moment ask for is looked at once. */
const SOON_MS = 1_000;

/** Asks for a look at the branches of a session; costs one row. */
export function requestReflection(tx: Tx, now: number, sessionId: number): void {
  enqueue(tx, now, {
    kind: JOB.reflect,
    key: String(sessionId),
    payload: { sessionId },
    runAt: now + SOON_MS,
    keepsTime: true,
  });
}

export const reflectHandler: JobHandler = {
  batch: 1,
  async run(app: App, jobs: ClaimedJob[]): Promise<void> {
    for (const job of jobs) {
      const parsed = Payload.safeParse(job.payload);
      if (!parsed.success) throw new AppError("validation_failed", `Job ${job.id} names no session.`);
      await reflectSession(app, parsed.data.sessionId);
    }
  },
};

async function reflectSession(app: App, sessionId: number): Promise<void> {
  for (const place of openBranches(app.db, sessionId)) {
    const scope = branchScope(app, place);
    await maybeReflect(app, scope, { sessionId, actor: ACTOR, byRules: place.isHistory });
  }
}

/**
 * C27, C37: compresses the branch when what no reflection holds yet has reached the threshold, or when what its reflection tells was
 * taken back. null = it need not be, or it is switched off. Years that are imported are compressed by the rules.
 */
export async function maybeReflect(
  app: App,
  scope: BranchScope,
  by: { sessionId: number | null; actor: Actor; byRules?: boolean },
): Promise<Reflected | null> {
  const { auto_reflect, reflect_threshold } = readSettings(app);
  if (!auto_reflect || isClosed(app.db, scope.projectId)) return null;
  const isLong = unreflectedWeight(app.db, scope).tokens >= reflect_threshold;
  if (!isLong && !hasSpoilt(app.db, scope)) return null;
  return reflectBranch(app, { scope, ...by });
}

function isClosed(handle: Handle, projectId: number): boolean {
  const mode = projectMode(handle, projectId);
  return mode === "off" || mode === "read-only";
}
