/** A captured event after cleaning and before storing: nothing in it is private, secret or unbounded. */
import type { CaptureHost } from "../contract/capture";
import type { ProjectIdentity } from "../projects/service";

export interface CleanText {
  text: string;
  /** Characters before capping. */
  originalChars: number;
}

export interface PreparedBase {
  host: CaptureHost;
  hostSessionId: string;
  /** Milliseconds UTC. */
  at: number;
  cwd: string | null;
  branch: string | null;
  fromTranscript: boolean;
  /** Turn that the sender names. */
  turn: number | null;
  beginsTurns: boolean;
  /** `u:` = the host's own id of the event, `k:` = the sender's idempotency key; null = neither. */
  key: string | null;
  /** null = neither folder nor project was named: the session's project counts. */
  identity: ProjectIdentity | null;
}

export interface PreparedPrompt extends PreparedBase, CleanText {
  type: "prompt";
  isPrivate: boolean;
  isLate: boolean;
}
export interface PreparedMessage extends PreparedBase, CleanText {
  type: "message";
  messageId: string | null;
  final: boolean;
  /** Said by a sub-agent. */
  subagent: boolean;
}
export interface PreparedTool extends PreparedBase {
  type: "tool";
  toolUseId: string | null;
  name: string | null;
  /** JSON; null = this delivery has no input (a result alone). */
  input: string | null;
  /** null = this delivery has no output (a call alone). */
  output: CleanText | null;
  isError: boolean | null;
  files: string[];
  excluded: boolean;
}
export interface PreparedTurnEnd extends PreparedBase {
  type: "turn_end";
  outcome: "done" | "interrupted";
  lastMessage: CleanText | null;
}
export interface PreparedTitle extends PreparedBase {
  type: "title";
  text: string;
  rank: number;
}
export interface PreparedCompaction extends PreparedBase {
  type: "compaction";
  trigger: string | null;
}
export interface PreparedSession extends PreparedBase {
  type: "session_start" | "session_end";
  reason: string | null;
}

export type Prepared =
  | PreparedPrompt
  | PreparedMessage
  | PreparedTool
  | PreparedTurnEnd
  | PreparedTitle
  | PreparedCompaction
  | PreparedSession;

/** What became of one event. */
export type Stored = { did: "stored" } | { did: "duplicate" } | { did: "skipped"; reason: string };
export const STORED: Stored = { did: "stored" };
export const DUPLICATE: Stored = { did: "duplicate" };
export const skipped = (reason: string): Stored => ({ did: "skipped", reason });
