/** What an error means for its job, in words that cannot hold stored text. */
import { ZodError } from "zod";
import { AppError } from "../contract/errors";

export type Failure =
  /** Trying again is of no use. */
  | { kind: "permanent"; error: string }
  /** Something that every job of the kind needs is missing; not this job's fault. */
  | { kind: "not_ready"; error: string }
  | { kind: "transient"; error: string };

const NAME = /^[A-Za-z]\w{0,59}$/;
const CODE = /^[\w.-]{1,60}$/;
const MAX_CAUSES = 5;

export function failureOf(error: unknown): Failure {
  const description = nameAndCode(error);
  if (error instanceof ZodError) return { kind: "permanent", error: description };
  if (!(error instanceof AppError)) return { kind: "transient", error: description };
  if (error.code === "not_ready") return { kind: "not_ready", error: description };
  const isPermanent = error.status >= 400 && error.status < 500 && error.code !== "busy" && error.code !== "conflict";
  return { kind: isPermanent ? "permanent" : "transient", error: description };
}

/** Names and codes along the causes, e.g. `DrizzleQueryError < SqliteError SQLITE_FULL`; messages quote what they could not read. */
function nameAndCode(error: unknown): string {
  const parts: string[] = [];
  for (let at: unknown = error; at instanceof Error && parts.length < MAX_CAUSES; at = at.cause) {
    const name = NAME.test(at.name) ? at.name : "Error";
    const code = (at as { code?: unknown }).code;
    parts.push(typeof code === "string" && CODE.test(code) ? `${name} ${code}` : name);
  }
  return parts.length === 0 ? "Error" : parts.join(" < ");
}

/** Where it happened: frames only, since the first lines of a stack repeat the message. */
export function framesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const stack = error.stack ?? "";
  const start = stack.indexOf(error.message);
  return stack
    .slice(start < 0 ? 0 : start + error.message.length)
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
}
