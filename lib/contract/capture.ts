/** What hosts send (`POST /api/ingest`, `POST /api/hooks/<host>`) and the one shape that every host's payload becomes. */
import { z } from "zod";
import { AppError } from "./errors";

const HOSTS = ["claude-code", "codex", "gemini", "cursor", "kimi", "opencode", "windsurf", "vscode", "api"] as const;
export const Host = z.enum(HOSTS);
export type Host = z.infer<typeof Host>;
/** Who evidence comes from: a host, or a program that speaks for an account by the EverMe gateway, which no host may pass for. */
export type CaptureHost = Host | "everme";
/** Those that have an adapter (`lib/hosts/registry`): what others send would be stored in a shape that nobody reads. */
export const SupportedHost = Host.extract(["claude-code", "codex", "gemini", "cursor", "kimi", "opencode", "windsurf"]);
export type SupportedHost = z.infer<typeof SupportedHost>;

/** Throws `not_found` naming the supported ones. */
export function requireHost(host: string): SupportedHost {
  const known = SupportedHost.safeParse(host);
  if (known.success) return known.data;
  throw new AppError("not_found", "This host is not supported.", {
    hint: `Supported: ${SupportedHost.options.join(", ")}.`,
  });
}

/**
 * One item of `POST /api/ingest`: a host's own hook JSON, one line of its transcript (`event: "TranscriptLine"`), or a record of
 * a transcript as our readers tell it (`TranscriptRecord`, which any host may have).
 */
export const IngestItem = z
  .strictObject({
    host: Host,
    event: z.string().min(1).max(100),
    payload: z.record(z.string(), z.unknown()),
    idempotencyKey: z.string().min(1).max(300).optional(),
  })
  .meta({ id: "IngestItem" });
export type IngestItem = z.infer<typeof IngestItem>;

/** Items of one request. */
export const MAX_INGEST_ITEMS = 5000;

/** Events as hosts name them: letters, digits and a few signs. */
export const HookEventName = z.string().regex(/^[\w.:-]{1,100}$/, "is no name of an event");

/** `POST /api/hooks/<host>`: the host's own body, loosely; a field that we do not know is no error. */
export const HookParams = z
  .object({ host: z.string().min(1).max(100) })
  // Before the body is parsed: what another host sends need not look like a body of ours.
  .refine(({ host }) => requireHost(host));
export const HookBody = z
  .looseObject({
    hook_event_name: HookEventName.optional(),
    /** Windsurf's name for it. */
    agent_action_name: HookEventName.optional(),
  })
  .meta({ id: "HookBody" });
export type HookBody = z.infer<typeof HookBody>;

/** `event` names it where the body does not, and counts before the body's. */
export const HookQuery = z.object({ event: HookEventName.optional() });
export type HookQuery = z.infer<typeof HookQuery>;

export const IngestResult = z
  .object({
    accepted: z.number().int(),
    duplicates: z.number().int(),
    /** Reason → count, e.g. `{ private: 1, bookkeeping: 12, sidechain: 3, project_excluded: 2 }`. */
    skipped: z.record(z.string(), z.number().int()),
    rejected: z.array(z.object({ index: z.number().int(), error: z.string() })),
  })
  .meta({ id: "IngestResult" });
export type IngestResult = z.infer<typeof IngestResult>;

/** Fields that every captured event has, whatever the host. */
interface CaptureBase {
  host: CaptureHost;
  /** The host's own session id, 1–300 characters. */
  hostSessionId: string;
  /** Milliseconds UTC; undefined = arrival time. */
  at?: number | undefined;
  cwd?: string | undefined;
  /** A project's key, name or alias; counts where there is no folder. */
  project?: string | undefined;
  branch?: string | undefined;
  /** Turn that it belongs to, where the session has that turn; else its time says. */
  turn?: number | undefined;
  /** The sender may never say when a turn begins: work after one that nobody's prompt began is of the next (M7). */
  beginsTurns?: boolean | undefined;
  /** True for lines of a stored transcript: the 50-token rule holds only there (M3). */
  fromTranscript: boolean;
  /** Stable within the session; a second delivery with the same key is a duplicate. Undefined = content hash. */
  key?: string | undefined;
}

export type CaptureEvent = CaptureBase &
  (
    | { type: "session_start"; source?: string | undefined }
    | { type: "session_end"; reason?: string | undefined }
    | { type: "title"; text: string; rank: number }
    /** `isLate` = told when the turn is over: the prompt of a turn that has none. */
    | { type: "prompt"; text: string; isLate?: boolean | undefined }
    /**
     * Assistant text. `messageId` groups pieces of one message; `final` = the host says it closes the turn; `subagent` = said by
     * a sub-agent of it, which is nobody's answer (K21).
     */
    | {
        type: "message";
        text: string;
        messageId?: string | undefined;
        final?: boolean | undefined;
        subagent?: boolean | undefined;
      }
    /** The host is about to shorten the session's context, or has: what the agent was told there is gone. */
    | { type: "compaction"; trigger?: string | undefined }
    /** One tool use. Call and result may arrive apart (transcripts) and are joined by `toolUseId`. */
    | {
        type: "tool";
        toolUseId?: string | undefined;
        name?: string | undefined;
        input?: unknown;
        output?: unknown;
        isError?: boolean | undefined;
      }
    /**
     * `done` = the agent finished; `interrupted` = the person stopped it. `isRepeat` = another Stop hook made the agent go
     * on after it had finished, and this is where it finished again (E91).
     */
    | {
        type: "turn_end";
        outcome: "done" | "interrupted";
        lastMessage?: string | undefined;
        isRepeat?: boolean | undefined;
      }
  );

/** What a host adapter makes of one item: events to store, or the reason why there are none. */
export type Adapted = { events: CaptureEvent[] } | { skip: string };
