"use server";
/** What a person does to many memories at once, and the names they give to lists of them. */
import { z } from "zod";
import type { ActionResult } from "@/components/change/result";
import {
  MemoryBulk,
  MemoryBulkDelete,
  type MemoryBulkDeleteResult,
  type MemoryBulkResult,
} from "@/lib/contract/memory-bulk";
import { SavedView } from "@/lib/contract/setting-groups";
import { bulkMemories } from "@/lib/memories/bulk";
import { deleteForGood } from "@/lib/memories/bulk-delete";
import { removeView as dropView, renameView as nameView, saveView as keepView } from "@/lib/settings/saved-views";
import { act, PERSON } from "../../_console/act";

/** The same change on all of them; Undo takes it back as one. */
export async function changeMany(body: MemoryBulk): Promise<ActionResult<MemoryBulkResult>> {
  return act(MemoryBulk, body, async (app, input) => {
    const result = await bulkMemories(app, input, PERSON);
    return { data: result, operationId: result.operation_id };
  });
}

/** Removes them from every file; can't be undone. Answers the receipts. */
export async function deleteManyForGood(body: MemoryBulkDelete): Promise<ActionResult<MemoryBulkDeleteResult>> {
  return act(MemoryBulkDelete, body, async (app, input) => ({
    data: await deleteForGood(app, input, PERSON),
    operationId: null,
  }));
}

/** Keeps a list under a name; the name's earlier list gives way. */
export async function saveView(view: SavedView): Promise<ActionResult> {
  return act(SavedView, view, (app, input) => ({ data: null, operationId: keepView(app, input, PERSON) }));
}

const Rename = z.strictObject({ from: SavedView.shape.name, to: SavedView.shape.name });

export async function renameView(from: string, to: string): Promise<ActionResult> {
  return act(Rename, { from, to }, (app, input) => ({
    data: null,
    operationId: nameView(app, input.from, input.to, PERSON),
  }));
}

export async function removeView(name: string): Promise<ActionResult> {
  return act(SavedView.pick({ name: true }), { name }, (app, input) => ({
    data: null,
    operationId: dropView(app, input.name, PERSON),
  }));
}
