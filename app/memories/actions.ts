"use server";
/** What a person does to one memory in the console. */
import { z } from "zod";
import type { ActionResult } from "@/components/change/result";
import { type Memory, MemoryPatch, MemoryParams, type MemoryWriteResult, NewMemory } from "@/lib/contract/memory";
import { archiveMemory, createMemory, restoreMemory, softDeleteMemory, updateMemory } from "@/lib/memories/service";
import { hardDelete } from "@/lib/operations/hard-delete";
import { act, PERSON } from "../_console/act";

export async function addMemory(input: NewMemory): Promise<ActionResult<MemoryWriteResult>> {
  return act(NewMemory, input, (app, memory) => {
    const result = createMemory(app, memory, { actor: PERSON });
    return { data: result, operationId: result.operation_id };
  });
}

export async function editMemory(id: number, patch: MemoryPatch): Promise<ActionResult<Memory>> {
  return act(MemoryParams.extend({ patch: MemoryPatch }), { id, patch }, (app, input) => {
    const change = updateMemory(app, input.id, input.patch, PERSON);
    return { data: change.memory, operationId: change.operation_id };
  });
}

const Move = MemoryParams.extend({ to: z.enum(["archived", "active", "deleted"]) });
const MOVES = { archived: archiveMemory, active: restoreMemory, deleted: softDeleteMemory };

/** Archive, restore, or delete so that it can be restored. */
export async function moveMemory(id: number, to: keyof typeof MOVES): Promise<ActionResult<Memory>> {
  return act(Move, { id, to }, (app, input) => {
    const change = MOVES[input.to](app, input.id, PERSON);
    return { data: change.memory, operationId: change.operation_id };
  });
}

/** Removes it from every file; answers the receipt's id. Can't be undone. */
export async function deleteForGood(id: number): Promise<ActionResult<{ receiptId: number }>> {
  return act(MemoryParams, { id }, (app, input) => {
    const result = hardDelete(app, { table: "memories", ids: [input.id] }, PERSON);
    return { data: { receiptId: result.receipt_id }, operationId: null };
  });
}
