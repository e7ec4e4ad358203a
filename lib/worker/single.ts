/** Single rows and batches of the worker API (M19–M21, M26). */
import type { App } from "../context";
import { noSuch } from "../contract/errors";
import type { ObservationBatch, SummaryOrSession } from "../contract/worker-lists";
import type { ObservationRow, PromptRow, SummaryRow } from "../contract/worker-rows";
import { PathId } from "../contract/common";
import { localProjectIdsOf } from "../projects/service";
import { isLocalRow, isLocalSession, observationsIn, summaryStatus } from "./lists-query";
import { observationRows, promptRows, sessionRow, summaryRows } from "./rows-query";

/** M19, also of archived ones. `isPerson`: looks at every account's. Throws `not_found`. */
export function requireObservationRow(app: App, id: number, isPerson = false): ObservationRow {
  const isSeen = isPerson || isLocalRow(app.db, "observations", id);
  return found(isSeen ? observationRows(app.db, [id]) : [], "observation", id);
}

/** M21. Throws `not_found`. */
export function requirePromptRow(app: App, id: number): PromptRow {
  return found(isLocalRow(app.db, "prompts", id) ? promptRows(app.db, [id]) : [], "prompt", id);
}

/** Throws `not_found`. */
export function requireSummaryRow(app: App, id: number): SummaryRow {
  return found(isLocalRow(app.db, "summaries", id) ? summaryRows(app.db, [id]) : [], "summary", id);
}

/**
 * M20: `S7` and `7` are summary 7, with its session beside it; `7` where no summary has that number is session 7. A summary in
 * the bin is no session. Throws `not_found`.
 */
export function requireSummaryOrSession(app: App, ref: string): SummaryOrSession {
  const isSummaryOnly = /^S/i.test(ref);
  const id = PathId.parse(isSummaryOnly ? ref.slice(1) : ref);
  const [summary] = isLocalRow(app.db, "summaries", id) ? summaryRows(app.db, [id]) : [];
  if (summary !== undefined) return { ...summary, session: sessionRow(app.db, summary.session_db_id) };
  const isFree = !isSummaryOnly && summaryStatus(app.db, id) === undefined;
  const session = isFree && isLocalSession(app.db, id) ? sessionRow(app.db, id) : null;
  if (session === null) throw noSuch(isSummaryOnly ? "summary" : "summary or session", id);
  return { ...session, session };
}

/** M26: in the order of `ids`, each once, unless `orderBy` says otherwise; what is unknown or deleted is left out. */
export function observationBatch(app: App, { ids, orderBy, limit, project }: ObservationBatch): ObservationRow[] {
  const projectIds = localProjectIdsOf(app, project);
  const distinct = [...new Set(ids)];
  const rows = observationRows(app.db, projectIds === null ? distinct : observationsIn(app.db, distinct, projectIds));
  if (orderBy !== undefined) {
    const newestFirst = (a: ObservationRow, b: ObservationRow): number =>
      b.created_at_epoch - a.created_at_epoch || b.id - a.id;
    rows.sort(orderBy === "date_desc" ? newestFirst : (a, b) => newestFirst(b, a));
  }
  return rows.slice(0, limit);
}

function found<Row>([row]: Row[], noun: string, id: number): Row {
  if (row === undefined) throw noSuch(noun, id);
  return row;
}
