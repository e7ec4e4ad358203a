/** What the running observation is drawn from: bounded heads of a turn's tool uses, however many and long they are. */
import { and, eq } from "drizzle-orm";
import type { Handle } from "../context";
import type { TurnEvidence, TurnItem } from "../contract/extraction";
import { jsonObject, stringList } from "../db/json";
import { prepared } from "../db/prepared";
import { prompts } from "../db/schema/sessions";
import { rootsFor } from "../sessions/evidence-query";
import type { TurnContext } from "./repo";
import type { UseCounts } from "./rules/running";
import { useOf } from "./rules/outcomes";

/** Uses that are read: the newest, and in a longer turn the first ones, which say how it began. */
const NEWEST = 80;
const FIRST = 20;
/** Uses that are counted by their names. */
const COUNTED = 5_000;
/** What is looked at of one input, and of an output: commands say at the end what came of them. */
const INPUT_BYTES = 8_000;
const FIELD_CHARS = 4_000;
const FIELDS = 30;
const OUTPUT_HEAD = 3_000;
const OUTPUT_TAIL = 5_000;

/** Long inputs hold whole files: of each only the heads of its texts leave the database. One that was cut is no JSON. */
const INPUT = `CASE WHEN octet_length(input) <= ${INPUT_BYTES} THEN input WHEN NOT json_valid(input) THEN '' ELSE (
  SELECT json_group_object(key, CASE type WHEN 'text' THEN substr(value, 1, ${FIELD_CHARS}) ELSE json(value) END)
  FROM (SELECT key, value, type FROM json_each(input)
        WHERE type = 'text' OR (type = 'array' AND length(value) <= ${FIELD_CHARS}) LIMIT ${FIELDS})) END`;
/** By bytes: characters would have to be counted through the whole text. */
const OUTPUT = `iif(octet_length(text) <= ${OUTPUT_HEAD + OUTPUT_TAIL}, text, substr(CAST(text AS BLOB), 1, ${OUTPUT_HEAD})) AS output,
  iif(octet_length(text) <= ${OUTPUT_HEAD + OUTPUT_TAIL}, NULL, substr(CAST(text AS BLOB), -${OUTPUT_TAIL})) AS tail`;
const uses = (order: "ASC" | "DESC", limit: number): string =>
  `SELECT id, tool_name AS name, ${INPUT} AS input, ${OUTPUT}, is_error AS isError, files, created_at AS at
   FROM events INDEXED BY events_turn
   WHERE session_id = @sessionId AND turn = @turn AND kind = 'tool' AND status = 'active' AND id > @after
     AND NOT (tool_name IS NULL AND input = '')
   ORDER BY id ${order} LIMIT ${limit}`;

interface UseRow {
  id: number;
  name: string | null;
  input: string;
  /** Bytes where it is the head of a longer one. */
  output: string | Buffer;
  tail: Buffer | null;
  isError: number | null;
  files: string;
  at: number;
}

export interface RunningEvidence {
  evidence: TurnEvidence;
  /** Uses of the whole turn, where `evidence` holds a part of them only. */
  counts: UseCounts | undefined;
}

/** The turn's tool uses after event `after` in time order, without messages; outputs and inputs are cut. */
export function runningEvidence(handle: Handle, context: TurnContext, after = 0): RunningEvidence {
  const { turn, session, project, promptId, branch } = context;
  const key = { sessionId: turn.sessionId, turn: turn.number, after };
  const rows = prepared(handle, uses("DESC", NEWEST)).all(key) as UseRow[];
  const isPart = rows.length === NEWEST;
  if (isPart) {
    const known = new Set(rows.map(({ id }) => id));
    const first = prepared(handle, uses("ASC", FIRST)).all(key) as UseRow[];
    rows.push(...first.filter(({ id }) => !known.has(id)));
  }
  const prompt =
    promptId === null
      ? undefined
      : handle
          .select({ text: prompts.text })
          .from(prompts)
          .where(and(eq(prompts.id, promptId), eq(prompts.isPrivate, false)))
          .get();
  return {
    counts: isPart ? countUses(handle, key) : undefined,
    evidence: {
      sessionId: turn.sessionId,
      turn: turn.number,
      prompt: prompt?.text ?? "",
      promptId,
      outcome: turn.status,
      items: rows.sort((a, b) => a.at - b.at || a.id - b.id).map(toItem),
      previousMessage: null,
      earlier: [],
      roots: rootsFor(handle, project.id, session),
      projectName: project.name,
      branch,
      fromTranscript: turn.fromTranscript,
    },
  };
}

const toItem = (row: UseRow): TurnItem => ({
  kind: "tool",
  eventId: row.id,
  name: row.name ?? "unknown",
  input: jsonObject(row.input),
  output: row.tail === null ? row.output.toString() : `${row.output.toString()}\n${row.tail.toString()}`,
  isError: row.isError === null ? null : row.isError !== 0,
  at: row.at,
  files: stringList(row.files),
});

/** By their names alone: these stand before the long columns, which are not read. */
function countUses(handle: Handle, key: { sessionId: number; turn: number; after: number }): UseCounts {
  const counts: UseCounts = { edit: 0, command: 0, read: 0, search: 0, plan: 0, refused: 0, other: 0 };
  const rows = prepared(
    handle,
    `SELECT name, count(*) AS count FROM (
       SELECT tool_name AS name FROM events INDEXED BY events_turn
       WHERE session_id = @sessionId AND turn = @turn AND kind = 'tool' AND id > @after ORDER BY id DESC LIMIT ${COUNTED})
     GROUP BY name`,
  ).all(key) as { name: string | null; count: number }[];
  for (const { name, count } of rows) {
    counts[useOf({ name: name ?? "unknown", input: {}, output: "", isError: null })] += count;
  }
  return counts;
}
