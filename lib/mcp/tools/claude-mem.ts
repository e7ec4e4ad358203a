/** claude-mem's tools: an index, a timeline, whole observations, and notes. */
import type { CLAUDE_MEM_TOOLS } from "../../contract/mcp-claude-mem";
import { WORKFLOW } from "../../contract/mcp-names";
import { SearchParams } from "../../contract/search-params";
import { SEARCH_TYPES } from "../../contract/search";
import { TimelineQuery } from "../../contract/timeline";
import { readSearchParams } from "../../search/params";
import { saveNote } from "../../worker/note";
import { observationBatch } from "../../worker/single";
import { timeline } from "../../worker/timeline";
import { fitEntries, framed, plain, receipt } from "../answer";
import { placeOf, reachOf, requireCapture } from "../caller";
import { countTold, findFor } from "../find";
import { momentEntry, observationEntry } from "../lines";
import { anchorOf } from "./core-read";
import type { Handlers } from "./handler";

const FEWER = "Ask for a lower limit, or more max_tokens.";

export const claudeMem: Handlers<typeof CLAUDE_MEM_TOOLS> = {
  __IMPORTANT: () => plain(WORKFLOW),

  async search(caller, { project, limit, offset, max_tokens, ...rest }) {
    const reach = reachOf(caller, project);
    if (reach.closed !== null) return plain(reach.closed);
    const params = SearchParams.parse({ ...rest, limit: limit ?? 20, offset: offset ?? 0 });
    const query = readSearchParams(params);
    const found = await findFor(caller.app, reach, query, query.type === undefined ? SEARCH_TYPES : [query.type]);
    if (found.entries.length === 0) return plain(found.head);
    const { text, left } = fitEntries(found.entries, max_tokens, FEWER);
    countTold(caller.app, found.memories.slice(0, found.entries.length - left));
    return framed(
      `${found.head} O ids are observations: timeline(anchor) and get_observations(ids) take their numbers.\n\n${text}`,
    );
  },

  async timeline(caller, { anchor, query, depth_before, depth_after, project, max_tokens }) {
    const reach = reachOf(caller, project);
    if (reach.closed !== null) return plain(reach.closed);
    if (reach.isNew) return plain("Nothing happened in this project yet.");
    const items = await timeline(
      caller.app,
      TimelineQuery.parse({
        anchor: anchorOf(caller, anchor),
        query,
        depth_before: depth_before ?? 10,
        depth_after: depth_after ?? 10,
        project: reach.ref,
      }),
    );
    const told = items.filter((item) => reach.tells({ project: item.project }));
    if (told.length === 0) return plain("Nothing is stored around that moment.");
    return framed(fitEntries(told.map(momentEntry), max_tokens, "Ask for less depth, or more max_tokens.").text);
  },

  get_observations(caller, { ids, orderBy, limit, project, max_tokens }) {
    // By their numbers rows are read wherever they are, unless a project is named.
    const reach = reachOf(caller, project ?? "*");
    if (reach.closed !== null) return plain(reach.closed);
    const rows = observationBatch(caller.app, {
      ids,
      orderBy,
      limit,
      ...(project === undefined || project === "*" ? {} : { project: reach.ref }),
    });
    const told = rows.filter((row) => reach.tells({ project: row.project }));
    if (told.length === 0) return plain("None of these observations is there.");
    return framed(fitEntries(told.map(observationEntry), max_tokens, "Ask for fewer ids, or more max_tokens.").text);
  },

  save_memory(caller, { text, title, project, metadata }) {
    const { app, actor } = caller;
    requireCapture(caller, project);
    const place = placeOf(caller, project ?? undefined);
    const saved = saveNote(app, { text, title, metadata, project: place.project ?? undefined, cwd: place.cwd }, actor);
    const { message, ...rest } = saved;
    return receipt({ ...rest, message });
  },
};
