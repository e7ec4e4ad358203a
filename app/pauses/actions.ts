"use server";
/** A person lets capture or recall of a project or a session rest, or go on. */
import { z } from "zod";
import type { ActionResult } from "@/components/change/result";
import { PauseWhat } from "@/lib/contract/codewatch";
import { Id } from "@/lib/contract/common";
import { setPause } from "@/lib/pauses/service";
import { act, PERSON } from "../_console/act";

const Pause = z.strictObject({
  scope: z.enum(["session", "project"]),
  id: Id,
  what: PauseWhat,
  paused: z.boolean(),
});

export async function pause(input: z.infer<typeof Pause>): Promise<ActionResult<null>> {
  return act(Pause, input, (app, request) => ({
    data: null,
    operationId: setPause(app, request, PERSON).operation_id,
  }));
}
