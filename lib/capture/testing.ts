/** Test helpers: hook and transcript items in short, and the rows that came of them. */
import type { IngestItem } from "../contract/capture";
import type { App } from "../context";

export const HOOK_DEFAULTS = { session_id: "s-1", cwd: "/w/app" };

export const hook = (
  event: string,
  body: Record<string, unknown> = {},
  more: Partial<IngestItem> = {},
): IngestItem => ({
  host: "claude-code",
  event,
  payload: { ...HOOK_DEFAULTS, hook_event_name: event, ...body },
  ...more,
});

export const prompt = (text: unknown, body: Record<string, unknown> = {}): IngestItem =>
  hook("UserPromptSubmit", { prompt: text, ...body });

export const bash = (output: unknown, body: Record<string, unknown> = {}): IngestItem =>
  hook("PostToolUse", { tool_name: "Bash", tool_input: { command: "make test" }, tool_response: output, ...body });

/** Items of a transcript's lines. */
export const lines = (records: readonly Record<string, unknown>[]): IngestItem[] =>
  records.map((payload) => ({ host: "claude-code", event: "TranscriptLine", payload }));

export const endOf = (sessionId: string): IngestItem => ({
  host: "claude-code",
  event: "TranscriptEnd",
  payload: { sessionId },
});

export type Row = Record<string, string | number | null>;

export const rows = (app: App, sql: string, ...parameters: unknown[]): Row[] =>
  app.sqlite.prepare(sql).all(...parameters) as Row[];
export const column = (app: App, sql: string, ...parameters: unknown[]): unknown[] =>
  app.sqlite
    .prepare(sql)
    .pluck()
    .all(...parameters);

export const activeEvents = (app: App): Row[] => rows(app, "SELECT * FROM events WHERE status = 'active' ORDER BY id");
