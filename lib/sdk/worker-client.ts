/** What the package exports as `keepsake/worker-client` (M50–M52). */
import type { CallOptions } from "./worker-client/request";
import { openStream, type StreamOptions, type WorkerEvent, type WorkerStream } from "./worker-client/stream";
import { DEFAULT_PORT, makeTarget, type WorkerOptions } from "./worker-client/target";
import { WorkerClient } from "./worker-client/client";

export type * from "./worker-client/bodies";
export { WorkerClient } from "./worker-client/client";
export {
  WorkerFrameError,
  WorkerRequestError,
  WorkerTimeoutError,
  WorkerUnavailableError,
} from "./worker-client/errors";
export type { CallOptions } from "./worker-client/request";
export {
  callWorkerWithFallback,
  type FallbackOptions,
  type FallbackRequest,
  retryWithBackoff,
} from "./worker-client/retry";
export type { StreamOptions, WorkerEvent, WorkerStream } from "./worker-client/stream";
export { DEFAULT_PORT, WORKER_BASE_URL, type WorkerOptions, type WorkerTimeouts } from "./worker-client/target";
export type { SearchAnswer, SearchHit } from "../contract/search";
export type { Timeline, TimelineItem } from "../contract/timeline";
export type { InitReply, QueueReply, SessionStatusReply } from "../contract/worker-capture";
export type {
  ObservationRow,
  ObservationSearchResult,
  PromptRow,
  PromptSearchResult,
  SessionRow,
  SummaryRow,
  SummarySearchResult,
} from "../contract/worker-rows";

/** Whether a worker answers, within 2 s; false on any failure (M50). */
export function isWorkerHealthy(
  port: number = DEFAULT_PORT,
  options: WorkerOptions & CallOptions = {},
): Promise<boolean> {
  return new WorkerClient(port, options).isHealthy(options);
}

/** `connectSSE` of a client of its own (M50, M52). */
export function connectToSSE(
  onEvent: (event: WorkerEvent) => void,
  { port = DEFAULT_PORT, ...options }: StreamOptions & WorkerOptions & { port?: number | undefined } = {},
): WorkerStream {
  return openStream(makeTarget(port, options), onEvent, options);
}
