/** The one error of the SDK (V14, V17). */
import { redactError } from "./redact";

/** `auth`: the token is refused; `timeout`: no whole answer in time; `upstream`: everything else. */
export type EvermeErrorType = "auth" | "timeout" | "upstream";

export interface EvermeErrorFields {
  message: string;
  /** Default: what the code says. */
  type?: EvermeErrorType | undefined;
  /** Status of the envelope; 0 = there was none. */
  code?: number | undefined;
  /** HTTP status. */
  status?: number | undefined;
  requestId?: string | undefined;
  cause?: unknown;
}

const MAX_MESSAGE = 240;
const MAX_ID = 128;
/** Said of a login that is asked too often: not a matter of the token. */
const SLOW_DOWN = 30104;

/** Message without secrets, at most 240 characters; the request id at most 128. */
export class EvermeError extends Error {
  readonly type: EvermeErrorType;
  readonly code: number;
  readonly httpStatus: number | undefined;
  readonly requestId: string | undefined;

  constructor({ message, code = 0, type = typeOfCode(code), status, requestId, cause }: EvermeErrorFields) {
    super(redactError(message).slice(0, MAX_MESSAGE), cause === undefined ? undefined : { cause });
    this.name = "EvermeError";
    this.type = type;
    this.code = code;
    this.httpStatus = status;
    this.requestId = requestId?.slice(0, MAX_ID);
  }

  /** One line for a log: message, what the system called the fault, request id. */
  describe(): string {
    const errno = errnoOf(this.cause);
    const facts = [
      this.type,
      ...(this.code === 0 ? [] : [`code ${this.code}`]),
      ...(this.httpStatus === undefined ? [] : [`HTTP ${this.httpStatus}`]),
      ...(errno === undefined ? [] : [errno]),
      ...(this.requestId === undefined ? [] : [`requestId ${this.requestId}`]),
    ];
    return `${this.message} (${facts.join(", ")})`;
  }
}

/** One line for a log from whatever was thrown, without secrets. */
export function describeError(error: unknown): string {
  if (error instanceof EvermeError) return error.describe();
  const errno = errnoOf(error);
  const text = redactError(error).slice(0, MAX_MESSAGE);
  return errno === undefined || text.includes(errno) ? text : `${text} (${errno})`;
}

/** V14: which kind of failure a status of the envelope is. */
export function typeOfCode(code: number): EvermeErrorType {
  return code >= 30_000 && code <= 30_299 && code !== SLOW_DOWN ? "auth" : "upstream";
}

/** Name that the system gives the fault, such as `ECONNREFUSED`, wherever in the chain of causes it stands. */
function errnoOf(error: unknown, depth = 0): string | undefined {
  if (typeof error !== "object" || error === null || depth > 5) return undefined;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return typeof code === "string" && /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? code : errnoOf(cause, depth + 1);
}
