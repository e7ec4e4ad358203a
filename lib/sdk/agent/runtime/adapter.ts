/** What a host brings so that the hook runtime can serve it (V69). */
import type { HookEventName } from "./deadlines";

/** A hook's input, whatever the host calls its fields. */
export interface HookInput {
  sessionId: string;
  cwd: string | undefined;
  prompt: string | undefined;
  transcriptPath: string | undefined;
  /** The host runs this hook because of what an earlier one said. */
  isRepeat: boolean;
  /** As it came. */
  raw: Readonly<Record<string, unknown>>;
}

/** Messages to send, in the host's shape, and what stands in the checkpoint once they are there. */
export interface StoreBatch {
  messages: readonly unknown[];
  uploadedCount: number;
  nativeMessageIds?: readonly string[];
}

export interface HostAdapter {
  /** Name of the host, such as `claude-code`. */
  platform: string;
  /** Its `everme.env`. */
  envFile: string;
  /** null = this input is none of ours. */
  normalizeInput(raw: Readonly<Record<string, unknown>>): HookInput | null;
  /** The host's name of an event as ours; absent = the names are the same. */
  mapEvent?(name: string): HookEventName | null;
  /** Key of the turn that ends; absent = a hash of what is sent. */
  resolveTurnId?(input: HookInput): Promise<string | null>;
  /** All that belongs to the turn that ends. One of these two is there. */
  readLastTurn?(input: HookInput): Promise<readonly unknown[]>;
  /** Everything that was not sent yet, from `uploadedCount` messages on. */
  readStoreBatches?(input: HookInput, uploadedCount: number): Promise<StoreBatch[]>;
  /** Notes a tool call for the turn that it belongs to. */
  bufferToolUse?(input: HookInput): Promise<void>;
  /** `stop`: each Stop is one turn, and says so. Unset for hosts that only know whole sessions. */
  turnBoundary?: "stop";
  /** Cuts requests along tasks (V71: Codex only). */
  taskBatching?: boolean;
  /** Whether the end of a session or a compaction flushes; default true. */
  boundaryFlush?: boolean;
  /** What the host reads back; absent = Claude Code's format. */
  formatOutput?(event: HookEventName, additionalContext: string, systemMessage: string): string;
}
