/** Searches for agents: what waits for a review, and what belongs to projects that are off, is not told; what is told counts as used. */
import type { App } from "../context";
import { DISPLAY_ORDER, type SearchAnswer, SearchQuery, type SearchType } from "../contract/search";
import { stillTrue, takenBackIn } from "../inject/taken-back";
import { countUse } from "../memories/count-use";
import { listMemoryPage } from "../memories/list";
import { memorySearch } from "../search/memory-search";
import { localProjectIdsOf } from "../projects/service";
import { QUERY_WAITS } from "../search/meaning";
import { search } from "../search/service";
import type { Reach } from "./caller";
import { hitEntry, line, memoryEntry } from "./lines";
import { memoriesById } from "../memories/query";

type Open = Extract<Reach, { closed: null }>;

export interface Found {
  entries: string[];
  /** Sentences that go in front: what was found, and which half of the search is missing. */
  head: string;
  /** Memories that stand in `entries`, in order; null where the entry is none. */
  memories: (number | null)[];
}

/** Hits of `kinds` in the order in which a person would read them, memories first. */
export async function findFor(
  app: App,
  reach: Open,
  query: Partial<SearchQuery>,
  kinds: readonly SearchType[],
): Promise<Found> {
  if (reach.isNew) return findGlobal(app, reach, query, kinds);
  const entries: string[] = [];
  const memories: Found["memories"] = [];
  let missing: SearchAnswer["degraded"] = null;
  const parsed = SearchQuery.parse({ ...query, ...(reach.ref === undefined ? {} : { project: reach.ref }) });
  const within = { projectIds: localProjectIdsOf(app, reach.ref) };
  const taken = takenBackIn(app, within.projectIds);
  const answers: SearchAnswer[] = [];
  if (parsed.query === undefined || kinds.length < DISPLAY_ORDER.length)
    for (const type of kinds) answers.push(await search(app, { ...parsed, type }, QUERY_WAITS, within));
  else answers.push(await search(app, parsed, QUERY_WAITS, within));
  for (const type of DISPLAY_ORDER) {
    for (const answer of answers) {
      missing ??= answer.degraded;
      for (const found of answer[type].filter((one) => one["review_state"] == null && reach.tells(one))) {
        const hit = type === "memories" ? found : stillTrue(found, taken);
        if (hit === null) continue;
        entries.push(hitEntry(type, hit));
        memories.push(type === "memories" ? hit.id : null);
      }
    }
  }
  return { entries, memories, head: headOf(entries.length, parsed.query, missing) };
}

/** A project that nothing is known of yet: the memories that hold everywhere. */
async function findGlobal(
  app: App,
  reach: Open,
  { query, limit = 20 }: Partial<SearchQuery>,
  kinds: readonly SearchType[],
): Promise<Found> {
  if (!kinds.includes("memories")) return { entries: [], memories: [], head: headOf(0, query, null) };
  if (query === undefined || query.trim() === "") {
    const { items } = await listMemoryPage(app, {
      status: "active",
      project: "global",
      mode: "text",
      sort: "updated_at",
      limit,
    });
    const told = items.filter((memory) => memory.review_state === null && memory.project_id === 0);
    return {
      entries: told.map(memoryEntry),
      memories: told.map(({ id }) => id),
      head: headOf(told.length, query, null),
    };
  }
  const answer = await memorySearch(app, { query, top_k: limit, project: reach.ref });
  const ids = answer.results.map(({ id }) => id);
  return {
    entries: memoriesById(app.db, ids).map(memoryEntry),
    // Counted by that search already.
    memories: ids.map(() => null),
    head: headOf(ids.length, query, answer.degraded ?? null),
  };
}

function headOf(count: number, query: string | undefined, degraded: SearchAnswer["degraded"]): string {
  const asked = query === undefined || query.trim() === "" ? "" : ` for "${line(query).slice(0, 200)}"`;
  const found = count === 0 ? `Nothing found${asked}.` : `${count} found${asked}.`;
  return degraded === null ? found : `${found} Searched without ${degraded.missing}: ${degraded.reason}`;
}

/** E13: what an agent was told counts as used; null stands for what is no memory. */
export function countTold(app: App, memories: (number | null)[]): void {
  countUse(
    app,
    memories.filter((id) => id !== null),
  );
}
