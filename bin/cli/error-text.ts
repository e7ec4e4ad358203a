/** What a command prints when it fails: what is wrong and what to do, never a dump. */
import { z } from "zod";
import { AppError } from "../../lib/contract/errors";

/** One line or more, the hint last. */
export function errorLines(error: unknown): string[] {
  if (error instanceof AppError) return [error.message, ...(error.hint === undefined ? [] : [error.hint])];
  // A command parses nothing on its own but the environment; the schema's message names no value.
  if (error instanceof z.ZodError) {
    const wrong = error.issues.map(({ path, message }) => `${path.join(".") || "The environment"}: ${message}.`);
    return [...wrong, "Correct the variable or unset it; README.md lists what can be set."];
  }
  return [error instanceof Error ? error.message : String(error)];
}
