/** Forgetting (E15, E49, E50, E115–E117): what expired and what nobody uses is archived. Nothing is ever deleted here. */
import type { App } from "../context";
import type { Actor } from "../contract/common";
import type { ForgetCandidate, Housekeeping } from "../contract/housekeeping";
import { write } from "../db/write";
import { readSettings } from "../settings/service";
import { type Forgettable, forgettable, type ForgetReason, type ForgetRule, lastMemoryId } from "./forget-query";
import { archiveForgotten } from "./forget-repo";
import { createPause } from "./pause";
import { previewOf } from "./preview";
import { HOUSEKEEPER, mayGoOn, recordStep, startSteps, type Steps } from "./steps";

const DAY_MS = 86_400_000;
/** Ids of one transaction. */
const WINDOW = 200;
/** Ids of one look that writes nothing. */
const LOOK_WINDOW = 5_000;
const NAMED = 50;

export interface ForgetResult {
  /** E49: the number of memories archived. */
  archived: number;
  expired: number;
  unused: number;
  /** Ids of the operations that Undo takes; null = there was nothing to do. */
  expireOperationId: number | null;
  fadeOperationId: number | null;
}

const memoriesOf = (count: number, adjective: string): string =>
  count === 1 ? `1 ${adjective} memory` : `${count} ${adjective} memories`;

/**
 * Archives what expired (operation `memory.expire`, pinned ones too), then what was not used for `forget_days_threshold`
 * days, was used at most `forget_access_count_threshold` times, is not pinned, and was last written at least
 * `forget_rate_limit_days` ago (operation `memory.fade`). What was archived this way, or brought back by Undo, within the
 * rate limit is left alone, and so is what an import or an old transcript brought until it was here as long. Works in short transactions; an Undo while it runs ends it.
 */
export async function forgetMemories(app: App, actor: Actor = HOUSEKEEPER): Promise<ForgetResult> {
  const rule = ruleNow(app);
  const expiry = startSteps("memory.expire", actor, (count) => `Archived ${memoriesOf(count, "expired")}`);
  const fading = startSteps("memory.fade", actor, (count) => `Archived ${memoriesOf(count, "unused")}`);
  const expired = await archiveAll(app, rule, "expired", expiry);
  const unused = await archiveAll(app, rule, "unused", fading);
  return {
    archived: expired.total + unused.total,
    expired: expired.total,
    unused: unused.total,
    expireOperationId: expired.operationId,
    fadeOperationId: unused.operationId,
  };
}

/** What {@link forgetMemories} would archive now: counts, and the first fifty with the reason. Writes nothing. */
export async function previewForgetting(app: App): Promise<Housekeeping["forgettable"]> {
  const rule = ruleNow(app);
  const pause = createPause();
  const found: Housekeeping["forgettable"] = { expired: 0, unused: 0, items: [] };
  for (let after = 0, last = lastMemoryId(app.db); after < last; after += LOOK_WINDOW) {
    for (const row of forgettable(app.db, rule, after, after + LOOK_WINDOW)) {
      found[row.reason] += 1;
      if (found.items.length < NAMED) found.items.push(toCandidate(row));
    }
    await pause.rest();
  }
  return found;
}

function ruleNow(app: App): ForgetRule {
  const settings = readSettings(app);
  const now = app.now();
  return {
    now,
    unusedSince: now - settings.forget_days_threshold * DAY_MS,
    writtenSince: now - settings.forget_rate_limit_days * DAY_MS,
    maxAccess: settings.forget_access_count_threshold,
  };
}

async function archiveAll(app: App, rule: ForgetRule, reason: ForgetReason, started: Steps): Promise<Steps> {
  const pause = createPause();
  let steps = started;
  for (let after = 0, last = lastMemoryId(app.db); after < last; after += WINDOW) {
    const isWanted = (row: Forgettable): boolean => row.reason === reason;
    // Most windows hold nothing: those need no transaction.
    if (forgettable(app.db, rule, after, after + WINDOW).some(isWanted)) {
      const next = write(app, (tx) => {
        if (!mayGoOn(tx, steps)) return null;
        const now = app.now();
        const rows = forgettable(tx, rule, after, after + WINDOW).filter(isWanted);
        const changes = rows.map((row) => archiveForgotten(tx, now, row));
        return recordStep(tx, now, steps, {
          changes,
          count: rows.length,
          projectIds: rows.map((row) => row.projectId),
        });
      });
      if (next === null) return steps;
      steps = next;
    }
    await pause.rest();
  }
  return steps;
}

const toCandidate = (row: Forgettable): ForgetCandidate => ({
  id: row.id,
  key: row.key,
  value_preview: previewOf(row.value),
  project_id: row.projectId,
  reason: row.reason,
  access_count: row.accessCount,
  last_used_at: row.lastUsedAt,
  expires_at: row.expiresAt,
});
