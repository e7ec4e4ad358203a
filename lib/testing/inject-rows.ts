/** Rows for tests of injection: everything by default, only what matters given. */
import type { App } from "../context";
import { memories, type MemoryRow } from "../db/schema/memories";
import {
  observations,
  type ObservationRow,
  type ReflectionRow,
  summaries,
  type SummaryRow,
  type TaskRow,
} from "../db/schema/observations";
import { write } from "../db/write";

export const NOW = Date.UTC(2026, 5, 1, 12);
export const DAY = 86_400_000;

export const memoryRow = (given: Partial<MemoryRow> = {}): MemoryRow => ({
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
  origin: "",
  host: "",
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

export const observationRow = (given: Partial<ObservationRow> = {}): ObservationRow => ({
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
  metadata: "{}",
  reflectionId: null,
  status: "active",
  createdAt: NOW,
  updatedAt: NOW,
  revision: 1,
  ...given,
});

export const summaryRow = (given: Partial<SummaryRow> = {}): SummaryRow => ({
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
  source: "rules",
  status: "active",
  createdAt: NOW,
  updatedAt: NOW,
  revision: 1,
  ...given,
});

const withoutId = <T extends { id: number }>({ id: _, ...rest }: T): Omit<T, "id"> => rest;

export const addMemories = (app: App, rows: Partial<MemoryRow>[]): number[] =>
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

export const addObservations = (app: App, rows: Partial<ObservationRow>[]): number[] =>
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

export const addSummaries = (app: App, rows: Partial<SummaryRow>[]): number[] =>
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

export const taskRow = (given: Partial<TaskRow> = {}): TaskRow => ({
  id: 40,
  sessionId: 7,
  projectId: 1,
  branch: null,
  content: "Moving the carts to Redis",
  source: "agent",
  status: "active",
  createdAt: NOW,
  updatedAt: NOW,
  revision: 1,
  ...given,
});

export const reflectionRow = (given: Partial<ReflectionRow> = {}): ReflectionRow => ({
  id: 30,
  projectId: 1,
  branch: null,
  sessionId: null,
  level: 1,
  content: "- 🔴 [architecture] The carts are in Redis.",
  observationIds: "[]",
  inputTokens: 100,
  outputTokens: 40,
  source: "rules",
  status: "active",
  gone: 0,
  createdAt: NOW,
  updatedAt: NOW,
  revision: 1,
  ...given,
});
