"use server";
/** What a person sets, and whether the language model answers. */
import { z } from "zod";
import type { ActionResult } from "@/components/change/result";
import type { LlmTest } from "@/lib/contract/llm";
import { SettingsPatch } from "@/lib/contract/settings";
import { testModel } from "@/lib/metering/state";
import { changeSettings } from "@/lib/settings/service";
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
