/** What the lines of a page show: of long texts the beginning, so that a page of long prompts stays small. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

const HEAD = 400;
const JOIN = "FROM json_each($ids) i CROSS JOIN";

interface Base {
  id: number;
  projectId: number;
  branch: string | null;
}

export type PromptHead = Base & { text: string; isPrivate: 0 | 1 };
export type MessageHead = Base & { text: string; speaker: string | null };
export type ToolHead = Base & {
  name: string | null;
  input: string;
  files: string;
  cwd: string | null;
  isError: 0 | 1 | null;
  at: number;
};
export type ObservationHead = Base & { title: string; subtitle: string | null; summary: string; obsType: string };
export type SummaryHead = Base & { request: string; completed: string; learned: string; investigated: string };
export type ReflectionHead = Base & { text: string; level: number; status: string; count: number };
export type TaskHead = Base & { text: string };
export type MemoryHead = Base & {
  key: string;
  value: string;
  status: string;
  tier: string;
  reviewState: string | null;
  expiresAt: number | null;
};

const BASE = "r.id, r.project_id AS projectId, r.branch";

function heads<T extends Base>(sql: string): (handle: Handle, ids: readonly number[]) => Map<number, T> {
  return (handle, ids) => {
    if (ids.length === 0) return new Map();
    const rows = prepared(handle, sql).all({ ids: JSON.stringify(ids) }) as T[];
    return new Map(rows.map((row) => [row.id, row]));
  };
}

export const promptHeads = heads<PromptHead>(
  `SELECT ${BASE}, substr(r.text, 1, ${HEAD}) AS text, r.is_private AS isPrivate ${JOIN} prompts r ON r.id = i.value`,
);
export const messageHeads = heads<MessageHead>(
  `SELECT ${BASE}, substr(r.text, 1, ${HEAD}) AS text, r.tool_name AS speaker ${JOIN} events r ON r.id = i.value`,
);
export const toolHeads = heads<ToolHead>(
  `SELECT ${BASE}, r.tool_name AS name, substr(r.input, 1, 4000) AS input, r.files, r.cwd, r.is_error AS isError, r.created_at AS at
   ${JOIN} events r ON r.id = i.value`,
);
export const observationHeads = heads<ObservationHead>(
  `SELECT ${BASE}, r.title, r.subtitle, substr(r.summary, 1, ${HEAD}) AS summary, r.obs_type AS obsType
   ${JOIN} observations r ON r.id = i.value`,
);
export const summaryHeads = heads<SummaryHead>(
  `SELECT ${BASE}, substr(r.request, 1, ${HEAD}) AS request, substr(r.completed, 1, ${HEAD}) AS completed,
     substr(r.learned, 1, ${HEAD}) AS learned, substr(r.investigated, 1, ${HEAD}) AS investigated
   ${JOIN} summaries r ON r.id = i.value`,
);
export const reflectionHeads = heads<ReflectionHead>(
  `SELECT ${BASE}, substr(r.content, 1, ${HEAD}) AS text, r.level, r.status, json_array_length(r.observation_ids) AS count
   ${JOIN} reflections r ON r.id = i.value`,
);
export const taskHeads = heads<TaskHead>(
  `SELECT ${BASE}, substr(r.content, 1, ${HEAD}) AS text ${JOIN} tasks r ON r.id = i.value`,
);
export const memoryHeads = heads<MemoryHead>(
  `SELECT ${BASE}, r.key, substr(r.value, 1, ${HEAD}) AS value, r.status, r.tier, r.review_state AS reviewState,
     r.expires_at AS expiresAt
   ${JOIN} memories r ON r.id = i.value`,
);
