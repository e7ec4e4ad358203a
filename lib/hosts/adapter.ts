/** What every host adapter offers: its native payloads become the one shape of `lib/contract/capture`. */
import type { Adapted } from "../contract/capture";

export type Payload = Record<string, unknown>;

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
  /** Hook events whose answer may carry context. */
  contextEvents: readonly string[];
}
