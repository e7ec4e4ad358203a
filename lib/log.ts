/** The server's log: JSON lines in `logs/`, one file a start; errors without SQL parameters, since those hold stored text. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import type { Log } from "./context";

const MAX_CAUSES = 5;
/** Kept in memory while the disk takes nothing. */
const MAX_WAITING_BYTES = 256 * 1024;

/** Name, code and stack; drizzle puts query parameters into messages, so the message of such errors is dropped. */
function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const fromQuery = error.constructor.name === "DrizzleQueryError" || "params" in error;
  const frames = (error.stack ?? "").split("\n").filter((line) => line.trimStart().startsWith("at "));
  return {
    type: error.name,
    message: fromQuery ? "query failed" : error.message.slice(0, 500),
    code: (error as { code?: unknown }).code,
    stack: frames.slice(0, 12).join("\n"),
    ...(error.cause === undefined || depth >= MAX_CAUSES ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}

/** Opens `<home>/logs/keepsake.log` for appending; `silent` writes nothing. */
export function openLog(home: string, level: string): Log {
  if (level === "silent") return pino({ level });
  const folder = join(home, "logs");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const dest = join(folder, "keepsake.log");
  const destination = pino.destination({ dest, mkdir: true, sync: true, mode: 0o600, maxLength: MAX_WAITING_BYTES });
  // A full disk must not take down what wanted to say so: lines wait until there is room, or are dropped.
  destination.on("error", () => undefined);
  return pino(
    { level, base: null, serializers: { err: describeError }, timestamp: pino.stdTimeFunctions.isoTime },
    destination,
  );
}
