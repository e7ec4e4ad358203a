/** A search request as what recall needs: filters resolved, times in milliseconds, words parsed. */
import type { App } from "../context";
import type { SearchQuery } from "../contract/search";
import { projectIdsOf } from "../projects/service";
import { type ParsedQuery, parseQuery } from "../text/tokens-query";
import type { RowFilter } from "./filter";

export interface Request {
  /** As it was typed; undefined = no query, the filters decide. */
  text: string | undefined;
  parsed: ParsedQuery;
  filter: RowFilter;
}

const DAY = 86_400_000;
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

export function readRequest(app: App, query: SearchQuery): Request {
  const text = query.query ?? query.q;
  const isTyping = query.typing === "true" || query.typing === "1";
  return {
    text,
    parsed: parseQuery(text ?? "", { typing: isTyping }),
    filter: {
      projectIds: projectIdsOf(app, query.project),
      branch: query.branch ?? null,
      statuses: query.status === "all" ? null : [query.status],
      since: timeOf(query.since ?? query.dateStart, "start"),
      until: timeOf(query.until ?? query.dateEnd, "end"),
      obsTypes: listOf(query.obs_type),
      concepts: listOf(query.concepts),
      files: listOf(query.files)?.map((file) => file.replaceAll("\\", "/")) ?? null,
      now: app.now(),
    },
  };
}

/** A bare date means its first millisecond as `since` and its last as `until`, UTC. */
function timeOf(input: string | number | undefined, edge: "start" | "end"): number | null {
  if (input === undefined) return null;
  if (typeof input === "number") return input;
  const time = Date.parse(input);
  return DATE_ONLY.test(input) && edge === "end" ? time + DAY - 1 : time;
}

/** A comma list without its blanks; null when it names nothing. */
function listOf(text: string | undefined): string[] | null {
  const items = (text ?? "").split(",").flatMap((item) => item.trim() || []);
  return items.length === 0 ? null : items;
}
