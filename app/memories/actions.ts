"use server";
/** What a person does to one memory in the console. */
import { z } from "zod";
import type { ActionResult } from "@/components/change/result";
import { ProjectRef } from "@/lib/contract/common";
import { ExclusionParams } from "@/lib/contract/exclusion";
import { type Memory, MemoryPatch, MemoryParams, type MemoryWriteResult, NewMemory } from "@/lib/contract/memory";
import { MemoryRevert } from "@/lib/contract/history";
import { MemoryPlacement } from "@/lib/contract/memory-page";
import { MemoryApproval, PairDecision, PairParams, type PairResolved } from "@/lib/contract/review";
import { addMemory as writeMemory } from "@/lib/memories/add";
import { mergeMemories } from "@/lib/memories/merge";
import { placeMemory as place } from "@/lib/memories/place";
import { replaceMemory as replace } from "@/lib/memories/replace";
import { revertMemory as revert } from "@/lib/memories/revert";
import { archiveMemory, restoreMemory, softDeleteMemory, updateMemory } from "@/lib/memories/service";
import { exclude, includeAgain } from "@/lib/inject/exclusions";
import { hardDelete } from "@/lib/operations/hard-delete";
import { approveMemory as approve, resolvePair } from "@/lib/review/resolve";
import { act, PERSON } from "../_console/act";

export async function addMemory(input: NewMemory): Promise<ActionResult<MemoryWriteResult>> {
  return act(NewMemory, input, async (app, memory) => {
    const result = await writeMemory(app, memory, { actor: PERSON });
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

const KeepOut = MemoryParams.extend({ project: ProjectRef.nullable() });

/** Never injects it in that project; `project` null = anywhere. `isNew` is false when that was said already. */
export async function keepOut(id: number, project: string | null): Promise<ActionResult<{ isNew: boolean }>> {
  return act(KeepOut, { id, project }, (app, input) => {
    const result = exclude(app, { memory_id: input.id, project: input.project }, PERSON);
    return { data: { isNew: result.operation_id !== null }, operationId: result.operation_id };
  });
}

/** Takes an exclusion back. */
export async function allowAgain(exclusionId: number): Promise<ActionResult> {
  return act(ExclusionParams, { id: exclusionId }, (app, input) => ({
    data: null,
    operationId: includeAgain(app, input.id, PERSON).operation_id,
  }));
}

/** To another project, a new one, or all of them (E110). */
export async function placeMemory(id: number, body: MemoryPlacement): Promise<ActionResult<Memory>> {
  return act(MemoryParams.extend({ body: MemoryPlacement }), { id, body }, (app, input) => {
    const change = place(app, input.id, input.body, PERSON);
    return { data: change.memory, operationId: change.operation_id };
  });
}

const Two = z.object({ id: MemoryParams.shape.id, other: MemoryParams.shape.id });

/** Takes the other one in: it is archived, its tags and sources come along. */
export async function mergeMemory(id: number, other: number): Promise<ActionResult<Memory>> {
  return act(Two, { id, other }, (app, input) => {
    const change = mergeMemories(app, [input.other], input.id, PERSON);
    return { data: change.memory, operationId: change.operation_id };
  });
}

/** The newer one holds, the older one becomes an earlier version of it. */
export async function replaceMemory(older: number, newer: number): Promise<ActionResult<Memory>> {
  return act(Two, { id: older, other: newer }, (app, input) => {
    const change = replace(app, input.id, input.other, PERSON);
    return { data: change.memory, operationId: change.operation_id };
  });
}

/** Goes back to an older text: in place, or by writing a new version. */
export async function revertMemory(id: number, body: MemoryRevert): Promise<ActionResult<Memory>> {
  return act(MemoryParams.extend({ body: MemoryRevert }), { id, body }, (app, input) => {
    const change = revert(app, input.id, input.body, PERSON);
    return { data: change.memory, operationId: change.operation_id };
  });
}

/** Lets a memory that was held back be injected. */
export async function approveMemory(id: number, body: MemoryApproval): Promise<ActionResult<Memory>> {
  return act(MemoryParams.extend({ body: MemoryApproval }), { id, body }, (app, input) => {
    const change = approve(app, input.id, input.body, PERSON);
    return { data: change.memory, operationId: change.operation_id };
  });
}

/** Decides between two statements. */
export async function decidePair(id: number, body: PairDecision): Promise<ActionResult<PairResolved["pair"]>> {
  return act(PairParams.extend({ body: PairDecision }), { id, body }, (app, input) => {
    const resolved = resolvePair(app, input.id, input.body, PERSON);
    return { data: resolved.pair, operationId: resolved.operation_id };
  });
}

/** Removes it from every file; answers the receipt's id. Can't be undone. */
export async function deleteForGood(id: number): Promise<ActionResult<{ receiptId: number }>> {
  return act(MemoryParams, { id }, (app, input) => {
    const result = hardDelete(app, { table: "memories", ids: [input.id] }, PERSON);
    return { data: { receiptId: result.receipt_id }, operationId: null };
  });
}
