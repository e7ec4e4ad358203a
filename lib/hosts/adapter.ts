/** What every host adapter offers: its native payloads become the one shape of `lib/contract/capture`. */
import type { Adapted } from "../contract/capture";

export type Payload = Record<string, unknown>;

/** What a host passes on of a hook's text; what is longer it cuts or drops. */
export interface TextCap {
  chars: number;
  /** UTF-8; where the host counts so. */
  bytes?: number;
}

/**
 * Pure and stateless; opens no file. A payload without what is needed throws a `ZodError` or `AppError`, which spoils
 * that item only.
 */
export interface HostAdapter {
  /** A live hook event. */
  hook(event: string, payload: Payload): Adapted;
  /** One line of a stored transcript. */
  transcriptLine(payload: Payload): Adapted;
  /** The importer reached the end of a transcript. */
  transcriptEnd(payload: Payload): Adapted;
  /** The answer to a hook delivered over HTTP, in the host's own format; `context` is text to give to the agent. */
  reply(event: string, context: string | null): object;
  /** What the hook program prints where there is context; absent = the reply as JSON. */
  print?(event: string, context: string): string;
  /** Hook events whose answer may carry context. */
  contextEvents: readonly string[];
  cap: TextCap;
  /** The host adds nothing to the context at a session's start: the first prompt brings that block along. */
  startsAtPrompt?: boolean;
}
