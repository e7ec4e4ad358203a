/** Rows for search tests: each is inserted with what matters and sensible rest, and indexed as a service would. */
import type { App } from "../context";
import { memories } from "../db/schema/memories";
import { observations, reflections, summaries } from "../db/schema/observations";
import { events, prompts } from "../db/schema/sessions";
import type { MemoryRow } from "../db/schema/memories";
import type { ObservationRow, ReflectionRow, SummaryRow } from "../db/schema/observations";
import type { EventRow, PromptRow } from "../db/schema/sessions";
import { write } from "../db/write";
import { indexEntity } from "../search/indexing";

let serial = 0;
const unique = (prefix: string): string => `${prefix}-${(serial += 1)}`;

export function addMemory(app: App, value: string, more: Partial<MemoryRow> = {}): MemoryRow {
  const now = app.now();
  return write(app, (tx) => {
    const row = tx
      .insert(memories)
      .values({ key: unique("app:test:fact:k"), value, createdAt: now, updatedAt: now, ...more })
      .returning()
      .get();
    indexEntity(tx, now, "memory", row);
    return row;
  });
}

export function addObservation(app: App, title: string, more: Partial<ObservationRow> = {}): ObservationRow {
  const now = app.now();
  const defaults = {
    projectId: 1,
    summary: "",
    obsType: "discovery",
    category: "learning",
    priority: "medium",
    source: "rules",
  };
  return write(app, (tx) => {
    const row = tx
      .insert(observations)
      .values({ ...defaults, title, createdAt: now, updatedAt: now, ...more })
      .returning()
      .get();
    indexEntity(tx, now, "observation", row);
    return row;
  });
}

export function addReflection(app: App, content: string, more: Partial<ReflectionRow> = {}): ReflectionRow {
  const now = app.now();
  const defaults = { projectId: 1, level: 0, inputTokens: 10, outputTokens: 5 };
  return write(app, (tx) =>
    tx
      .insert(reflections)
      .values({ ...defaults, content, createdAt: now, updatedAt: now, ...more })
      .returning()
      .get(),
  );
}

export function addSummary(app: App, sessionId: number, more: Partial<SummaryRow> = {}): SummaryRow {
  const now = app.now();
  const defaults = {
    projectId: 1,
    turn: 1,
    request: "",
    investigated: "",
    learned: "",
    completed: "",
    nextSteps: "",
    notes: "",
  };
  return write(app, (tx) => {
    const row = tx
      .insert(summaries)
      .values({ ...defaults, sessionId, createdAt: now, updatedAt: now, ...more })
      .returning()
      .get();
    indexEntity(tx, now, "summary", row);
    return row;
  });
}

export function addPrompt(app: App, sessionId: number, text: string, more: Partial<PromptRow> = {}): PromptRow {
  const now = app.now();
  return write(app, (tx) => {
    const row = tx
      .insert(prompts)
      .values({
        sessionId,
        projectId: 1,
        promptNumber: 1,
        text,
        originalChars: text.length,
        dedupeKey: unique("p"),
        createdAt: now,
        ...more,
      })
      .returning()
      .get();
    indexEntity(tx, now, "prompt", row);
    return row;
  });
}

export function addEvent(app: App, sessionId: number, text: string, more: Partial<EventRow> = {}): EventRow {
  const now = app.now();
  return write(app, (tx) => {
    const row = tx
      .insert(events)
      .values({
        sessionId,
        projectId: 1,
        turn: 1,
        kind: "message",
        text,
        dedupeKey: unique("e"),
        createdAt: now,
        ...more,
      })
      .returning()
      .get();
    indexEntity(tx, now, "event", row);
    return row;
  });
}
