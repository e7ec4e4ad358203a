/** Reads for pages: what goes wrong becomes a value that the view shows, with the request id that finds the log line. */
import { notFound } from "next/navigation";
import type { ShownError } from "@/components/change/result";
import { getApp } from "@/lib/app";
import type { App } from "@/lib/context";
import { AppError } from "@/lib/contract/errors";
import { toAppError } from "@/lib/http/respond";
import { newId } from "@/lib/ids";

export type Loaded<T> = { ok: true; data: T } | { ok: false; error: ShownError };

/** Runs `read` with the app. `not_found` shows the not-found page; every other error is logged and returned. */
export async function load<T>(read: (app: App) => T | Promise<T>): Promise<Loaded<T>> {
  const result = await attempt(read);
  if (!result.ok && result.error.code === "not_found") notFound();
  return result;
}

/** As `load`, for callers that answer `not_found` themselves (server actions). */
export async function attempt<T>(run: (app: App) => T | Promise<T>): Promise<Loaded<T>> {
  let app: App | undefined;
  try {
    app = await getApp();
    return { ok: true, data: await run(app) };
  } catch (error) {
    return { ok: false, error: show(error, app) };
  }
}

function show(error: unknown, app: App | undefined): ShownError {
  const known = error instanceof AppError ? error : toAppError(error);
  const requestId = newId("req");
  if (known.code === "internal") app?.log.error({ requestId, err: error }, "page failed");
  return {
    message: known.message,
    hint: known.hint,
    code: known.code,
    details: known.details,
    rejection: known.rejection,
    // Only unexpected errors have a log line to find.
    requestId: known.code === "internal" ? requestId : undefined,
  };
}
