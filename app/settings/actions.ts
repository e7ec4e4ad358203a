"use server";
/** What a person sets, whether the language model answers, who may come in, and what goes for good. */
import { cookies } from "next/headers";
import { z } from "zod";
import type { ActionResult } from "@/components/change/result";
import type { LlmTest } from "@/lib/contract/llm";
import { Id } from "@/lib/contract/common";
import { SETTING_KEYS, SettingsPatch } from "@/lib/contract/settings";
import { ProjectWipe, StoreWipe } from "@/lib/contract/wipe";
import { writeHookFile } from "@/lib/http/hook-file";
import { rotateToken, SESSION_COOKIE } from "@/lib/http/token";
import { testModel } from "@/lib/metering/state";
import { wipeProject, wipeStore } from "@/lib/operations/wipe";
import { changeSettings, describeSettings } from "@/lib/settings/service";
import { loadSample } from "@/lib/transfer/sample";
import { act, PERSON } from "../_console/act";

/** Any subset, whole or not at all; null takes the value that was set here away. `overruled`: set, but the environment holds. */
export async function saveSettingGroup(patch: Record<string, unknown>): Promise<ActionResult<{ overruled: string[] }>> {
  return act(SettingsPatch, patch, (app, input) => {
    const { saved, operationId } = changeSettings(app, input, PERSON);
    return { data: { overruled: saved.overruled }, operationId };
  });
}

export async function askForTest(): Promise<ActionResult<LlmTest>> {
  return act(z.strictObject({}), {}, async (app) => ({ data: await testModel(app), operationId: null }));
}

/** Takes every value away that was set here, as one change that Undo takes back. */
export async function resetAllSettings(): Promise<ActionResult<{ count: number }>> {
  return act(z.strictObject({}), {}, (app) => {
    const stored = describeSettings(app).settings.filter(({ source }) => source === "console");
    const keys = SETTING_KEYS.filter((key) => stored.some((setting) => setting.key === key));
    const patch = SettingsPatch.parse(Object.fromEntries(keys.map((key) => [key, null])));
    return { data: { count: keys.length }, operationId: changeSettings(app, patch, PERSON).operationId };
  });
}

/** The example session, into an empty store only. */
export async function loadExample(): Promise<ActionResult<null>> {
  return act(z.strictObject({}), {}, async (app) => {
    const { operationId } = await loadSample(app, PERSON);
    return { data: null, operationId };
  });
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Another token; this browser goes on with a cookie of the new one. */
export async function changeToken(): Promise<ActionResult<null>> {
  return act(z.strictObject({}), {}, async (app) => {
    const session = rotateToken(app.env.home);
    writeHookFile(app);
    const jar = await cookies();
    jar.set(SESSION_COOKIE, session, { httpOnly: true, sameSite: "strict", path: "/", maxAge: YEAR_SECONDS });
    app.log.info({}, "token rotated");
    return { data: null, operationId: null };
  });
}

export async function deleteProjectForGood(id: number, name: string): Promise<ActionResult<{ receiptId: number }>> {
  return act(ProjectWipe.extend({ id: Id }), { id, name }, (app, input) => ({
    data: { receiptId: wipeProject(app, input.id, input.name, PERSON).receipt_id },
    operationId: null,
  }));
}

export async function deleteStoreForGood(memories: number): Promise<ActionResult<{ receiptId: number }>> {
  return act(StoreWipe, { memories }, (app, input) => ({
    data: { receiptId: wipeStore(app, input.memories, PERSON).receipt_id },
    operationId: null,
  }));
}
