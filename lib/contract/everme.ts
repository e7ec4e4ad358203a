/** The EverMe wire (V2–V16, §3.7): bodies of `/api/v1/mem/*`, loosely read, and the one envelope that answers them. */
import { z } from "zod";

export const MAX_QUERY_POINTS = 1024;
export const MAX_TEXT_POINTS = 8000;
export const MAX_MESSAGES = 500;
/** Bytes of one request. */
export const MAX_GATEWAY_BYTES = 1024 * 1024;
const MAX_TOP_K = 100;

/** V14: what a client tells apart. Success is 0. */
export const EVERME_STATUS = {
  noBearer: 30001,
  slowDown: 30104,
  badAccountKey: 30201,
  badAgentKey: 30301,
  forbidden: 30302,
  invalid: 40001,
  tooLarge: 40002,
  notFound: 40004,
  wrongMethod: 40005,
  conflict: 40009,
  internal: 50000,
  notReady: 50003,
  diskFull: 50007,
} as const;
export type EvermeStatus = (typeof EVERME_STATUS)[keyof typeof EVERME_STATUS];

/** V10, V11: every answer, whatever went wrong. */
export const EvermeEnvelope = z
  .object({
    /** 0 = done, and only that. */
    status: z.number().int(),
    error: z.string().nullable(),
    requestId: z.string(),
    result: z.unknown(),
  })
  .meta({ id: "EvermeEnvelope" });
export type EvermeEnvelope = z.infer<typeof EvermeEnvelope>;

/** The envelope of a success. */
export const enveloped = <T extends z.ZodType>(result: T) =>
  z.object({ status: z.literal(0), error: z.null(), requestId: z.string(), result });

/** Not counted out where the length alone decides. */
const isWithin = (text: string, points: number): boolean =>
  text.length <= points || (text.length <= 2 * points && Array.from(text).length <= points);
const points = (most: number) =>
  z.string().refine((text) => isWithin(text, most), `has at most ${most} characters (code points)`);

const ConversationId = z.string().trim().min(1).max(200);
/** Milliseconds; small numbers are seconds. */
const Timestamp = z
  .number()
  .nonnegative()
  .max(Number.MAX_SAFE_INTEGER)
  .transform((time) => Math.round(time <= 1e10 ? time * 1000 : time));

const common = {
  timestamp: Timestamp.optional(),
  /** The client's own id of the message (V47). */ id: z.string().max(300).optional(),
};
const UserMessage = z.object({ role: z.literal("user"), content: points(MAX_TEXT_POINTS), ...common });
const ToolCall = z.object({
  id: z.string().min(1).max(300),
  type: z.literal("function").default("function"),
  name: z.string().min(1).max(300),
  arguments: z.string(),
});
export type ToolCall = z.infer<typeof ToolCall>;
const AssistantMessage = z
  .object({
    role: z.literal("assistant"),
    content: points(MAX_TEXT_POINTS).optional(),
    toolCalls: z.array(ToolCall).max(MAX_MESSAGES).optional(),
    turnComplete: z.boolean().optional(),
    ...common,
  })
  .refine(({ content, toolCalls }) => content !== undefined || (toolCalls?.length ?? 0) > 0, {
    message: "holds neither content nor toolCalls",
  });
/** Of personal memory: calls of tools beside the words are left out. */
const AssistantWords = z.object({
  role: z.literal("assistant"),
  content: points(MAX_TEXT_POINTS),
  turnComplete: z.boolean().optional(),
  ...common,
});
const ToolMessage = z.object({
  role: z.literal("tool"),
  toolCallId: z.string().min(1).max(300),
  /** Not capped (V31). */
  content: z.string(),
  ...common,
});
export const EvermeMessage = z.discriminatedUnion("role", [UserMessage, AssistantMessage, ToolMessage]);
export type EvermeMessage = z.infer<typeof EvermeMessage>;

const Count = z.number().int().min(0).max(1_000_000_000);

/** V5, §3.7. */
export const AgentMemoryBody = z
  .object({
    conversationId: ConversationId,
    messages: z.array(EvermeMessage).max(MAX_MESSAGES),
    flush: z.boolean().default(false),
    sync: z.boolean().optional(),
    channel: z.string().max(100).optional(),
    turns: Count.optional(),
    baseTurn: Count.optional(),
    syncScope: z.string().min(1).max(200).optional(),
    deduplication: z.literal("client-native-id").optional(),
    offline: z.boolean().optional(),
  })
  .refine(({ messages, flush }) => messages.length > 0 || flush, {
    path: ["messages"],
    message: "may be empty only with flush",
  })
  .superRefine(({ deduplication, channel, baseTurn, offline, syncScope }, context) => {
    if (deduplication === undefined) return;
    const wrong = [
      [channel !== "hook", "needs the channel hook"],
      [baseTurn !== undefined, "does not go with baseTurn"],
      [offline === true, "does not go with offline"],
      [syncScope !== undefined, "does not go with syncScope"],
    ] as const;
    for (const [is, message] of wrong) if (is) context.addIssue({ code: "custom", path: ["deduplication"], message });
  });
export type AgentMemoryBody = z.infer<typeof AgentMemoryBody>;

/** V42. */
export const WriteStatus = z.enum(["accumulated", "extracted", "no_extraction"]);
export type WriteStatus = z.infer<typeof WriteStatus>;
export const AgentMemoryResult = z.object({
  sessionId: z.string(),
  status: WriteStatus,
  /** Messages of this request that were taken. */
  messageCount: z.number().int(),
  /** A flush was issued. */
  flushed: z.boolean(),
  extracted: z.boolean(),
  personalStatus: WriteStatus,
  personalExtracted: z.boolean(),
});
export type AgentMemoryResult = z.infer<typeof AgentMemoryResult>;

/** V7. */
export const PersonalBody = z
  .object({
    conversationId: ConversationId,
    messages: z.array(z.discriminatedUnion("role", [UserMessage, AssistantWords])).max(MAX_MESSAGES),
    flush: z.boolean().default(false),
  })
  .refine(({ messages, flush }) => messages.length > 0 || flush, {
    path: ["messages"],
    message: "may be empty only with flush",
  });
export type PersonalBody = z.infer<typeof PersonalBody>;
export const PersonalResult = AgentMemoryResult.omit({ personalStatus: true, personalExtracted: true });
export type PersonalResult = z.infer<typeof PersonalResult>;

/** V6. */
export const SyncStateBody = z.object({
  sessions: z
    .array(z.object({ conversationId: ConversationId, syncScope: z.string().max(200).optional() }))
    .max(MAX_MESSAGES)
    .default([]),
});
export type SyncStateBody = z.infer<typeof SyncStateBody>;
export const SyncStateResult = z.object({
  hookSyncScopeSupported: z.boolean(),
  syncScopeSupported: z.boolean(),
  /**
   * As they were asked for; `turns` = completed turns that are there, `declaredTurns` = those that hooks said they had sent: what the
   * completeness of a capture is measured by (V68).
   */
  sessions: z.array(
    z.object({
      conversationId: z.string(),
      syncScope: z.string().nullable(),
      turns: z.number().int(),
      declaredTurns: z.number().int(),
    }),
  ),
});
export type SyncStateResult = z.infer<typeof SyncStateResult>;

export const EvermeMemoryType = z.enum(["episodic_memory", "profile", "raw_message", "agent_memory"]);
export type EvermeMemoryType = z.infer<typeof EvermeMemoryType>;

/** V2, V3. `rankBy` and `filter` are the original's own and change nothing. */
export const EvermeSearchBody = z.object({
  query: points(MAX_QUERY_POINTS).refine((text) => text.trim() !== "", "is empty"),
  topK: z.number().int().min(1).max(MAX_TOP_K).default(10),
  rankBy: z.string().max(100).optional(),
  filter: z.record(z.string(), z.unknown()).optional(),
  memoryTypes: z.array(EvermeMemoryType).max(10).optional(),
});
export type EvermeSearchBody = z.infer<typeof EvermeSearchBody>;

const row = { id: z.string(), type: z.string(), score: z.number().nullable(), timestamp: z.number().int() };
export const EvermeSearchResult = z.object({
  items: z.array(z.object({ ...row, title: z.string(), episode: z.string(), sessionId: z.string().nullable() })),
  profiles: z.array(
    z.object({ ...row, item_type: z.string(), content: z.string(), profileData: z.object({ embed_text: z.string() }) }),
  ),
  rawMessages: z.array(
    z.object({
      ...row,
      role: z.string(),
      senderName: z.string(),
      content: z.string(),
      sessionId: z.string().nullable(),
    }),
  ),
  agentMemory: z.object({
    cases: z.array(z.object({ ...row, taskIntent: z.string(), approach: z.string(), content: z.string() })),
    skills: z.array(z.object({ ...row, name: z.string(), description: z.string(), content: z.string() })),
  }),
});
export type EvermeSearchResult = z.infer<typeof EvermeSearchResult>;

/** V4. */
export const EvermeContextBody = z.object({ forceRefresh: z.boolean().default(false) });
export type EvermeContextBody = z.infer<typeof EvermeContextBody>;
const Source = z.object({ id: z.string(), timestamp: z.number().int() });
export const EvermeContextResult = z.object({
  profile: z.object({
    explicit_info: z.array(
      z.object({ category: z.string(), description: z.string(), evidence: z.string(), sources: z.array(Source) }),
    ),
    implicit_traits: z.array(
      z.object({ trait: z.string(), description: z.string(), basis: z.string(), evidence: z.string() }),
    ),
  }),
  /** ISO 8601: when this profile was kept; the same until facts change or a refresh is asked for. */
  cachedAt: z.string(),
  generatedAt: z.string(),
});
export type EvermeContextResult = z.infer<typeof EvermeContextResult>;

/** Bytes of one file of a cold start. */
export const MAX_UPLOAD_BYTES = 8 * 1024 * 1024;
export const UPLOAD_TYPES = ["application/json", "application/x-ndjson", "text/plain", "text/markdown"] as const;
export const UploadType = z.enum(UPLOAD_TYPES);
export type UploadType = z.infer<typeof UploadType>;

/** V9. The file's name says nothing that is needed, and is not kept. */
export const PresignBody = z.object({
  fileName: z.string().min(1).max(300),
  contentType: z
    .string()
    .max(100)
    .transform((type) => type.split(";")[0]?.trim().toLowerCase())
    .pipe(UploadType),
  sizeBytes: z.number().int().min(1).max(MAX_UPLOAD_BYTES),
  /** SHA-256 of the file, hex. */
  contentHash: z
    .string()
    .transform((hash) => hash.replace(/^sha256[:-]/i, "").toLowerCase())
    .pipe(z.string().regex(/^[0-9a-f]{64}$/, "is no SHA-256 in hex")),
});
export type PresignBody = z.infer<typeof PresignBody>;
export const PresignResult = z.object({
  objectKey: z.string(),
  /** Takes a multipart form: the fields, then `file`. */
  uploadUrl: z.string(),
  formFields: z.record(z.string(), z.string()),
  maxSize: z.number().int(),
  expiresAt: z.string(),
});
export type PresignResult = z.infer<typeof PresignResult>;
export const ObjectKey = z.string().regex(/^[0-9a-f]{32}$/, "is no key of an upload");
export const UploadResult = z.object({ objectKey: z.string(), sizeBytes: z.number().int() });
export type UploadResult = z.infer<typeof UploadResult>;

/** V9: takes in what was uploaded. The same key answers the same. */
export const SourcesBody = z.object({
  objectKey: ObjectKey,
  idempotencyKey: z.string().min(1).max(200),
  /** Of messages that name none. */
  conversationId: ConversationId.optional(),
});
export type SourcesBody = z.infer<typeof SourcesBody>;
export const SourcesResult = z.object({
  sourceId: z.string(),
  status: z.literal("imported"),
  conversations: z.number().int(),
  messageCount: z.number().int(),
});
export type SourcesResult = z.infer<typeof SourcesResult>;

/** V8: names, never words. */
const Name = z.string().regex(/^[\w.:-]{1,100}$/);
export const ImportEventsBody = z.object({
  event: Name,
  channel: Name.optional(),
  outcome: Name.optional(),
  hookEvent: Name.optional(),
  code: z.union([z.number(), Name]).optional(),
  ts: z.union([z.number(), z.string().max(100)]).optional(),
});
export type ImportEventsBody = z.infer<typeof ImportEventsBody>;
export const ImportEventsResult = z.object({ accepted: z.literal(true), count: z.number().int() });
export type ImportEventsResult = z.infer<typeof ImportEventsResult>;
