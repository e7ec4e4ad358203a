"use server";
/** What a person does to one session in the console. */
import { refresh } from "next/cache";
import type { ActionResult } from "@/components/change/result";
import { SessionViewParams, TurnsToRead } from "@/lib/contract/session-view";
import { readTurnsAgain } from "@/lib/extract/again";
import { forgetSession } from "@/lib/sessions/forget";
import { PERSON } from "../../_console/act";
import { attempt } from "../../_console/load";

/** Its page is gone with it, so that there is none to draw anew: the caller goes elsewhere. */
export async function forgetThisSession(id: number): Promise<ActionResult<{ id: number }>> {
  const result = await attempt((app) => forgetSession(app, SessionViewParams.parse({ id }).id, PERSON));
  return result.ok ? { ok: true, data: { id }, operationId: result.data.operation_id } : result;
}

/** Queues turns to be read anew. The readings are operations of their own: Undo takes each of them, not the wish. */
export async function readAgain(input: { id: number } & TurnsToRead): Promise<ActionResult<{ queued: number }>> {
  const result = await attempt((app) => {
    const { id, ...which } = input;
    return readTurnsAgain(app, SessionViewParams.parse({ id }).id, TurnsToRead.parse(which), PERSON);
  });
  if (!result.ok) return result;
  refresh();
  return { ok: true, data: { queued: result.data.queued.length }, operationId: null };
}
