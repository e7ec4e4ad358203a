/** Rows as search answers show them: common fields, the fields of an index entry, and the whole row for `format=full` (M30). */
import type { SearchKind } from "../contract/common";
import type { SearchHit, SearchType } from "../contract/search";
import { sourceRefs, stringList } from "../db/json";
import { joinLines } from "./documents";
import { previewOf, titleOf } from "./preview";
import type { IndexedRow } from "./rows-query";

export const KIND_OF_TYPE: Record<SearchType, SearchKind> = {
  observations: "observation",
  sessions: "summary",
  prompts: "prompt",
  memories: "memory",
  events: "event",
};

interface Shape<Row> {
  title(row: Row): string;
  /** What the preview is cut from. */
  text(row: Row): string;
  index(row: Row): Record<string, unknown>;
  full(row: Row): Record<string, unknown>;
}

const SHAPES: { [K in SearchKind]: Shape<IndexedRow[K]> } = {
  memory: {
    title: (row) => row.key,
    text: (row) => row.value,
    index: (row) => ({
      key: row.key,
      value: row.value,
      tier: row.tier,
      attribute: row.attribute,
      importance: row.importance,
      status: row.status,
      kind: row.kind,
      tags: row.tags,
      review_state: row.reviewState,
      updated_at: row.updatedAt,
    }),
    full: (row) => ({
      confidence: row.confidence,
      access_count: row.accessCount,
      last_accessed: row.lastAccessed,
      expires_at: row.expiresAt,
      supersedes: row.supersedes,
      superseded_by: row.supersededBy,
      source_session: row.sourceSession,
      revision: row.revision,
      sources: sourceRefs(row.sources),
    }),
  },
  observation: {
    title: (row) => row.title,
    text: (row) => joinLines(row.summary, row.subtitle, ...stringList(row.facts)),
    index: (row) => ({
      session_id: row.sessionId,
      turn: row.turn,
      subtitle: row.subtitle,
      summary: row.summary,
      concepts: stringList(row.concepts),
      obs_type: row.obsType,
      category: row.category,
      priority: row.priority,
      status: row.status,
    }),
    full: (row) => ({
      facts: stringList(row.facts),
      files_read: stringList(row.filesRead),
      files_modified: stringList(row.filesModified),
      confidence: row.confidence,
      source: row.source,
      updated_at: row.updatedAt,
      revision: row.revision,
      sources: sourceRefs(row.sources),
    }),
  },
  summary: {
    title: (row) => titleOf(row.request || row.completed || row.learned, `Turn ${row.turn}`),
    text: (row) => joinLines(row.completed, row.learned, row.request, row.investigated, row.nextSteps, row.notes),
    index: (row) => ({
      session_id: row.sessionId,
      turn: row.turn,
      request: row.request,
      investigated: row.investigated,
      learned: row.learned,
      completed: row.completed,
      next_steps: row.nextSteps,
    }),
    full: (row) => ({
      notes: row.notes,
      files_read: stringList(row.filesRead),
      files_modified: stringList(row.filesModified),
      updated_at: row.updatedAt,
      revision: row.revision,
    }),
  },
  prompt: {
    title: (row) => titleOf(row.text, row.isPrivate ? "Private prompt" : `Prompt ${row.promptNumber}`),
    text: (row) => row.text,
    index: (row) => ({ session_id: row.sessionId, prompt_number: row.promptNumber, is_private: row.isPrivate }),
    full: (row) => ({ text: row.text, original_chars: row.originalChars }),
  },
  event: {
    title: (row) => (row.kind === "tool" ? (row.toolName ?? "Tool") : titleOf(row.text, "Message")),
    text: (row) => joinLines(row.input, row.text),
    index: (row) => ({
      session_id: row.sessionId,
      turn: row.turn,
      kind: row.kind,
      tool_name: row.toolName,
      is_error: row.isError,
      files: stringList(row.files),
    }),
    full: (row) => ({
      tool_use_id: row.toolUseId,
      input: row.input,
      text: row.text,
      cwd: row.cwd,
      original_chars: row.originalChars,
    }),
  },
};

export interface HitContext {
  format: "index" | "full" | "text";
  terms: string[];
  projects: Map<number, string>;
  /** The rows as the worker API's readers know them, for `format=full`; fields of ours go before those of the same name. */
  results?: ReadonlyMap<number, object>;
}

type Score = Pick<SearchHit, "rank" | "parts" | "match_type"> & {
  neighbour?: number;
  exact?: number;
  glossary?: number;
};

/** Row and score as one hit. */
export function toHit<K extends SearchKind>(
  kind: K,
  type: SearchType,
  row: IndexedRow[K],
  score: Score,
  context: HitContext,
): SearchHit {
  const shape: Shape<IndexedRow[K]> = SHAPES[kind];
  return {
    ...context.results?.get(row.id),
    id: row.id,
    type,
    title: shape.title(row),
    preview: previewOf(shape.text(row), context.terms),
    project: context.projects.get(row.projectId) ?? null,
    project_id: row.projectId,
    branch: row.branch,
    created_at_epoch: row.createdAt,
    ...score,
    ...shape.index(row),
    ...(context.format === "full" ? shape.full(row) : {}),
  };
}
