"use server";
/** What a person does to one observation in the console. */
import type { ActionResult } from "@/components/change/result";
import { DeletedRowParams } from "@/lib/contract/worker-lists";
import { deleteRow } from "@/lib/worker/bin";
import { PERSON } from "../../_console/act";
import { attempt } from "../../_console/load";

/** Its page is gone with it, so that there is none to draw anew: the caller goes elsewhere. */
export async function deleteObservation(id: number): Promise<ActionResult<{ id: number }>> {
  const result = await attempt((app) => deleteRow(app, "observations", DeletedRowParams.parse({ id }).id, PERSON));
  return result.ok ? { ok: true, data: { id }, operationId: result.data.operation_id } : result;
}
