/** Server actions in one shape: parse, call the service as the person at the console, answer errors as values, draw the page anew. */
import { refresh } from "next/cache";
import type { z, ZodType } from "zod";
import type { ActionResult } from "@/components/change/result";
import type { App } from "@/lib/context";
import type { Actor } from "@/lib/contract/common";
import { attempt } from "./load";

export const PERSON: Actor = { kind: "person", name: "console" };

/** Action arguments come from the network like any body: `schema` checks them. */
export async function act<S extends ZodType, T>(
  schema: S,
  input: unknown,
  run: (
    app: App,
    input: z.infer<S>,
  ) => { data: T; operationId: number | null } | Promise<{ data: T; operationId: number | null }>,
): Promise<ActionResult<T>> {
  const result = await attempt((app) => run(app, schema.parse(input)));
  if (!result.ok) return result;
  refresh();
  return { ok: true, ...result.data };
}
