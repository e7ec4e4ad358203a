/** What a schema found wrong, in words that say what would be right. Pure; never quotes a value. */
import type { z } from "zod";

type Issue = z.core.$ZodIssue;

/** Options that a sentence names. */
const MAX_OPTIONS = 20;

const TYPES: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
  date: "a date",
};

/** One issue: where it is, and a predicate such as "is missing" or "must be at most 10". */
export function explainIssue(issue: Issue): { path: string; message: string } {
  return { path: issue.path.join("."), message: predicateOf(issue) };
}

/** A whole sentence of it; `whole` names what was parsed. */
export function sentenceOf({ path, message }: { path: string; message: string }, whole = "The request"): string {
  return `${path === "" ? whole : path} ${message}${/[.!?]$/.test(message) ? "" : "."}`;
}

function predicateOf(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      // The input itself is not kept with the issue.
      if (issue.message.endsWith("received undefined")) return "is missing";
      return `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case "too_big":
      return `must ${sizeOf(issue.origin, "most", Number(issue.maximum), issue.inclusive)}`;
    case "too_small":
      if (Number(issue.minimum) === 1 && issue.origin !== "number" && issue.origin !== "int")
        return "must not be empty";
      return `must ${sizeOf(issue.origin, "least", Number(issue.minimum), issue.inclusive)}`;
    case "invalid_value":
      return oneOf(issue.values);
    case "unrecognized_keys":
      return `has ${issue.keys.length === 1 ? "an unknown field" : "unknown fields"}: ${issue.keys.slice(0, MAX_OPTIONS).join(", ")}`;
    case "invalid_format":
      return isOwn(issue.message) ? issue.message : `is not in the right form (${issue.format})`;
    case "invalid_union": {
      const options = (issue as { options?: unknown }).options;
      if (Array.isArray(options)) return oneOf(options);
      // A schema that takes several forms names them itself.
      return issue.message === "Invalid input" ? "is not in a form that is understood here" : issue.message;
    }
    case "custom":
      if (isOwn(issue.message)) return issue.message;
      return issue.message === "Invalid input" ? "is not valid" : `is not valid: ${issue.message}`;
    case "not_multiple_of":
      return Number(issue.divisor) === 1 ? "must be a whole number" : `must be a multiple of ${issue.divisor}`;
    case "invalid_key":
    case "invalid_element":
      return `is not valid: ${issue.message}`;
  }
}

function oneOf(values: readonly unknown[]): string {
  const options = values.slice(0, MAX_OPTIONS).map(String).join(", ");
  return values.length === 1 ? `must be ${options}` : `must be one of: ${options}`;
}

/** Written by the schema as a predicate of its field. */
const isOwn = (message: string): boolean => /^(?:is|must|has)\b/.test(message);

function sizeOf(origin: string, bound: "most" | "least", limit: number, inclusive = true): string {
  if (origin === "string") return `have at ${bound} ${limit} character${limit === 1 ? "" : "s"}`;
  if (origin === "array" || origin === "set") return `have at ${bound} ${limit} entr${limit === 1 ? "y" : "ies"}`;
  if (!inclusive) return `be ${bound === "most" ? "less" : "more"} than ${limit}`;
  return `be at ${bound} ${limit}`;
}
