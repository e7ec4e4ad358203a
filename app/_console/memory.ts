/** Everything that the page and the panel of one memory show at once; what takes longer streams in behind. */
import type { ProjectChoice } from "@/components/frame/project-choice";
import type { ValueBounds } from "@/components/memories/draft";
import type { App } from "@/lib/context";
import type { Exclusion } from "@/lib/contract/exclusion";
import type { MemoryInjection } from "@/lib/contract/inject";
import type { Memory } from "@/lib/contract/memory";
import type { MemoryRelated, MemoryText, MemoryUseCounts } from "@/lib/contract/memory-page";
import type { OperationDetail } from "@/lib/contract/operations";
import type { ReviewPair } from "@/lib/contract/review";
import { memoryUse } from "@/lib/inject/memory-use-query";
import { listMemoryInjections } from "@/lib/inject/stored";
import { memoryVersions } from "@/lib/memories/history";
import { requireMemory } from "@/lib/memories/query";
import { memoryRelated } from "@/lib/memories/related";
import { writeRules } from "@/lib/memories/rules";
import { memoryTexts } from "@/lib/memories/texts";
import { pairsOfMemory } from "@/lib/review/service";
import { memoryExclusions } from "./exclusions";
import { memoryOperations } from "./history";
import { projectChoices } from "./projects";

const MAX_INJECTIONS = 10;

export interface MemoryPageData {
  memory: Memory;
  bounds: ValueBounds;
  projects: ProjectChoice[];
  /** Past its expiry, though nothing has archived it yet. */
  isExpired: boolean;
  related: MemoryRelated;
  /** Over all its versions, oldest first. */
  texts: MemoryText[];
  history: OperationDetail[];
  exclusions: Exclusion[];
  pairs: ReviewPair[];
  injections: MemoryInjection[];
  use: MemoryUseCounts;
}

/** Throws `not_found`. */
export function readMemory(app: App, id: number): MemoryPageData {
  const memory = requireMemory(app, id);
  return {
    memory,
    bounds: writeRules(app).bounds,
    projects: projectChoices(app),
    isExpired: memory.expires_at !== null && memory.expires_at <= app.now(),
    related: memoryRelated(app, id),
    texts: memoryTexts(memoryVersions(app, id)),
    history: memoryOperations(app, id),
    exclusions: memoryExclusions(app, id),
    pairs: pairsOfMemory(app, id),
    injections: listMemoryInjections(app, id, { limit: MAX_INJECTIONS }).items,
    use: memoryUse(app.db, id),
  };
}
