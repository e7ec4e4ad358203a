/** Maps errors to the one error body, and sets the headers that every data answer carries. */
import { ZodError } from "zod";
import { AppError, type ErrorBody, ERROR_STATUS } from "../contract/errors";
import { explainIssue, sentenceOf } from "../contract/explain-issue";
import type { Log } from "../context";

export const dataHeaders = (requestId: string): Record<string, string> => ({
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-request-id": requestId,
});

/** Known errors keep their code; a full disk is 507; everything else is 500 and logged with the request id. */
export function toErrorResponse(error: unknown, requestId: string, log?: Log): Response {
  const known = toAppError(error);
  if (known.code === "internal") log?.error({ requestId, err: error }, "request failed");
  else log?.debug({ requestId, code: known.code }, "request refused");
  const body: ErrorBody = {
    ok: false,
    error: known.message,
    code: known.code,
    ...(known.hint === undefined ? {} : { hint: known.hint }),
    ...(known.details === undefined ? {} : { details: known.details }),
    ...(known.rejection === undefined ? {} : { status: "rejected" as const, reason: known.rejection }),
    requestId,
  };
  return toJsonResponse(body, ERROR_STATUS[known.code], requestId);
}

/** JSON in UTF-8 with its length (E105). */
export function toJsonResponse(value: unknown, status: number, requestId: string): Response {
  const body = JSON.stringify(value);
  const headers = {
    ...dataHeaders(requestId),
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
  };
  return new Response(body, { status, headers });
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ZodError) {
    const details = error.issues.slice(0, 20).map(explainIssue);
    const first = details[0];
    const sentence = first === undefined ? "The request is not valid." : sentenceOf(first);
    return new AppError("validation_failed", sentence, { hint: "See details, and GET /api/openapi.json.", details });
  }
  const code = (error as { code?: unknown } | null)?.code;
  if (code === "SQLITE_FULL" || code === "ENOSPC") {
    return new AppError("disk_full", "The disk is full; nothing was stored.", {
      hint: "Free some space; senders may then send again.",
      cause: error,
    });
  }
  if (code === "SQLITE_BUSY" || code === "SQLITE_LOCKED") {
    return new AppError("busy", "The store is busy.", { hint: "Send again in a moment.", cause: error });
  }
  return new AppError("internal", "Something went wrong on our side.", {
    hint: "The server's log has the details under this request id.",
    cause: error,
  });
}
