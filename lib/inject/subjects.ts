/** What the entries of a trace are about, as it is now: of what was cut the trace holds no text, and what was told may have changed since. */
import type { App } from "../context";
import type { TraceEntry, TraceSubject } from "../contract/inject";
import { headOf } from "../text/caps";
import { oneLine } from "../text/fence";
import { findReflection, findTask } from "../reflections/repo";
import { loadRows, projectNames } from "../search/rows-query";

const MAX_CHARS = 240;

const beginningOf = (text: string): string => {
  const head = oneLine(headOf(text, MAX_CHARS + 1));
  return head.length > MAX_CHARS ? `${headOf(head, MAX_CHARS)}…` : head;
};

/** By `type:id`; what was deleted for good is not in the answer. */
export function traceSubjects(app: App, trace: readonly TraceEntry[]): Map<string, TraceSubject> {
  const idsOf = (type: string): number[] => [
    ...new Set(trace.flatMap((entry) => (entry.type === type ? [entry.id] : []))),
  ];
  const memories = [...loadRows(app.db, "memory", idsOf("memory")).values()];
  const observations = [...loadRows(app.db, "observation", idsOf("observation")).values()];
  const summaries = [...loadRows(app.db, "summary", idsOf("summary")).values()];
  const reflections = idsOf("reflection").flatMap((id) => findReflection(app.db, id) ?? []);
  const tasks = idsOf("task").flatMap((id) => findTask(app.db, id) ?? []);
  const names = projectNames(
    app.db,
    [...memories, ...observations, ...summaries, ...reflections, ...tasks].map(({ projectId }) => projectId),
  );
  const nothing = { key: null, tier: null, sessionId: null, turn: null };
  const subjects: TraceSubject[] = [
    ...memories.map((row) => ({
      ...nothing,
      ...of("memory", row, names),
      text: beginningOf(row.value),
      key: row.key,
      tier: row.tier,
    })),
    ...observations.map((row) => ({
      ...nothing,
      ...of("observation", row, names),
      text: beginningOf(row.title),
      sessionId: row.sessionId,
      turn: row.turn,
    })),
    ...summaries.map((row) => ({
      ...nothing,
      ...of("summary", row, names),
      text: beginningOf(row.completed || row.request),
      sessionId: row.sessionId,
      turn: row.turn,
    })),
    ...reflections.map((row) => ({ ...nothing, ...of("reflection", row, names), text: beginningOf(row.content) })),
    ...tasks.map((row) => ({
      ...nothing,
      ...of("task", row, names),
      text: beginningOf(row.content),
      sessionId: row.sessionId,
    })),
  ];
  return new Map(subjects.map((subject) => [`${subject.type}:${subject.id}`, subject]));
}

const of = (
  type: string,
  { id, status, revision, projectId }: { id: number; status: string; revision: number; projectId: number },
  names: Map<number, string>,
) => ({ type, id, status, revision, project: names.get(projectId) ?? null });
