/** Where one memory is never injected. */
import type { App } from "@/lib/context";
import type { Exclusion } from "@/lib/contract/exclusion";
import { listExclusions } from "@/lib/inject/exclusions";

const MAX_SHOWN = 100;

export const memoryExclusions = (app: App, memory: number): Exclusion[] =>
  listExclusions(app, { memory, limit: MAX_SHOWN }).items;
