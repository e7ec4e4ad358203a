/** What happened around a moment: observations, summaries and prompts in one order of time (M31). */
import type { App } from "../context";
import { TimeInput } from "../contract/common";
import { AppError } from "../contract/errors";
import { SearchQuery, type SearchType } from "../contract/search";
import type { Timeline, TimelineItem, TimelineQuery } from "../contract/timeline";
import { localProjectIdsOf } from "../projects/service";
import { QUERY_WAITS } from "../search/meaning";
import { search } from "../search/service";
import { observationResults, promptResults, summaryResults } from "./results";
import { type Cut, type Moment, type MomentKind, momentOf, momentsBeside } from "./timeline-query";

/** Longer numbers are no ids but times: milliseconds of 1973 and later. */
const ID = /^(?:#?(?<observation>\d{1,11})|[Ss](?<summary>\d{1,11})|[Pp](?<prompt>\d{1,11}))$/;
const ANCHORED: readonly [SearchType, MomentKind][] = [
  ["observations", "observation"],
  ["sessions", "summary"],
  ["prompts", "prompt"],
];

/**
 * `depth_before` rows before the anchor, the anchor, `depth_after` rows behind it, as far as there are so many; rows of one moment in the
 * order prompt, observation, summary, then by id. A time at which nothing stands is an anchor too, and no item. Archived, deleted and
 * private rows are left out. Throws `validation_failed` for an anchor that is none or missing, `not_found` for the id of
 * nothing that may stand there; `query` without a hit answers no items.
 */
export async function timeline(app: App, query: TimelineQuery): Promise<Timeline> {
  const projectIds = localProjectIdsOf(app, query.project);
  const cut = await findCut(app, query, projectIds);
  if (cut === null) return [];
  const before = momentsBeside(app.db, "before", cut, query.depth_before, projectIds);
  const anchor = cut.kind === null ? [] : [{ kind: cut.kind, id: cut.id, at: cut.at }];
  const after = momentsBeside(app.db, "after", cut, query.depth_after, projectIds);
  return itemsOf(app, [...before, ...anchor, ...after]);
}

async function findCut(app: App, query: TimelineQuery, projectIds: number[] | null): Promise<Cut | null> {
  const anchor = query.anchor ?? "";
  if (anchor !== "") return readAnchor(app, anchor, projectIds);
  if (query.query === undefined || query.query.trim() === "") {
    throw new AppError("validation_failed", "anchor is missing.", {
      hint: "Send anchor (an observation's id, S<id>, P<id> or a time), or query.",
      details: [{ path: "anchor", message: "is missing" }],
    });
  }
  return bestHit(app, query.query, query.project, projectIds);
}

function readAnchor(app: App, anchor: string, projectIds: number[] | null): Cut {
  const { observation, summary, prompt } = ID.exec(anchor)?.groups ?? {};
  if (observation !== undefined) return requireMoment(app, "observation", Number(observation), projectIds);
  if (summary !== undefined) return requireMoment(app, "summary", Number(summary), projectIds);
  if (prompt !== undefined) return requireMoment(app, "prompt", Number(prompt), projectIds);
  const time = timeOf(anchor);
  if (time === null) {
    throw new AppError("validation_failed", "anchor is neither an id nor a time.", {
      hint: "An observation's id, S<id> of a summary, P<id> of a prompt, an ISO time, or milliseconds.",
      details: [{ path: "anchor", message: "must be an id, S<id>, P<id> or a time" }],
    });
  }
  // What stands at that very moment is the anchor.
  const [first] = momentsBeside(app.db, "after", { at: time, kind: null, id: 0 }, 1, projectIds);
  return first?.at === time ? first : { at: time, kind: null, id: 0 };
}

/** Milliseconds; null when the text is no time. */
function timeOf(text: string): number | null {
  const parsed = TimeInput.safeParse(text);
  const time = !parsed.success ? Number.NaN : typeof parsed.data === "number" ? parsed.data : Date.parse(parsed.data);
  const isBare = typeof parsed.data === "number" && !/^\d{12,16}$/.test(text);
  return Number.isFinite(time) && !isBare ? time : null;
}

function requireMoment(app: App, kind: MomentKind, id: number, projectIds: number[] | null): Moment {
  const moment = momentOf(app.db, kind, id, projectIds);
  if (moment !== undefined) return moment;
  throw new AppError("not_found", `There is no ${kind} ${id}${projectIds === null ? "" : " in that project"}.`, {
    hint: "It may be archived, deleted or private; a search finds those that are there.",
  });
}

/** What words found goes before what is only near, and an observation before what led to it. */
async function bestHit(
  app: App,
  query: string,
  project: string | undefined,
  projectIds: number[] | null,
): Promise<Cut | null> {
  const hits: { kind: MomentKind; id: number; isByWords: boolean }[] = [];
  let broken: string | null = null;
  for (const [type, kind] of ANCHORED) {
    const answer = await search(app, SearchQuery.parse({ query, type, project, limit: 1 }), QUERY_WAITS, {
      projectIds,
    });
    if (answer.degraded?.missing === "words") broken = answer.degraded.reason;
    const [hit] = answer[type];
    if (hit !== undefined) hits.push({ kind, id: hit.id, isByWords: hit.match_type !== "vector" });
    if (hits.some(({ isByWords }) => isByWords)) break;
  }
  const best = hits.find(({ isByWords }) => isByWords) ?? hits[0];
  if (best === undefined && broken !== null) throw new AppError("not_ready", broken);
  return best === undefined ? null : (momentOf(app.db, best.kind, best.id, projectIds) ?? null);
}

function itemsOf(app: App, moments: Moment[]): TimelineItem[] {
  const idsOf = (kind: MomentKind): number[] => moments.flatMap((moment) => (moment.kind === kind ? [moment.id] : []));
  const items = new Map<string, TimelineItem>();
  for (const row of observationResults(app.db, idsOf("observation")))
    items.set(`observation:${row.id}`, { ...row, type: "observation" });
  for (const row of summaryResults(app.db, idsOf("summary")))
    items.set(`summary:${row.id}`, { ...row, type: "session" });
  for (const row of promptResults(app.db, idsOf("prompt"))) items.set(`prompt:${row.id}`, { ...row, type: "prompt" });
  return moments.flatMap(({ kind, id }) => items.get(`${kind}:${id}`) ?? []);
}
