/** The lists of the worker API (M16–M18): offsets as clients send them, keyset inside, and cursors for who wants each row once. */
import type { App, Handle } from "../context";
import type { RowList, RowListQuery } from "../contract/worker-lists";
import type { ObservationRow, PromptRow, SummaryRow } from "../contract/worker-rows";
import { ByTime, decodeCursor, encodeCursor, pageOf } from "../paging";
import { localProjectIdsOf } from "../projects/service";
import { approach } from "./list-marks";
import { type ListedTable, type Place, placesAfter } from "./lists-query";
import { observationRows, promptRows, summaryRows } from "./rows-query";

/** M16: active observations, newest first. An unknown project has none. Throws `validation_failed` for a foreign cursor. */
export const listObservationRows = (app: App, query: RowListQuery): RowList<ObservationRow> =>
  listRows(app, "observations", query, observationRows);

/** M17: summaries of turns, as {@link listObservationRows}. */
export const listSummaryRows = (app: App, query: RowListQuery): RowList<SummaryRow> =>
  listRows(app, "summaries", query, summaryRows);

/** M18: prompts, as {@link listObservationRows}; a private one has no text. */
export const listPromptRows = (app: App, query: RowListQuery): RowList<PromptRow> =>
  listRows(app, "prompts", query, promptRows);

function listRows<T>(
  app: App,
  table: ListedTable,
  query: RowListQuery,
  load: (handle: Handle, ids: number[]) => T[],
): RowList<T> {
  const { limit, offset } = query;
  const cursorOf = ({ at, id }: Place): string => encodeCursor(`rows:${table}`, at, id);
  const { items: places, nextCursor } = pageOf(findPlaces(app, table, query), limit, cursorOf);
  const items = load(
    app.db,
    places.map(({ id }) => id),
  );
  return { items, hasMore: nextCursor !== null, offset, limit, nextCursor };
}

/** One more than the page holds. */
function findPlaces(app: App, table: ListedTable, { project, cursor, offset, limit }: RowListQuery): Place[] {
  const projectIds = localProjectIdsOf(app, project)?.sort((a, b) => a - b) ?? null;
  const scope = { table, projectIds };
  const [at, id] = decodeCursor(`rows:${table}`, ByTime, cursor) ?? [];
  if (at !== undefined && id !== undefined) return placesAfter(app.db, scope, { at, id }, 0, limit + 1);
  const start = approach(app, scope, offset);
  return start === null ? [] : placesAfter(app.db, scope, start.after, start.skip, limit + 1);
}
