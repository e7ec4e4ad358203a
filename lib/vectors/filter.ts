/** Filters as LanceDB's SQL. Only numbers and quoted strings get in. */
import type { VectorFilter } from "../context";
import type { SearchKind } from "../contract/common";
import { AppError } from "../contract/errors";

/** The pre-filter of a search, or null when nothing can match. */
export function whereOf(filter: VectorFilter): string | null {
  if (filter.projectIds?.length === 0 || filter.statuses?.length === 0) return null;
  const parts = [`kind = ${quoted(filter.kind)}`];
  if (filter.projectIds !== null) parts.push(oneOf("project_id", filter.projectIds.map(integer)));
  if (filter.statuses !== null) parts.push(oneOf("status", filter.statuses.map(quoted)));
  if (filter.since !== null) parts.push(`created_at >= ${integer(filter.since)}`);
  if (filter.until !== null) parts.push(`created_at <= ${integer(filter.until)}`);
  return parts.join(" AND ");
}

/** All chunks of these entities. */
export function entitiesWhere(kind: SearchKind, entityIds: number[]): string {
  return `(kind = ${quoted(kind)} AND ${oneOf("entity_id", entityIds.map(integer))})`;
}

function oneOf(column: string, values: string[]): string {
  const distinct = [...new Set(values)];
  return distinct.length === 1 ? `${column} = ${distinct[0]}` : `${column} IN (${distinct.join(", ")})`;
}

function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw new AppError("validation_failed", "A vector filter needs whole numbers.");
  return String(value);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
