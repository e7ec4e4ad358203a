"use server";
/** Undo, from the feed, from a toast and from Ctrl+Z. */
import { z } from "zod";
import type { ActionResult } from "@/components/change/result";
import { Id } from "@/lib/contract/common";
import { undoOperation } from "@/lib/operations/undo";
import { act, PERSON } from "../_console/act";

/** Takes back one operation; answers the operation that did so. */
export async function undoChange(id: number): Promise<ActionResult<{ undid: number }>> {
  return act(z.object({ id: Id }), { id }, (app, input) => {
    const result = undoOperation(app, input.id, PERSON);
    return { data: { undid: result.undid }, operationId: result.operation_id };
  });
}
