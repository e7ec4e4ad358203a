/**
 * Capture by the claude-mem worker API (M5–M15): bodies with every alias that real senders use, and what is answered.
 * Bodies are third parties': unknown fields and fields of a wrong type count as absent; only the session's id is asked for.
 */
import { z } from "zod";
import { EpochMs, PathId } from "./common";
import { AppError } from "./errors";

const MAX_SESSION_ID_CHARS = 300;

const text = (maxChars: number) => z.string().max(maxChars).nullish().catch(undefined);
/** Text, or content parts as hosts have them. */
const message = () =>
  z
    .union([z.string(), z.array(z.unknown())])
    .nullish()
    .catch(undefined);
const count = () =>
  z
    .union([z.number().int().min(0).max(1_000_000), z.string().regex(/^\d{1,6}$/)])
    .nullish()
    .catch(undefined);
const SessionIdText = z.string().max(MAX_SESSION_ID_CHARS).nullish();

const session = {
  /** The host's own id of the session, 1–300 characters. */
  claudeSessionId: SessionIdText,
  contentSessionId: SessionIdText,
  session_id: SessionIdText,
  sessionId: SessionIdText,
} as const;

const place = {
  /** Folder that the agent works in; says which project it is. */
  cwd: text(4096),
  /** A project's key, name or alias; counts where there is no folder. */
  project: text(1024),
  branch: text(300),
  /** The host: claude, codex, gemini, cursor, …; an unknown one is `api`. */
  platformSource: text(100),
  platform_source: text(100),
} as const;

const agent = {
  /** Present inside a sub-agent. */
  agentId: text(300),
  agent_id: text(300),
  agentType: text(300),
  agent_type: text(300),
} as const;

const turn = {
  /** Turn that it belongs to, where there is such a turn; else the current one. */
  prompt_number: count(),
  promptNumber: count(),
} as const;

const tool = {
  tool_name: text(1000),
  toolName: text(1000),
  /** Any JSON, or JSON as text. */
  tool_input: z.unknown().optional(),
  toolInput: z.unknown().optional(),
  /** Any JSON. */
  tool_response: z.unknown().optional(),
  tool_result: z.unknown().optional(),
  toolResponse: z.unknown().optional(),
  toolResult: z.unknown().optional(),
  /** The host's id of this use: the same id again is a duplicate. */
  tool_use_id: text(1000),
  toolUseId: text(1000),
} as const;

const messages = {
  last_user_message: message(),
  lastUserMessage: message(),
  last_assistant_message: message(),
  lastAssistantMessage: message(),
} as const;

const prompt = { prompt: message(), userPrompt: message(), user_prompt: message() } as const;

type Fields<T extends Record<string, z.ZodType>> = z.infer<z.ZodObject<T>>;

const first = <T>(...values: T[]): NonNullable<T> | undefined =>
  values.find((value): value is T & NonNullable<T> => value !== null && value !== undefined);
const numberOf = (value: string | number | undefined): number | undefined =>
  value === undefined ? undefined : Number(value);

function sessionIdOf(body: Fields<typeof session>): string {
  const ids = [body.claudeSessionId, body.contentSessionId, body.session_id, body.sessionId];
  const id = ids.find((one) => typeof one === "string" && one.trim() !== "");
  if (typeof id === "string") return id;
  throw new AppError("validation_failed", "Missing claudeSessionId", {
    hint: "Give the session's id as claudeSessionId, contentSessionId or session_id.",
    details: [{ path: "claudeSessionId", message: "is missing" }],
  });
}

const placeOf = (body: Fields<typeof place>) => ({
  cwd: first(body.cwd),
  project: first(body.project),
  branch: first(body.branch),
  platformSource: first(body.platformSource, body.platform_source),
});

/** Sub-agents name themselves by id or by type. */
const isSubAgent = (body: Fields<typeof agent>): boolean =>
  [body.agentId, body.agent_id, body.agentType, body.agent_type].some((one) => typeof one === "string" && one !== "");

const toolOf = (body: Fields<typeof tool> & Fields<typeof turn>) => ({
  toolName: first(body.tool_name, body.toolName),
  toolInput: first(body.tool_input, body.toolInput),
  toolResponse: first(body.tool_response, body.tool_result, body.toolResponse, body.toolResult),
  toolUseId: first(body.tool_use_id, body.toolUseId),
  promptNumber: turnOf(body),
});

const turnOf = (body: Fields<typeof turn>) => numberOf(first(body.prompt_number, body.promptNumber));

const messagesOf = (body: Fields<typeof messages> & Fields<typeof agent> & Fields<typeof turn>) => ({
  lastUserMessage: first(body.last_user_message, body.lastUserMessage),
  lastAssistantMessage: first(body.last_assistant_message, body.lastAssistantMessage),
  promptNumber: turnOf(body),
  isSubAgent: isSubAgent(body),
});

const promptOf = (body: Fields<typeof prompt>) => first(body.prompt, body.userPrompt, body.user_prompt);

/** M6, `POST /api/sessions/observations`: one tool use. Throws `validation_failed` without a session's id. */
export const ObservationPost = z
  .looseObject({ ...session, ...place, ...agent, ...turn, ...tool })
  .meta({ id: "ObservationPost" })
  .transform((body) => ({ claudeSessionId: sessionIdOf(body), ...placeOf(body), ...toolOf(body) }));
export type ObservationPost = z.infer<typeof ObservationPost>;
/** What a sender writes. */
export type ObservationPostInput = z.input<typeof ObservationPost>;

/** M11, `POST /sessions/:sessionDbId/observations`. */
export const SessionObservationPost = z
  .looseObject({ ...place, ...agent, ...turn, ...tool })
  .meta({ id: "SessionObservationPost" })
  .transform((body) => ({ ...placeOf(body), ...toolOf(body) }));
export type SessionObservationPost = z.infer<typeof SessionObservationPost>;
export type SessionObservationPostInput = z.input<typeof SessionObservationPost>;

/** M7, `POST /api/sessions/summarize`: the turn is over. Throws `validation_failed` without a session's id. */
export const SummarizePost = z
  .looseObject({ ...session, ...place, ...agent, ...turn, ...messages })
  .meta({ id: "SummarizePost" })
  .transform((body) => ({ claudeSessionId: sessionIdOf(body), ...placeOf(body), ...messagesOf(body) }));
export type SummarizePost = z.infer<typeof SummarizePost>;
export type SummarizePostInput = z.input<typeof SummarizePost>;

/** M12, `POST /sessions/:sessionDbId/summarize`. */
export const SessionSummarizePost = z
  .looseObject({ ...place, ...agent, ...turn, ...messages })
  .meta({ id: "SessionSummarizePost" })
  .transform((body) => ({ ...placeOf(body), ...messagesOf(body) }));
export type SessionSummarizePost = z.infer<typeof SessionSummarizePost>;
export type SessionSummarizePostInput = z.input<typeof SessionSummarizePost>;

/** M8, `POST /api/sessions/complete`. Throws `validation_failed` without a session's id. */
export const CompletePost = z
  .looseObject({
    ...session,
    platformSource: place.platformSource,
    platform_source: place.platform_source,
    reason: text(1000),
  })
  .meta({ id: "CompletePost" })
  .transform((body) => ({
    claudeSessionId: sessionIdOf(body),
    platformSource: first(body.platformSource, body.platform_source),
    reason: first(body.reason),
  }));
export type CompletePost = z.infer<typeof CompletePost>;
export type CompletePostInput = z.input<typeof CompletePost>;

/** M9, `POST /api/sessions/init`. Throws `validation_failed` without a session's id. */
export const InitPost = z
  .looseObject({ ...session, ...place, ...turn, ...prompt })
  .meta({ id: "InitPost" })
  .transform((body) => ({
    claudeSessionId: sessionIdOf(body),
    ...placeOf(body),
    prompt: promptOf(body),
    promptNumber: turnOf(body),
  }));
export type InitPost = z.infer<typeof InitPost>;
export type InitPostInput = z.input<typeof InitPost>;

/** M10, `POST /sessions/:sessionDbId/init`. */
export const SessionInitPost = z
  .looseObject({ ...place, ...turn, ...prompt })
  .meta({ id: "SessionInitPost" })
  .transform((body) => ({ ...placeOf(body), prompt: promptOf(body), promptNumber: turnOf(body) }));
export type SessionInitPost = z.infer<typeof SessionInitPost>;
export type SessionInitPostInput = z.input<typeof SessionInitPost>;

/** M13: nothing is read from the body. */
export const EmptyPost = z.looseObject({}).meta({ id: "EmptyPost" });
export type EmptyPost = z.infer<typeof EmptyPost>;

/** `:sessionDbId`, our numeric id of a session. */
export const SessionDbParams = z.object({ id: PathId });

/**
 * Why something was not stored: `private`, `tool_excluded`, `project_excluded`, `duplicate`; ours beside them `empty`
 * (nothing to store), `subagent` (its stop is not the session's), `no_session` (an end alone makes none), `forgotten`
 * and `deleted` (a person took it away).
 */
export const SkipReason = z.string();

/** M6, M7, M11, M12: durable, or why not. */
export const QueueReply = z
  .union([z.object({ status: z.literal("queued") }), z.object({ status: z.literal("skipped"), reason: SkipReason })])
  .meta({ id: "QueueReply" });
export type QueueReply = z.infer<typeof QueueReply>;

/** M8, M13. `message` where there was nothing to end. */
export const CompleteReply = z
  .object({ success: z.literal(true), message: z.string().optional() })
  .meta({ id: "CompleteReply" });
export type CompleteReply = z.infer<typeof CompleteReply>;

/** M9. Ids are there unless nothing of the project is captured. */
export const InitReply = z
  .object({
    sessionDbId: z.number().int().optional(),
    promptNumber: z.number().int().optional(),
    skipped: z.boolean(),
    reason: SkipReason.optional(),
  })
  .meta({ id: "InitReply" });
export type InitReply = z.infer<typeof InitReply>;

/** M10. `skipped` with a `reason` where the prompt was not stored. */
export const SessionInitReply = z
  .object({
    status: z.literal("initialized"),
    sessionDbId: z.number().int(),
    port: z.number().int(),
    promptNumber: z.number().int(),
    skipped: z.boolean(),
    reason: SkipReason.optional(),
  })
  .meta({ id: "SessionInitReply" });
export type SessionInitReply = z.infer<typeof SessionInitReply>;

/** Work that is still to be done for a turn; its texts stand with the turn. */
export const PendingMessage = z
  .object({ type: z.enum(["observation", "summarize"]), prompt_number: z.number().int() })
  .meta({ id: "PendingMessage" });
export type PendingMessage = z.infer<typeof PendingMessage>;

/** M14: a session that has not ended, with the fields of ActiveSession. */
export const ActiveSession = z
  .object({
    status: z.literal("active"),
    sessionDbId: z.number().int(),
    claudeSessionId: z.string(),
    contentSessionId: z.string(),
    sdkSessionId: z.string(),
    memorySessionId: z.string(),
    project: z.string(),
    platformSource: z.string(),
    /** The first prompt, cleaned; empty where it was private or there is none. */
    userPrompt: z.string(),
    /** Entries of `pendingMessages`. */
    queueLength: z.number().int(),
    pendingMessages: PendingMessage.array(),
    lastPromptNumber: z.number().int(),
    startTime: EpochMs,
    /** Milliseconds since `startTime`. */
    uptime: z.number().int(),
    cumulativeInputTokens: z.number().int(),
    cumulativeOutputTokens: z.number().int(),
  })
  .meta({ id: "ActiveSession" });
export type ActiveSession = z.infer<typeof ActiveSession>;

/** M14: `not_found` for a session that is unknown, was forgotten or has ended. */
export const SessionStatusReply = z
  .union([ActiveSession, z.object({ status: z.literal("not_found") })])
  .meta({ id: "SessionStatusReply" });
export type SessionStatusReply = z.infer<typeof SessionStatusReply>;

export const SessionDeleteReply = z.object({ status: z.literal("deleted") }).meta({ id: "SessionDeleteReply" });
export type SessionDeleteReply = z.infer<typeof SessionDeleteReply>;
