/** The filters of a search as one value, and as the SQL conditions that every recall and every check shares. */
import type { SearchKind } from "../contract/common";

export interface RowFilter {
  /** null = any project; memories of scope 0 belong to all of them. */
  projectIds: number[] | null;
  /** Memories of scope 0 are somebody else's: none but those of `projectIds`. */
  withoutGlobal?: boolean;
  /** null = any branch. Memories cross branches; rows without a branch belong to all. */
  branch: string | null;
  /** null = any status. */
  statuses: string[] | null;
  /** Milliseconds, inclusive; null = open. */
  since: number | null;
  until: number | null;
  /** Observations only: a row of another kind has none of these and is left out. Any of them, letter case aside. */
  obsTypes: string[] | null;
  /** Observations only, as above; an `obs_type` counts as a concept (M35). */
  concepts: string[] | null;
  /** Observations and summaries: any of them is part of a path that was read or modified, letter case aside. */
  files: string[] | null;
  /** Memories only: those that wait for a review, are half of a conflict or are quarantined are left out too, whatever the status. */
  reviewedOnly?: boolean;
  /** Memories only: exactly this attribute. */
  attribute?: string | null;
  /** Memories only: none but these; absent = any. Read by each statement, so not meant for tens of thousands. */
  only?: number[];
  /** For expiry. */
  now: number;
}

/** What an agent may be told of at `now` (ms UTC): active, unexpired, held back for nobody's review. */
export const forAgents = (
  now: number,
  scope: Pick<RowFilter, "projectIds"> & Partial<Pick<RowFilter, "branch" | "attribute">>,
): RowFilter => ({
  branch: null,
  statuses: ["active"],
  since: null,
  until: null,
  obsTypes: null,
  concepts: null,
  files: null,
  reviewedOnly: true,
  now,
  ...scope,
});

export type FilterValues = Record<string, string | number | null>;

export const TABLES: Record<SearchKind, string> = {
  memory: "memories",
  observation: "observations",
  summary: "summaries",
  prompt: "prompts",
  event: "events",
};

const inList = (column: string, name: string): string => `${column} IN (SELECT value FROM json_each($${name}))`;

/** A single one is compared with, so that an index may serve; a list is looked through. */
const oneOf = (column: string, name: string, values: readonly unknown[] | null): string[] => {
  if (values === null) return [];
  return [values.length === 1 ? `${column} = $${name}` : inList(column, name)];
};

const TIME = "($since IS NULL OR r.created_at >= $since) AND ($until IS NULL OR r.created_at <= $until)";
const BRANCH = "(r.branch IS NULL OR r.branch = $branch)";
const NOTHING = "0";
/** A prompt that was private holds no text: there is nothing to be found. */
const OPEN = "r.is_private = 0";

/** Expired memories are gone for whoever asks for active ones, and so are those that were quarantined as an instruction or a secret. */
const LIVE_MEMORY = "(r.expires_at IS NULL OR r.expires_at > $now) AND r.review_state IS NOT 'quarantined'";
const REVIEWED = "r.review_state IS NULL";
const ATTRIBUTE = "r.attribute = $attribute";
const ONLY = inList("r.id", "only");

/** JSON writes a backslash twice. */
const slashed = (column: string): string => `replace(lower(r.${column}), '\\\\', '/')`;

const OBS_TYPES = inList("lower(r.obs_type)", "obsTypes");
const CONCEPTS = `(${inList("lower(r.obs_type)", "concepts")}
    OR EXISTS (SELECT 1 FROM json_each(r.concepts) c WHERE ${inList("lower(c.value)", "concepts")}))`;
const FILES = `EXISTS (SELECT 1 FROM json_each($files) f WHERE instr(${slashed("files_read")}, f.value) > 0 OR instr(${slashed("files_modified")}, f.value) > 0)`;

/**
 * SQL over the alias `r`, which holds only what the filter asks for, so that few texts differ and an index may serve; takes the values of
 * {@link filterValues} by name.
 */
export function conditionsOf(kind: SearchKind, filter: RowFilter): string {
  const [types, concepts, files] = [filter.obsTypes !== null, filter.concepts !== null, filter.files !== null];
  const isObservation = kind === "observation";
  const hasFiles = isObservation || kind === "summary";
  const conditions = [
    ...oneOf("r.project_id", "projectIds", projectScope(kind, filter)),
    ...oneOf("r.status", "statuses", filter.statuses),
    ...(filter.since === null && filter.until === null ? [] : [TIME]),
    ...(filter.branch === null || kind === "memory" ? [] : [BRANCH]),
    ...(kind === "prompt" ? [OPEN] : []),
    ...(kind === "memory" ? memoryConditions(filter) : []),
    ...((types || concepts) && !isObservation ? [NOTHING] : []),
    ...(files && !hasFiles ? [NOTHING] : []),
    ...(types && isObservation ? [OBS_TYPES] : []),
    ...(concepts && isObservation ? [CONCEPTS] : []),
    ...(files && hasFiles ? [FILES] : []),
  ];
  return conditions.length === 0 ? "1" : conditions.join(" AND ");
}

const memoryConditions = (filter: RowFilter): string[] => [
  ...(filter.statuses?.length === 1 && filter.statuses[0] === "active" ? [LIVE_MEMORY] : []),
  ...(filter.reviewedOnly === true ? [REVIEWED] : []),
  ...(filter.attribute == null ? [] : [ATTRIBUTE]),
  ...(filter.only === undefined ? [] : [ONLY]),
];

/** What {@link conditionsOf} names, and more. */
export function filterValues(kind: SearchKind, filter: RowFilter): FilterValues {
  const list = (values: (string | number)[] | null): FilterValues[string] =>
    values?.length === 1 ? (values[0] ?? null) : values === null ? null : JSON.stringify(values);
  const folded = (values: string[] | null): string | null =>
    values === null ? null : JSON.stringify(values.map(foldAscii));
  return {
    statuses: list(filter.statuses),
    projectIds: list(projectScope(kind, filter)),
    since: filter.since,
    until: filter.until,
    branch: filter.branch,
    obsTypes: folded(filter.obsTypes),
    concepts: folded(filter.concepts),
    files: folded(filter.files),
    now: filter.now,
    attribute: filter.attribute ?? null,
    only: filter.only === undefined ? null : JSON.stringify(filter.only),
  };
}

/** As SQLite's `lower`, which knows no other letters. */
const foldAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Project ids that a row of this kind may have. */
export function projectScope(kind: SearchKind, filter: RowFilter): number[] | null {
  if (filter.projectIds === null) return null;
  return kind === "memory" && filter.withoutGlobal !== true ? [0, ...filter.projectIds] : filter.projectIds;
}
