/** Brings the rows of a turn in step with what was extracted: ids stay, a person's edits stay, what is gone is archived. */
import { appendActivity } from "../activity/repo";
import type { Tx } from "../context";
import type { ExtractedObservation, ExtractedSummary } from "../contract/extraction";
import type { SourceRef } from "../contract/memory";
import {
  derivedObservationsOf,
  findSummary,
  insertObservation,
  insertSummary,
  type ObservationRow,
  type ObservationValues,
  type SummaryRow,
  type SummaryValues,
  updateObservation,
  updateSummary,
} from "../observations/repo";
import type { NewChange } from "../operations/repo";
import { indexEntity } from "../search/indexing";
import { pairRows } from "./pairing";
import { isOutdated, isTouched, type TurnContext } from "./repo";

/** Who read the turn. */
export type ExtractionSource = "rules" | "llm";

/** What a row of this turn holds of an extracted observation. */
export const valuesOf = (one: ExtractedObservation, source: SourceRef) => ({
  title: one.title,
  subtitle: one.subtitle,
  summary: one.summary,
  facts: JSON.stringify(one.facts),
  concepts: JSON.stringify(one.concepts),
  filesRead: JSON.stringify(one.filesRead),
  filesModified: JSON.stringify(one.filesModified),
  obsType: one.obsType,
  category: one.category,
  priority: one.priority,
  confidence: one.confidence,
  sources: JSON.stringify([{ ...source, event_ids: one.eventIds }]),
  status: "active" as const,
});

export const differs = <T extends object>(row: T, values: Partial<T>): boolean =>
  (Object.keys(values) as (keyof T)[]).some((key) => row[key] !== values[key]);

export const homeOf = ({ turn, project, branch }: TurnContext) => ({
  sessionId: turn.sessionId,
  projectId: project.id,
  branch,
  turn: turn.number,
});

/** When it happened, not when the job ran: an imported session keeps its place in time. */
export const happenedAt = ({ turn }: TurnContext, now: number): number => Math.min(turn.endedAt ?? turn.startedAt, now);

/** The turn and its prompt as what rows are drawn from. */
export const refOf = ({ turn, promptId }: TurnContext): SourceRef => ({
  session_id: turn.sessionId,
  turn: turn.number,
  prompt_id: promptId,
});

/**
 * Brings the turn's observations in step with `extracted`; answers the changes, which belong into one operation. The
 * running row becomes the main observation (M3): since its own writes were no operations, this one makes it, and takes
 * it away when undone.
 */
export function storeObservations(
  tx: Tx,
  now: number,
  context: TurnContext,
  extracted: ExtractedObservation[],
  source: ExtractionSource,
): NewChange[] {
  const changes: NewChange[] = [];
  const change = (before: ObservationRow | null, after: ObservationRow, did: string): void => {
    indexEntity(tx, now, "observation", after);
    changes.push({ table: "observations", id: after.id, before, after });
    announce(tx, now, context, `observation.${did}`, "observation", after.id);
  };
  const update = (row: ObservationRow, values: ObservationValues): void => {
    const isRunning = row.source === "running";
    if (isTouched(tx, "observations", row.id) || row.status === "deleted" || isOutdated(tx, row.id)) {
      // A person took it over: what it says is theirs, and the turn has no running row any more.
      if (isRunning) updateObservation(tx, row.id, { source });
      return;
    }
    const next = isRunning ? { ...values, source } : values;
    if (!differs(row, next)) return;
    const after = updateObservation(tx, row.id, { ...next, updatedAt: now });
    change(isRunning ? null : row, after, after.status === "archived" ? "archived" : "updated");
  };
  const rows = derivedObservationsOf(tx, context.turn.sessionId, context.turn.number);
  const { pairs, gone } = pairRows(rows, extracted);
  for (const [one, row] of pairs) {
    const values = { ...homeOf(context), ...valuesOf(one, refOf(context)), source };
    if (row !== null) update(row, values);
    else
      change(
        null,
        insertObservation(tx, { ...values, createdAt: happenedAt(context, now), updatedAt: now }),
        "created",
      );
  }
  for (const row of gone) update(row, { status: "archived" });
  return changes;
}

/** Writes or replaces the turn's one summary; answers the change, if any, which belongs into the extraction's operation. */
export function storeSummary(
  tx: Tx,
  now: number,
  context: TurnContext,
  extracted: ExtractedSummary,
  source: ExtractionSource,
): NewChange[] {
  const { filesRead, filesModified, ...texts } = extracted;
  const values: SummaryValues & typeof texts & ReturnType<typeof homeOf> = {
    ...homeOf(context),
    ...texts,
    filesRead: JSON.stringify(filesRead),
    filesModified: JSON.stringify(filesModified),
    source,
  };
  const row = findSummary(tx, context.turn.sessionId, context.turn.number);
  if (row !== undefined && (row.status === "deleted" || isTouched(tx, "summaries", row.id) || !differs(row, values)))
    return [];
  const after: SummaryRow =
    row === undefined
      ? insertSummary(tx, { ...values, createdAt: happenedAt(context, now), updatedAt: now })
      : updateSummary(tx, row.id, { ...values, updatedAt: now });
  indexEntity(tx, now, "summary", after);
  announce(tx, now, context, row === undefined ? "summary.created" : "summary.updated", "summary", after.id);
  return [{ table: "summaries", id: after.id, before: row ?? null, after }];
}

export function announce(
  tx: Tx,
  now: number,
  context: TurnContext,
  kind: string,
  entityType: string,
  entityId: number,
): void {
  appendActivity(tx, now, {
    kind,
    projectId: context.project.id,
    sessionId: context.turn.sessionId,
    entityType,
    entityId,
    data: { turn: context.turn.number },
  });
}
