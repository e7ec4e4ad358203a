/** One entry of the timeline in full, for the panel beside the list. */
import type { App } from "../context";
import type { TimelineKind, WholeEntry } from "../contract/timeline-entries";
import { getMemory } from "../memories/query";
import { toObservation, toSummary } from "../observations/query";
import { reflectionById, taskById } from "../reflections/list";
import { loadRows, projectNames } from "../search/rows-query";
import { getSession } from "../sessions/query";
import { toEvent, toPrompt } from "../sessions/rows-query";

/** null for what is not there, was deleted, or is of another kind. */
export function wholeEntry(app: App, kind: TimelineKind, id: number): WholeEntry | null {
  const { db } = app;
  const nameOf = (projectId: number): string | null => projectNames(db, [projectId]).get(projectId) ?? null;
  switch (kind) {
    case "session": {
      const session = getSession(db, id);
      return session === null ? null : { kind, session };
    }
    case "prompt": {
      const row = loadRows(db, "prompt", [id]).get(id);
      return row?.status === "active" ? { kind, prompt: toPrompt(row) } : null;
    }
    case "tool":
    case "message": {
      const row = loadRows(db, "event", [id]).get(id);
      return row?.status === "active" && row.kind === kind ? { kind, event: toEvent(row) } : null;
    }
    case "observation": {
      const row = loadRows(db, "observation", [id]).get(id);
      return row === undefined || row.status === "deleted"
        ? null
        : { kind, observation: toObservation(row, nameOf(row.projectId)) };
    }
    case "summary": {
      const row = loadRows(db, "summary", [id]).get(id);
      return row?.status === "active" ? { kind, summary: toSummary(row, nameOf(row.projectId)) } : null;
    }
    case "reflection": {
      const reflection = reflectionById(app, id);
      return reflection === undefined ? null : { kind, reflection };
    }
    case "task": {
      const task = taskById(app, id);
      return task === undefined ? null : { kind, task };
    }
    case "memory": {
      const memory = getMemory(app, id);
      return memory === undefined ? null : { kind, memory };
    }
  }
}
