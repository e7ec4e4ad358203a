"use server";
/** What a person does to one session in the console. */
import type { ActionResult } from "@/components/change/result";
import { SessionViewParams } from "@/lib/contract/session-view";
import { forgetSession } from "@/lib/sessions/forget";
import { PERSON } from "../../_console/act";
import { attempt } from "../../_console/load";

/** Its page is gone with it, so that there is none to draw anew: the caller goes elsewhere. */
export async function forgetThisSession(id: number): Promise<ActionResult<{ id: number }>> {
  const result = await attempt((app) => forgetSession(app, SessionViewParams.parse({ id }).id, PERSON));
  return result.ok ? { ok: true, data: { id }, operationId: result.data.operation_id } : result;
}
