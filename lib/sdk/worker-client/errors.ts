/** What can go wrong between a client and the worker (M51). */

const MAX_REASON = 1000;

/** Nothing answers: not started, another address, or the connection broke. */
export class WorkerUnavailableError extends Error {
  constructor(options?: { cause?: unknown }) {
    super("Claude-mem worker is not running or unreachable", options);
    this.name = "WorkerUnavailableError";
  }
}

/** The answer did not come, or did not end, in time. */
export class WorkerTimeoutError extends Error {
  /** Path of the address, without its query. */
  readonly endpoint: string;

  constructor(endpoint: string) {
    super(`Worker request timed out: ${endpoint}`);
    this.name = "WorkerTimeoutError";
    this.endpoint = endpoint;
  }
}

/**
 * The worker answered, but not with what was asked for: it refused (`status` 4xx), failed (5xx), or something else
 * listens on its port (`status` 200 and a body that is no JSON).
 */
export class WorkerRequestError extends Error {
  readonly endpoint: string;
  /** HTTP status. */
  readonly status: number;
  /** The parsed JSON, else the text, of which at most 64 KiB are kept. */
  readonly body: unknown;

  constructor(endpoint: string, status: number, body: unknown) {
    super(sentence(endpoint, status, body));
    this.name = "WorkerRequestError";
    this.endpoint = endpoint;
    this.status = status;
    this.body = body;
  }

  /** The worker's own code, such as `validation_failed`; undefined where it gave none. */
  get code(): string | undefined {
    return field(this.body, "code");
  }
}

/** A frame of the stream that is no JSON object. Its text stays out: it may be anything. */
export class WorkerFrameError extends Error {
  /** Id of the frame, if it has one. */
  readonly id: string | undefined;

  constructor(id: string | undefined) {
    super(
      `A frame of the worker's stream is not a JSON object${id === undefined ? "" : ` (id ${id})`}; it was skipped`,
    );
    this.name = "WorkerFrameError";
    this.id = id;
  }
}

/** The worker would refuse again: 4xx but 408 and 429. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof WorkerRequestError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 408 &&
  error.status !== 429;

function sentence(endpoint: string, status: number, body: unknown): string {
  const reason = field(body, "error");
  if (reason !== undefined) return `Worker answered ${status} to ${endpoint}: ${reason.slice(0, MAX_REASON)}`;
  return `Worker answered ${status} to ${endpoint} without an explanation; is something else listening on its port?`;
}

function field(body: unknown, name: string): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const value: unknown = (body as Record<string, unknown>)[name];
  return typeof value === "string" ? value : undefined;
}
