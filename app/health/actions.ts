"use server";
/** What a person does about jobs that gave up. */
import { z } from "zod";
import type { ActionResult } from "@/components/change/result";
import { Id } from "@/lib/contract/common";
import { discardJob, retryJob } from "@/lib/jobs/service";
import { act } from "../_console/act";

const Input = z.object({ id: Id });

export async function retryDeadJob(id: number): Promise<ActionResult<{ id: number }>> {
  return act(Input, { id }, (app, input) => ({ data: { id: retryJob(app, input.id).id }, operationId: null }));
}

export async function discardDeadJob(id: number): Promise<ActionResult<{ id: number }>> {
  return act(Input, { id }, (app, input) => ({ data: { id: discardJob(app, input.id).id }, operationId: null }));
}
