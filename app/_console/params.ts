/** Parses a page's `searchParams` with the API's own schema; what does not fit falls back to its default, never to an error. */
import type { z, ZodObject } from "zod";

export type RawParams = Record<string, string | string[] | undefined>;

/** First value of each parameter; empty ones are as good as absent. */
export function flatten(raw: RawParams): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined && first !== "") flat[name] = first;
  }
  return flat;
}

/** Drops the parameters that the schema refuses and parses the rest. */
export function parseParams<T extends ZodObject>(schema: T, raw: RawParams): z.infer<T> {
  const given: Record<string, unknown> = flatten(raw);
  const first = schema.safeParse(given);
  if (first.success) return first.data;
  for (const issue of first.error.issues) {
    const name = issue.path[0];
    if (name !== undefined) delete given[String(name)];
  }
  return schema.parse(given);
}

/** `?peek=12`, path ids; null for anything else. */
export function parseId(value: string | string[] | undefined): number | null {
  const text = Array.isArray(value) ? value[0] : value;
  if (text === undefined || !/^[1-9]\d{0,15}$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}
