/** The one error model: codes, their HTTP status, and the body every failed request answers (design §6). */
import { z } from "zod";

export const ERROR_STATUS = {
  invalid_json: 400,
  validation_failed: 400,
  unauthorized: 401,
  forbidden_origin: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  busy: 429,
  not_ready: 503,
  disk_full: 507,
  internal: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export const ErrorDetail = z.object({ path: z.string(), message: z.string() });
export type ErrorDetail = z.infer<typeof ErrorDetail>;

/** Body of every non-2xx answer. `error` is a sentence, `hint` says what to do, `requestId` finds the log line. */
export const ErrorBody = z
  .object({
    ok: z.literal(false),
    error: z.string(),
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    hint: z.string().optional(),
    details: z.array(ErrorDetail).optional(),
    /** With `reason`: a memory that was refused, and why, as a code (E41, E57). */
    status: z.literal("rejected").optional(),
    reason: z.string().optional(),
    requestId: z.string(),
  })
  .meta({ id: "Error" });
export type ErrorBody = z.infer<typeof ErrorBody>;

interface AppErrorOptions {
  hint?: string | undefined;
  details?: ErrorDetail[] | undefined;
  /** Why a memory was refused, as a code: the body then says `status: "rejected"` and this `reason`. */
  rejection?: string | undefined;
  cause?: unknown;
}

/** The only error that services throw on purpose; `lib/http/route` maps it to {@link ErrorBody}. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly details: ErrorDetail[] | undefined;
  readonly rejection: string | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.hint = options.hint;
    this.details = options.details;
    this.rejection = options.rejection;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** `noSuch("memory", 7)`: "There is no memory 7." What is no id in an address counts as 0 and is not named. */
export const noSuch = (noun: string, id: number, hint?: string): AppError =>
  new AppError("not_found", id === 0 ? `There is no such ${noun}.` : `There is no ${noun} ${id}.`, { hint });
