/** What a command prints when it fails: what is wrong and what to do, never a dump. */
import { z } from "zod";
import { AppError } from "../../lib/contract/errors";
import { withTyped } from "./typed";

/** One line or more, the hint last. */
export function errorLines(error: unknown): string[] {
  if (error instanceof AppError)
    return [withTyped(error.message), ...(error.hint === undefined ? [] : [withTyped(forPerson(error.hint))])];
  // A command parses nothing on its own but the environment; the schema's message names no value.
  if (error instanceof z.ZodError) {
    const wrong = error.issues.map(({ path, message }) => `${path.join(".") || "The environment"}: ${message}.`);
    return [...wrong, "Correct the variable or unset it; README.md lists what can be set."];
  }
  return [error instanceof Error ? error.message : String(error)];
}

/** Where a person finds what the server's hints name by the address of its API. */
const PLACES: Record<string, string> = {
  projects: "the console's page Projects",
  "session-views": "the console's page Timeline",
  review: "`keepsake review`",
  memories: "the console's page Memories",
  operations: "the console's page Activity",
  injections: "the console's page Injections",
  exclusions: "the console's page Injections",
  backups: "`keepsake backup --list`",
  llm: "the console's page Health",
  settings: "the console's page Settings",
};

function forPerson(hint: string): string {
  const told = hint.replace(
    /\b(?:GET|POST|PATCH|DELETE) \/api\/([a-z-]+)[^\s,;:)]*(?<!\.)/g,
    (address, name: string, at: number) => {
      const place = PLACES[name] ?? address;
      return at === 0 ? place.charAt(0).toUpperCase() + place.slice(1) : place;
    },
  );
  // Where a hint names both, once is enough.
  const once = told.replace(/(`keepsake [^`]+`) and \1 list\b/gi, "$1 lists");
  return once.replace(/\b(the console's page)( [A-Z]\w+) and the console's page( [A-Z]\w+)/gi, "$1s$2 and$3");
}
