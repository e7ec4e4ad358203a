/** Cleans one captured event, outside any transaction: after this nothing in it is private, secret or unbounded. */
import { createHash } from "node:crypto";
import type { App } from "../context";
import type { CaptureEvent } from "../contract/capture";
import { identifyProject, type ProjectIdentity } from "../projects/service";
import { capText, DEFAULT_CAP } from "../text/caps";
import { cleanText, cleanValue } from "../text/clean";
import { isRecord, type JsonValue, walkJson } from "../text/json-value";
import { isOwnAnswer, readsMemory } from "./excluded-tools";
import { filesOf } from "./files";
import type { CleanText, Prepared, PreparedBase, PreparedTool } from "./prepared";
import { cleanOutput } from "./tool-output";

/** Characters of one stored string; longer ones keep head and tail (design §6). */
const CAP = DEFAULT_CAP;
const SHORT = 1000;
/** Caps tried in turn until the whole input of a tool fits into `CAP`. */
const INPUT_CAPS = [8192, 1024, 128];
/** Clocks of senders may run ahead by this much; later times are impossible and become the time of arrival (A07). */
const MAX_AHEAD_MS = 24 * 3_600_000;

export interface PrepareContext {
  /** Time of arrival. */
  now: number;
  /** The session's first folder, as far as it is known. */
  sessionCwd: string | undefined;
  /** From the sender; names the item's first event, a number the further ones. */
  idempotencyKey: string | undefined;
  index: number;
  skipsTool: (name: string) => boolean;
  /** Short strings that one request repeats in every event (folder, branch, tool name), cleaned once. */
  memo: Map<string, string | null>;
}

/** The event as it may be stored. Reads git files for the project (cached), nothing else. */
export function prepareEvent(app: App, event: CaptureEvent, context: PrepareContext): Prepared {
  const base = prepareBase(app, event, context);
  switch (event.type) {
    case "prompt": {
      const { text, originalChars, isPrivate } = cleanText(event.text, { cap: CAP });
      const isLate = event.isLate === true;
      return { ...base, type: "prompt", text: isPrivate ? "" : text.trim(), originalChars, isPrivate, isLate };
    }
    case "message": {
      const messageId = safeId(event.messageId);
      const subagent = event.subagent === true;
      const final = event.final === true && !subagent;
      return { ...base, type: "message", ...cleanMessage(event.text), messageId, final, subagent };
    }
    case "tool":
      return prepareTool(app, base, event, context);
    case "turn_end": {
      const lastMessage = event.lastMessage === undefined ? null : cleanMessage(event.lastMessage);
      return {
        ...base,
        type: "turn_end",
        outcome: event.outcome,
        lastMessage: lastMessage?.text === "" ? null : lastMessage,
      };
    }
    case "title":
      return { ...base, type: "title", text: short(context, event.text)?.replace(/\s+/g, " ") ?? "", rank: event.rank };
    case "compaction":
      return { ...base, type: "compaction", trigger: short(context, event.trigger) };
    case "session_start":
      return { ...base, type: "session_start", reason: short(context, event.source) };
    case "session_end":
      return { ...base, type: "session_end", reason: short(context, event.reason) };
  }
}

function prepareBase(app: App, event: CaptureEvent, context: PrepareContext): PreparedBase {
  const cwd = short(context, event.cwd, 4096);
  return {
    host: event.host,
    hostSessionId: event.hostSessionId,
    at: event.at !== undefined && event.at <= context.now + MAX_AHEAD_MS ? event.at : context.now,
    cwd,
    branch: short(context, event.branch, 300),
    fromTranscript: event.fromTranscript,
    turn: event.turn ?? null,
    beginsTurns: event.beginsTurns === true,
    key: keyOf(event, context),
    identity: identityOf(app, cwd, short(context, event.project, 1024), context.sessionCwd),
  };
}

/** Null where neither says which project it is: then the session's counts, if it has one. */
function identityOf(
  app: App,
  cwd: string | null,
  project: string | null,
  sessionCwd: string | undefined,
): ProjectIdentity | null {
  if (cwd === null && project === null) return null;
  const identity = identifyProject(app, { cwd: cwd ?? undefined, project: project ?? undefined, sessionCwd });
  return identity.kind === "unknown" ? null : identity;
}

function keyOf(event: CaptureEvent, context: PrepareContext): string | null {
  const own = safeId(event.key);
  if (own !== null) return `u:${own}`;
  const sent = safeId(context.idempotencyKey);
  return sent === null ? null : `k:${sent}#${context.index}`;
}

/** Ids are compared, never shown: one that could hold words is replaced by its hash. */
function safeId(id: string | undefined): string | null {
  if (id === undefined || id === "") return null;
  return /^[\w.:#-]{1,200}$/.test(id) ? id : createHash("sha256").update(id).digest("hex");
}

function short({ memo }: PrepareContext, text: string | undefined, cap = SHORT): string | null {
  if (text === undefined || text.length > cap) return null;
  let clean = memo.get(text);
  if (clean === undefined) memo.set(text, (clean = cleanText(text).text.trim() || null));
  return clean;
}

function cleanMessage(text: string): CleanText {
  const { text: clean, originalChars } = cleanText(text, { cap: CAP });
  return { text: clean.trim(), originalChars };
}

function prepareTool(
  app: App,
  base: PreparedBase,
  event: Extract<CaptureEvent, { type: "tool" }>,
  context: PrepareContext,
): PreparedTool {
  const name = short(context, event.name);
  const isSkipped = (name !== null && context.skipsTool(name)) || readsMemory(event.input, app.env.servedPort);
  const output = event.output === undefined || isSkipped ? null : cleanOutput(event.output, CAP);
  const excluded = isSkipped || (output !== null && isOwnAnswer(output.text));
  const hasInput = event.input !== undefined && event.input !== null && !excluded;
  const input = hasInput ? cleanInput(event.input) : null;
  return {
    ...base,
    type: "tool",
    toolUseId: safeId(event.toolUseId),
    name,
    input: input?.json ?? null,
    output: excluded ? null : output,
    isError: event.isError ?? null,
    files: input?.files ?? [],
    excluded,
  };
}

/** Input as JSON of at most `CAP` characters; if many strings make it longer, each of them is shortened. */
function cleanInput(input: unknown): { json: string; files: string[] } {
  const { value } = cleanValue(input, { cap: CAP });
  const files = filesOf(value);
  let json = JSON.stringify(value);
  for (const cap of INPUT_CAPS) {
    if (json.length <= CAP) return { json, files };
    const shorter = (text: string): string => capText(text, { cap });
    json = JSON.stringify(walkJson(value, { string: shorter, key: shorter }));
  }
  return { json: json.length <= CAP ? json : JSON.stringify(scalarsOf(value)), files };
}

/** What is left of an input of too many parts: its own fields, as many as there is room for, without lists and objects. */
function scalarsOf(value: JsonValue): JsonValue {
  const kept: [string, JsonValue][] = [["keepsake_note", "parts of this input were left out: too large"]];
  let room = CAP / 2;
  for (const [key, field] of isRecord(value) ? Object.entries(value) : []) {
    const size = JSON.stringify([key, field]).length;
    if ((typeof field === "object" && field !== null) || size > room) continue;
    room -= size;
    kept.push([key, field as JsonValue]);
  }
  return Object.fromEntries(kept);
}
