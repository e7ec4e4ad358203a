"use server";
/** What a person does about what is injected. */
import { z } from "zod";
import type { ActionResult } from "@/components/change/result";
import { Id, ProjectRef } from "@/lib/contract/common";
import { exclude } from "@/lib/inject/exclusions";
import { act, PERSON } from "../_console/act";

const KeepOut = z.strictObject({ type: z.enum(["memory", "observation"]), id: Id, project: ProjectRef.nullable() });
type KeepOut = z.infer<typeof KeepOut>;

/** Never injects it in that project; `project` null = anywhere. `isNew` is false when that was said already. */
export async function keepOutOf(input: KeepOut): Promise<ActionResult<{ isNew: boolean }>> {
  return act(KeepOut, input, (app, { type, id, project }) => {
    const subject = type === "memory" ? { memory_id: id } : { observation_id: id };
    const result = exclude(app, { ...subject, project }, PERSON);
    return { data: { isNew: result.operation_id !== null }, operationId: result.operation_id };
  });
}
