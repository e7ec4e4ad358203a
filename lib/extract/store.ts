/** Brings the rows of a turn in step with what was extracted: ids stay, a person's edits stay, what is gone is archived. */
import { appendActivity } from "../activity/repo";
import type { Tx } from "../context";
import type { Observation } from "../contract/evidence";
import type { ExtractedObservation, ExtractedSummary } from "../contract/extraction";
import type { SourceRef } from "../contract/memory";
import {
  findSummary,
  insertObservation,
  insertSummary,
  type ObservationRow,
  type ObservationValues,
  ruleObservationsOf,
  type SummaryRow,
  type SummaryValues,
  updateObservation,
  updateSummary,
} from "../observations/repo";
import type { NewChange } from "../operations/repo";
import { indexEntity } from "../search/indexing";
import { isOutdated, isTouched, type TurnContext } from "./repo";

type Slot = "work" | "discovery" | "decision";
const slotOf = (type: Observation["obs_type"] | string): Slot =>
  type === "discovery" || type === "decision" ? type : "work";

/** Which row an extracted observation continues: the same title first, then the same kind of thing in order. */
function pairRows<R extends { title: string; obsType: string }>(
  rows: R[],
  extracted: ExtractedObservation[],
): { pairs: [ExtractedObservation, R | null][]; gone: R[] } {
  const free = new Set(rows);
  const take = (fits: (row: R) => boolean): R | null => {
    for (const row of free) {
      if (!fits(row)) continue;
      free.delete(row);
      return row;
    }
    return null;
  };
  const exact = extracted.map((one) =>
    take((row) => row.title === one.title && slotOf(row.obsType) === slotOf(one.obsType)),
  );
  const pairs = extracted.map((one, index): [ExtractedObservation, R | null] => [
    one,
    exact[index] ?? take((row) => slotOf(row.obsType) === slotOf(one.obsType)),
  ]);
  return { pairs, gone: [...free] };
}

const valuesOf = (one: ExtractedObservation, source: SourceRef) => ({
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

const differs = <T extends object>(row: T, values: Partial<T>): boolean =>
  (Object.keys(values) as (keyof T)[]).some((key) => row[key] !== values[key]);

const homeOf = ({ turn, project, branch }: TurnContext) => ({
  sessionId: turn.sessionId,
  projectId: project.id,
  branch,
  turn: turn.number,
});

/** When it happened, not when the job ran: an imported session keeps its place in time. */
export const happenedAt = ({ turn }: TurnContext, now: number): number => Math.min(turn.endedAt ?? turn.startedAt, now);

export function storeObservations(
  tx: Tx,
  now: number,
  context: TurnContext,
  extracted: ExtractedObservation[],
): NewChange[] {
  const changes: NewChange[] = [];
  const source: SourceRef = {
    session_id: context.turn.sessionId,
    turn: context.turn.number,
    prompt_id: context.promptId,
  };
  const change = (before: ObservationRow | null, after: ObservationRow): void => {
    indexEntity(tx, now, "observation", after);
    changes.push({ table: "observations", id: after.id, before, after });
    announce(
      tx,
      now,
      context,
      `observation.${before === null ? "created" : after.status === "archived" ? "archived" : "updated"}`,
      "observation",
      after.id,
    );
  };
  const update = (row: ObservationRow, values: ObservationValues): void => {
    if (isTouched(tx, "observations", row.id) || row.status === "deleted" || !differs(row, values)) return;
    if (isOutdated(tx, row.id)) return;
    change(row, updateObservation(tx, row.id, { ...values, updatedAt: now }));
  };
  const { pairs, gone } = pairRows(ruleObservationsOf(tx, context.turn.sessionId, context.turn.number), extracted);
  for (const [one, row] of pairs) {
    const values = { ...homeOf(context), ...valuesOf(one, source) };
    if (row !== null) update(row, values);
    else
      change(
        null,
        insertObservation(tx, { ...values, source: "rules", createdAt: happenedAt(context, now), updatedAt: now }),
      );
  }
  for (const row of gone) update(row, { status: "archived" });
  return changes;
}

export function storeSummary(tx: Tx, now: number, context: TurnContext, extracted: ExtractedSummary): NewChange[] {
  const { filesRead, filesModified, ...texts } = extracted;
  const values: SummaryValues & typeof texts & ReturnType<typeof homeOf> = {
    ...homeOf(context),
    ...texts,
    filesRead: JSON.stringify(filesRead),
    filesModified: JSON.stringify(filesModified),
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
