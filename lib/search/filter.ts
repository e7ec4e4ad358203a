/** The filters of a search as one value, and as the SQL conditions that every recall and every check shares. */
import type { SearchKind } from "../contract/common";

export interface RowFilter {
  /** null = any project; memories of scope 0 belong to all of them. */
  projectIds: number[] | null;
  /** null = any branch. Memories cross branches; rows without a branch belong to all. */
  branch: string | null;
  /** null = any status. */
  statuses: string[] | null;
  /** Milliseconds, inclusive; null = open. */
  since: number | null;
  until: number | null;
  /** Observations only: a row of another kind has none of these and is left out. */
  obsTypes: string[] | null;
  /** Any of them, letter case aside; an `obs_type` counts as a concept (M35). */
  concepts: string[] | null;
  /** Any of them is part of a path that was read or modified, letter case aside. */
  files: string[] | null;
  /** Memories only: those that wait for a review, are half of a conflict or are quarantined are left out too, whatever the status. */
  reviewedOnly?: boolean;
  /** Memories only: exactly this attribute. */
  attribute?: string | null;
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

const inList = (column: string, name: string): string =>
  `($${name} IS NULL OR ${column} IN (SELECT value FROM json_each($${name})))`;

const COMMON = [
  inList("r.status", "statuses"),
  inList("r.project_id", "projectIds"),
  "($since IS NULL OR r.created_at >= $since)",
  "($until IS NULL OR r.created_at <= $until)",
];
const BRANCH = "($branch IS NULL OR r.branch IS NULL OR r.branch = $branch)";
const NO_OBSERVATION = "$obsTypes IS NULL AND $concepts IS NULL AND $files IS NULL";

/** Expired memories are gone for whoever asks for active ones, and so are those that were quarantined as an instruction or a secret. */
const LIVE_MEMORY =
  "($liveOnly = 0 OR ((r.expires_at IS NULL OR r.expires_at > $now) AND r.review_state IS NOT 'quarantined'))";

const REVIEWED = "($reviewedOnly = 0 OR r.review_state IS NULL)";
const ATTRIBUTE = "($attribute IS NULL OR r.attribute = $attribute)";

/** JSON writes a backslash twice. */
const slashed = (column: string): string => `replace(lower(r.${column}), '\\\\', '/')`;

const OBSERVATION = [
  inList("r.obs_type", "obsTypes"),
  `($concepts IS NULL OR lower(r.obs_type) IN (SELECT value FROM json_each($concepts))
    OR EXISTS (SELECT 1 FROM json_each(r.concepts) c WHERE lower(c.value) IN (SELECT value FROM json_each($concepts))))`,
  `($files IS NULL OR EXISTS (SELECT 1 FROM json_each($files) f WHERE instr(${slashed("files_read")}, f.value) > 0 OR instr(${slashed("files_modified")}, f.value) > 0))`,
];

const CONDITIONS: Record<SearchKind, string> = {
  memory: [...COMMON, LIVE_MEMORY, REVIEWED, ATTRIBUTE, NO_OBSERVATION].join(" AND "),
  observation: [...COMMON, BRANCH, ...OBSERVATION].join(" AND "),
  summary: [...COMMON, BRANCH, NO_OBSERVATION].join(" AND "),
  prompt: [...COMMON, BRANCH, NO_OBSERVATION].join(" AND "),
  event: [...COMMON, BRANCH, NO_OBSERVATION].join(" AND "),
};

/** SQL over the alias `r`; takes the values of {@link filterValues} by name. */
export const conditionsOf = (kind: SearchKind): string => CONDITIONS[kind];

export function filterValues(kind: SearchKind, filter: RowFilter): FilterValues {
  const list = (values: (string | number)[] | null): string | null => (values === null ? null : JSON.stringify(values));
  const folded = (values: string[] | null): string | null => list(values?.map((value) => value.toLowerCase()) ?? null);
  const values: FilterValues = {
    statuses: list(filter.statuses),
    projectIds: list(projectScope(kind, filter)),
    since: filter.since,
    until: filter.until,
    obsTypes: list(filter.obsTypes),
    concepts: folded(filter.concepts),
    files: folded(filter.files),
  };
  if (kind !== "memory") return { ...values, branch: filter.branch };
  const liveOnly = filter.statuses?.length === 1 && filter.statuses[0] === "active";
  return {
    ...values,
    now: filter.now,
    liveOnly: liveOnly ? 1 : 0,
    reviewedOnly: filter.reviewedOnly === true ? 1 : 0,
    attribute: filter.attribute ?? null,
  };
}

/** Project ids that a row of this kind may have. */
export function projectScope(kind: SearchKind, filter: RowFilter): number[] | null {
  if (filter.projectIds === null) return null;
  return kind === "memory" ? [0, ...filter.projectIds] : filter.projectIds;
}
