/** Frames of the stream (M48) for rows of the feed, with what they show read at once: a few statements a batch. */
import type { Handle } from "../context";
import type { Activity } from "../contract/operations";
import type { StreamFrame, StreamNames } from "../contract/stream";
import { prepared } from "../db/prepared";
import { localProjectIds } from "../projects/local-query";
import { nativeFrame, type Shown, type Subject, subjectOf, turnKey, workerFrame } from "./frames";
import { observationRows, promptRows, summaryRows } from "./rows-query";

/** `frame` null = nothing of this row is on a stream of these names. */
export interface Told {
  id: number;
  frame: StreamFrame | null;
}

/** One entry a row, in their order. What was deleted between the feed and now has no frame. */
export function framesOf(handle: Handle, names: StreamNames, rows: Activity[]): Told[] {
  if (names === "native") return rows.map((row) => ({ id: row.id, frame: nativeFrame(row) }));
  // Programs of this machine are told of its own projects; the console reads `native`.
  const local = localProjectIds(handle);
  const isTold = ({ project_id }: Activity): boolean =>
    local === null || (project_id ?? 0) === 0 || local.includes(project_id ?? 0);
  const subjects = rows.map((row) => (isTold(row) ? subjectOf(row) : null));
  const shown = readShown(handle, rows, subjects);
  return rows.map((row, at) => {
    const subject = subjects[at] ?? null;
    return { id: row.id, frame: subject === null ? null : workerFrame(row, subject, shown, names) };
  });
}

/** Latest activity first, each name once, at most a thousand: the list of `GET /api/projects` without its counts. */
export const activeProjects = (handle: Handle): string[] => [
  ...new Set(prepared(handle, ACTIVE_PROJECTS).pluck().all() as string[]),
];

const ACTIVE_PROJECTS =
  "SELECT name FROM projects WHERE account_id = 1 ORDER BY last_activity_at DESC, id DESC LIMIT 1000";
const PROJECTS = "SELECT id, name FROM projects WHERE id IN (SELECT value FROM json_each(?))";
const ARCHIVED = `
  SELECT r.id FROM json_each(?) AS wanted CROSS JOIN observations AS r ON r.id = wanted.value WHERE r.status = 'archived'`;
const PRIVATE_TURNS = `
  SELECT t.session_id AS sessionId, t.number FROM json_each(?) AS wanted
  CROSS JOIN turns AS t ON t.session_id = wanted.value ->> 0 AND t.number = wanted.value ->> 1
  WHERE t.is_private = 1`;

function readShown(handle: Handle, rows: Activity[], subjects: (Subject | null)[]): Shown {
  const idsOf = (noun: "observation" | "summary" | "prompt"): number[] => [
    ...new Set(
      subjects.flatMap((subject) => (subject?.is === noun && subject.change !== "removed" ? [subject.id] : [])),
    ),
  ];
  const observationIds = idsOf("observation");
  const projectIds = rows.flatMap((row, at) => (subjects[at]?.is === "started" ? [row.project_id ?? 0] : []));
  const turns = subjects.flatMap((subject) => (subject?.is === "ended" ? [[subject.sessionId, subject.turn]] : []));
  return {
    observations: byId(observationRows(handle, observationIds)),
    summaries: byId(summaryRows(handle, idsOf("summary"))),
    prompts: byId(promptRows(handle, idsOf("prompt"))),
    archived: observationIds.length === 0 ? new Set() : archivedIds(handle, observationIds),
    projects: projectIds.length === 0 ? new Map() : projectNames(handle, projectIds),
    privateTurns: turns.length === 0 ? new Set() : privateTurns(handle, turns),
  };
}

const archivedIds = (handle: Handle, ids: number[]): Set<number> =>
  new Set(prepared(handle, ARCHIVED).pluck().all(JSON.stringify(ids)) as number[]);

const byId = <Row extends { id: number }>(rows: Row[]): Map<number, Row> => new Map(rows.map((row) => [row.id, row]));

function projectNames(handle: Handle, ids: number[]): Map<number, string> {
  const rows = prepared(handle, PROJECTS).all(JSON.stringify(ids)) as { id: number; name: string }[];
  return new Map(rows.map((row) => [row.id, row.name]));
}

function privateTurns(handle: Handle, turns: number[][]): Set<string> {
  const rows = prepared(handle, PRIVATE_TURNS).all(JSON.stringify(turns)) as { sessionId: number; number: number }[];
  return new Set(rows.map((row) => turnKey(row.sessionId, row.number)));
}
