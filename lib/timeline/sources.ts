/** Which rows stand in the timeline, and the index that knows them in the order of time. Pure. */
import { TIMELINE_KINDS, type TimelineKind } from "../contract/timeline-entries";

/** Rows of one table that one index holds in order; several may make a kind. */
export interface Source {
  kind: TimelineKind;
  table: "sessions" | "prompts" | "events" | "observations" | "summaries" | "reflections" | "tasks" | "memories";
  /** Column of the time that places a row. */
  at: "created_at" | "updated_at" | "last_event_at";
  /** The index's first columns, fixed. */
  prefix: string;
  index: string;
  /** Index that begins with the project; null = a project is looked for row by row. */
  projectIndex: string | null;
  /** What else makes a row one of the timeline; its columns are in no index. */
  alive: string | null;
  /** Of rows that name files, the columns that hold them. */
  files: readonly string[];
}

const learned = (
  kind: "prompt" | "observation" | "summary",
  table: "prompts" | "observations" | "summaries",
): Source => ({
  kind,
  table,
  at: "created_at",
  prefix: "r.status = 'active'",
  index: `${table}_time`,
  projectIndex: `${table}_project_time`,
  alive: null,
  files: kind === "prompt" ? [] : ["files_read", "files_modified"],
});

const event = (kind: "tool" | "message"): Source => ({
  kind,
  table: "events",
  at: "created_at",
  prefix: `r.kind = '${kind}'`,
  index: "events_kind_time",
  projectIndex: "events_project_kind_time",
  alive: "r.status = 'active'",
  files: kind === "tool" ? ["files"] : [],
});

/** A memory stays where it was written, also after another took its place. */
const memory = (status: "active" | "superseded" | "archived"): Source => ({
  kind: "memory",
  table: "memories",
  at: "created_at",
  prefix: `r.status = '${status}'`,
  index: "memories_status_created",
  projectIndex: null,
  alive: null,
  files: [],
});

/** What tells of an observation that is gone is shown to nobody; of active ones triggers count those. */
const reflection = (status: "active" | "superseded"): Source => ({
  kind: "reflection",
  table: "reflections",
  at: "created_at",
  prefix: `r.status = '${status}'`,
  index: "reflections_time",
  projectIndex: null,
  alive:
    status === "active"
      ? "r.gone = 0"
      : `NOT EXISTS (SELECT 1 FROM json_each(r.observation_ids) j
          WHERE NOT EXISTS (SELECT 1 FROM observations o WHERE o.id = j.value AND o.status = 'active'))`,
  files: [],
});

export const SOURCES: readonly Source[] = [
  {
    kind: "session",
    table: "sessions",
    at: "last_event_at",
    prefix: "1",
    index: "sessions_time",
    projectIndex: "sessions_project_time",
    alive: "r.status <> 'deleted'",
    files: [],
  },
  learned("prompt", "prompts"),
  event("tool"),
  event("message"),
  learned("observation", "observations"),
  learned("summary", "summaries"),
  reflection("active"),
  reflection("superseded"),
  {
    kind: "task",
    table: "tasks",
    at: "updated_at",
    prefix: "r.status = 'active'",
    // No index has them in the order of time: one a session at most, they are sorted.
    index: "tasks_scope",
    projectIndex: "tasks_scope",
    alive: null,
    files: [],
  },
  memory("active"),
  memory("superseded"),
  memory("archived"),
];

/** Tool uses and answers are rows of one table: among them the id decides. */
const SAME_TABLE: Partial<Record<TimelineKind, TimelineKind>> = { message: "tool" };

/** Of two rows of one moment, the one of the lower rank is the earlier. */
export const rankOf = (kind: TimelineKind): number => TIMELINE_KINDS.indexOf(SAME_TABLE[kind] ?? kind);

export interface Place {
  at: number;
  rank: number;
  id: number;
}

/** Newest first. */
export const newerFirst = (a: Place, b: Place): number => b.at - a.at || b.rank - a.rank || b.id - a.id;
