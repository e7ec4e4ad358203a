/** Rows for tests of injection: everything by default, only what matters given. */
import type { App } from "../context";
import {
  memories,
  type MemoryRow,
  observations,
  type ObservationRow,
  projectAliases,
  projects,
  sessions,
  summaries,
  type SummaryRow,
} from "../db/schema";
import { write } from "../db/write";

export const NOW = Date.UTC(2026, 5, 1, 12);
export const DAY = 86_400_000;

type Given<T> = Partial<T>;

export const memoryRow = (given: Given<MemoryRow> = {}): MemoryRow => ({
  id: 1,
  projectId: 1,
  branch: null,
  key: "app:tooling:deps:manager",
  value: "Always use pnpm here.",
  status: "active",
  attribute: "fact",
  tags: "",
  tier: "normal",
  kind: "memory",
  importance: 5,
  confidence: 0.5,
  sourceSession: "",
  sources: "[]",
  accessCount: 0,
  lastAccessed: null,
  supersedes: null,
  supersededBy: null,
  reviewState: null,
  expiresAt: null,
  createdAt: NOW,
  updatedAt: NOW,
  revision: 1,
  ...given,
});

export const observationRow = (given: Given<ObservationRow> = {}): ObservationRow => ({
  id: 1,
  sessionId: null,
  projectId: 1,
  branch: null,
  turn: 1,
  title: "Made the header link open in a new tab",
  subtitle: null,
  summary: "",
  facts: "[]",
  concepts: "[]",
  filesRead: "[]",
  filesModified: "[]",
  obsType: "feature",
  category: "learning",
  priority: "medium",
  confidence: 0.5,
  source: "rules",
  sources: "[]",
  status: "active",
  createdAt: NOW,
  updatedAt: NOW,
  revision: 1,
  ...given,
});

export const summaryRow = (given: Given<SummaryRow> = {}): SummaryRow => ({
  id: 1,
  sessionId: 1,
  projectId: 1,
  branch: null,
  turn: 1,
  request: "Write the changelog",
  investigated: "",
  learned: "",
  completed: "Section 0.4.4 is written",
  nextSteps: "",
  notes: "",
  filesRead: "[]",
  filesModified: "[]",
  status: "active",
  createdAt: NOW,
  updatedAt: NOW,
  revision: 1,
  ...given,
});

/** Ids are the store's. */
export function addProject(app: App, name: string, given: Given<typeof projects.$inferInsert> = {}): number {
  const now = app.now();
  const row = { key: `name:${name}`, name, kind: "name" as const, createdAt: now, lastActivityAt: now, ...given };
  return write(app, (tx) => {
    const { id } = tx.insert(projects).values(row).returning({ id: projects.id }).get();
    tx.insert(projectAliases).values({ projectId: id, alias: name, kind: "name", createdAt: now }).run();
    return id;
  });
}

export function addSession(app: App, projectId: number, given: Given<typeof sessions.$inferInsert> = {}): number {
  const now = app.now();
  const row = { host: "api", hostSessionId: app.newId("host"), projectId, startedAt: now, lastEventAt: now, ...given };
  return write(app, (tx) => tx.insert(sessions).values(row).returning({ id: sessions.id }).get().id);
}

const withoutId = <T extends { id: number }>({ id: _, ...rest }: T): Omit<T, "id"> => rest;

export const addMemories = (app: App, rows: Given<MemoryRow>[]): number[] =>
  write(app, (tx) =>
    rows.map(
      (row) =>
        tx
          .insert(memories)
          .values(withoutId(memoryRow(row)))
          .returning({ id: memories.id })
          .get().id,
    ),
  );

export const addObservations = (app: App, rows: Given<ObservationRow>[]): number[] =>
  write(app, (tx) =>
    rows.map(
      (row) =>
        tx
          .insert(observations)
          .values(withoutId(observationRow(row)))
          .returning({ id: observations.id })
          .get().id,
    ),
  );

export const addSummaries = (app: App, rows: Given<SummaryRow>[]): number[] =>
  write(app, (tx) =>
    rows.map(
      (row) =>
        tx
          .insert(summaries)
          .values(withoutId(summaryRow(row)))
          .returning({ id: summaries.id })
          .get().id,
    ),
  );
