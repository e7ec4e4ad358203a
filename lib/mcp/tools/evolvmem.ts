/** EvolvMem's tools (E55–E60): the services of the same names, as JSON, bounded. */
import type { EVOLVMEM_TOOLS } from "../../contract/mcp-evolvmem";
import { memoryConsolidate } from "../../housekeeping/consolidate";
import { memoryAdd, memoryRemove, memoryReplace, memoryStatus } from "../../memories/tools";
import { memoriesById } from "../../memories/query";
import { projectNameOf } from "../../memories/project-of-key";
import { resolveLocalProjects } from "../../projects/service";
import { memorySearch } from "../../search/memory-search";
import { fitItems, json, receipt, status } from "../answer";
import { type Caller, placeOf, reachOf, requireCapture } from "../caller";
import type { Handlers } from "./handler";

/** Ten whole memories of the longest kind; beyond, the rest is left out and counted. */
const MAX_TOKENS = 8_000;

export const evolvmem: Handlers<typeof EVOLVMEM_TOOLS> = {
  async memory_search(caller, { query, top_k, attribute }) {
    const reach = reachOf(caller);
    if (reach.closed !== null) return status({ results: [], count: 0, note: reach.closed });
    const { results, degraded } = await memorySearch(caller.app, {
      query,
      top_k: top_k ?? 10,
      ...(attribute == null || attribute === "" ? {} : { attribute }),
      ...(reach.ref === undefined ? {} : { project: reach.ref }),
    });
    // Without a project all are searched: those that are off are not told.
    const rows = memoriesById(
      caller.app.db,
      results.map(({ id }) => id),
    );
    const told = new Set(rows.filter((row) => reach.tells(row)).map(({ id }) => id));
    const open = results.filter(({ id }) => told.has(id));
    const { items, left } = fitItems(open, MAX_TOKENS);
    return json({
      results: items,
      count: items.length,
      ...(left === 0
        ? {}
        : { left_out: left, note: `${left} more left out to keep the answer short; ask for a lower top_k.` }),
      ...(degraded === undefined ? {} : { degraded }),
    });
  },

  memory_status: ({ app }) => status(memoryStatus(app)),

  async memory_add(caller, input) {
    const { app, actor } = caller;
    requireCapture(caller, projectNameOf(input.key));
    const { tags, ...rest } = input;
    return receipt(
      await memoryAdd(
        app,
        { ...rest, ...(tags === undefined ? {} : { tags }), ...placeOfKey(caller, input.key) },
        { actor },
      ),
    );
  },

  async memory_replace(caller, input) {
    const { app, actor } = caller;
    requireCapture(caller, projectNameOf(input.key));
    return receipt(await memoryReplace(app, { ...input, ...placeOfKey(caller, input.key) }, { actor }));
  },

  memory_remove: ({ app, actor }, { id }) => status(memoryRemove(app, { id }, { actor })),

  async memory_consolidate({ app, actor }, input) {
    const done = await memoryConsolidate(app, input, actor);
    const { items, left } = fitItems(done.pairs, MAX_TOKENS);
    return json({
      ...done,
      pairs: items,
      ...(left === 0 ? {} : { left_out: left, note: `${left} more pairs left out to keep the answer short.` }),
    });
  },
};

/** The first part of a key goes before the place of the session, as in the original (E29). */
function placeOfKey(caller: Caller, key: string): { project?: string | null; cwd?: string } {
  const head = projectNameOf(key);
  const isNamed = head !== null && resolveLocalProjects(caller.app, head).length === 1;
  return isNamed ? {} : placeOf(caller);
}
