"use server";
/** What a person does about jobs that gave up, with backups, indexes, and to see whether the store is whole. */
import { z } from "zod";
import type { ActionResult } from "@/components/change/result";
import { restoreBackup } from "@/lib/backups/restore";
import { makeBackup } from "@/lib/backups/service";
import { BackupParams } from "@/lib/contract/backups";
import { Id } from "@/lib/contract/common";
import { readIntegrity, startIntegrity } from "@/lib/health/integrity";
import { discardJob, retryDeadJobs, retryJob } from "@/lib/jobs/service";
import { orderRebuild } from "@/lib/search/rebuild";
import { act, PERSON } from "../_console/act";

const Input = z.object({ id: Id });

export async function retryDeadJob(id: number): Promise<ActionResult<{ id: number }>> {
  return act(Input, { id }, (app, input) => ({ data: { id: retryJob(app, input.id).id }, operationId: null }));
}

export async function retryAllDeadJobs(): Promise<ActionResult<{ count: number }>> {
  return act(z.strictObject({}), {}, (app) => ({ data: retryDeadJobs(app), operationId: null }));
}

export async function discardDeadJob(id: number): Promise<ActionResult<{ id: number }>> {
  return act(Input, { id }, (app, input) => {
    const discarded = discardJob(app, input.id, PERSON);
    return { data: { id: discarded.id }, operationId: discarded.operation_id };
  });
}

export async function backUpNow(): Promise<ActionResult<{ name: string }>> {
  return act(z.strictObject({}), {}, (app) => ({
    data: { name: makeBackup(app, PERSON).backup.name },
    operationId: null,
  }));
}

export async function goBackTo(name: string): Promise<ActionResult<{ savedAs: string }>> {
  return act(BackupParams, { name }, async (app, input) => ({
    data: { savedAs: (await restoreBackup(app, input.name, PERSON)).saved_as },
    operationId: null,
  }));
}

/** A damaged index of words is emptied first: nothing else heals it. */
export async function makeIndexAnew(index: "words" | "vectors"): Promise<ActionResult<null>> {
  return act(z.object({ index: z.enum(["words", "vectors"]) }), { index }, (app, input) => {
    const isDamaged = readIntegrity(app).last?.findings.some(({ code }) => code === "words_damaged") ?? false;
    orderRebuild(app, { only: input.index, fresh: input.index === "words" && isDamaged });
    return { data: null, operationId: null };
  });
}

export async function checkStore(): Promise<ActionResult<null>> {
  return act(z.strictObject({}), {}, (app) => {
    startIntegrity(app);
    return { data: null, operationId: null };
  });
}
