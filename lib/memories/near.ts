/** What lies near one memory, for a person to look at: rows with their likeness, or why there is nothing to see. */
import type { App } from "../context";
import type { MemoryNeighbours, MemoryNeighboursQuery } from "../contract/memory-page";
import { localProjectIds, scopesBeside } from "../projects/local-query";
import { headOf } from "../text/caps";
import { findNeighbours, hasVector, type Neighbour, neighboursOfMemory } from "./neighbours";
import { getMemory, requireMemory } from "./query";

/**
 * The active memories nearest to one, at most `limit`, from the vectors that are kept: no model is asked. A memory that
 * counts for all projects is compared with all; for agents (`isPerson` false) with those of the local account. Throws `not_found`.
 */
export async function memoryNeighbours(
  app: App,
  id: number,
  { limit, scope }: MemoryNeighboursQuery,
  isPerson = true,
): Promise<MemoryNeighbours> {
  const { project_id: own } = requireMemory(app, id);
  const projectIds = scope === "all" || own === 0 ? everywhere(app, isPerson) : scopesBeside(app.db, own);
  const near = await neighboursOfMemory(app, id, { projectIds, limit });
  if (near === null) return { items: [], degraded: hasVector(app, id) ? UNAVAILABLE : PENDING };
  return { items: rowsOf(app, near), degraded: null };
}

/** Of a text, the beginning says what it is about; the model takes time for the rest. */
const MAX_CHARS = 1_000;

/** The same for a text that is no memory; here the model is asked, and not waited for long. */
export async function memoriesNearText(
  app: App,
  { text, projectId }: { text: string; projectId: number },
  { limit, scope }: MemoryNeighboursQuery,
): Promise<MemoryNeighbours> {
  const projectIds = scope === "all" || projectId === 0 ? null : scopesBeside(app.db, projectId);
  const near = await findNeighbours(app, headOf(text, MAX_CHARS), { projectIds, limit });
  return near === null ? { items: [], degraded: UNAVAILABLE } : { items: rowsOf(app, near), degraded: null };
}

function everywhere(app: App, isPerson: boolean): number[] | null {
  const local = isPerson ? null : localProjectIds(app.db);
  return local === null ? null : [0, ...local];
}

const rowsOf = (app: App, near: Neighbour[]): MemoryNeighbours["items"] =>
  near.flatMap(({ id, similarity }) => {
    const memory = getMemory(app, id);
    return memory === undefined ? [] : [{ memory, similarity }];
  });

const PENDING: MemoryNeighbours["degraded"] = {
  missing: "meaning",
  code: "pending",
  reason: "Its vector is not made yet; look again in a moment.",
};
const UNAVAILABLE: MemoryNeighbours["degraded"] = {
  missing: "meaning",
  code: "unavailable",
  reason: "The vector index can't be read now; GET /api/health says more.",
};
