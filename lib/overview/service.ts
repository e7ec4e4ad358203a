/** The numbers of the overview, each part by itself, so that a page can show the quick ones first. */
import type { App } from "../context";
import {
  type HotMemory,
  type InjectedTokens,
  type ModelSpend,
  type Overview,
  OVERVIEW_RANGES,
  type OverviewChanged,
  type OverviewCounts,
  type OverviewDay,
  type OverviewQuery,
  type OverviewRange,
} from "../contract/overview";
import { warmColumns } from "../memories/columns";
import { memoryFacets } from "../memories/facets";
import { reviewBounds } from "../review/bounds";
import { countWaiting } from "../review/list-query";
import { projectScope } from "../review/scope";
import { countReview } from "../review/service";
import { readSettings } from "../settings/service";
import { estimateTokens } from "../text/estimate";
import { countChanged } from "./changed-query";
import { type Day, lastDays } from "./days";
import { countByDay, countSessionsByDay, rowsVersion, type Scope } from "./days-query";
import { injectedByDay, lastBlock } from "./injected-query";
import { hottest, memoriesByDay } from "./memories";
import { remembered } from "./remembered";
import { spendByDay } from "./spend-query";

const HOT = 10;
/** 53 weeks: a year and the days before it in its first week. */
export const YEAR_DAYS = 371;
/** Whether a line was used is found out turn by turn, and nothing numbers that: asked again after so long. */
const USED_MS = 30_000;

type Place = Pick<OverviewQuery, "project" | "zone">;

const scopeOf = (app: App, project: string | undefined): Scope => projectScope(app, project);

/** Counts of memories in force are those of the list: one question, one answer. */
export async function overviewCounts(app: App, project?: string): Promise<OverviewCounts> {
  await warmColumns(app);
  const inForce = remembered(app, `counts ${project ?? ""}`, versionOf(app), () => {
    const facets = memoryFacets(app, project === undefined ? {} : { project });
    return {
      active: facets.status["active"] ?? 0,
      pinned: facets.tier["pinned"] ?? 0,
      normal: facets.tier["normal"] ?? 0,
      reference: facets.tier["reference"] ?? 0,
      never_used: facets.values.used.find(({ value }) => value === "no")?.count ?? 0,
    };
  });
  return {
    ...inForce,
    waiting: countReview(app, project),
    expiring: countWaiting(app.db, "expiring", {
      projectIds: projectScope(app, project),
      bounds: reviewBounds(app),
      secrets: [],
    }),
  };
}

/** What changed after `since`, in milliseconds. */
export const overviewChanged = (app: App, since: number, project?: string): OverviewChanged => ({
  since,
  ...countChanged(app.db, scopeOf(app, project), since),
});

/** The days of a year up to today, oldest first. Counted once for each state of the rows. */
export async function overviewYear(app: App, { project, zone }: Place): Promise<OverviewDay[]> {
  await warmColumns(app);
  const scope = scopeOf(app, project);
  const days = yearOf(app, zone);
  const version = `${versionOf(app)} ${days.at(-1)?.day ?? ""}`;
  return remembered(app, `days ${zone} ${project ?? ""}`, version, () => {
    const prompts = countByDay(app.db, "prompts", scope, days);
    const observations = countByDay(app.db, "observations", scope, days);
    const sessions = countSessionsByDay(app.db, scope, days);
    const memories = memoriesByDay(app, project, days);
    return days.map((day, at) => ({
      ...day,
      prompts: prompts[at] ?? 0,
      observations: observations[at] ?? 0,
      sessions: sessions[at] ?? 0,
      memories: memories.written[at] ?? 0,
      active: memories.inForce[at] ?? 0,
    }));
  });
}

/** The same days, as many as the range has. */
export const overviewDays = async (app: App, place: Place, range: OverviewRange): Promise<OverviewDay[]> =>
  (await overviewYear(app, place)).slice(-OVERVIEW_RANGES[range]);

export async function overviewHot(app: App, project?: string): Promise<HotMemory[]> {
  await warmColumns(app);
  return remembered(app, `hot ${project ?? ""}`, versionOf(app), () => hottest(app, project, HOT));
}

/** Estimated tokens by day (C40: a quarter of the characters). */
export function overviewInjected(app: App, { project, zone }: Place, range: OverviewRange): InjectedTokens[] {
  const scope = scopeOf(app, project);
  const days = rangeOf(app, zone, range);
  const version = `${lastBlock(app.db)} ${days.at(-1)?.day ?? ""} ${Math.floor(app.now() / USED_MS)}`;
  const counted = remembered(app, `injected ${zone} ${range} ${String(scope)}`, version, () =>
    injectedByDay(app.db, scope, days),
  );
  return counted.map(({ blocks, chars, usedChars }, at) => ({
    day: days[at]?.day ?? "",
    blocks,
    injected: estimateTokens(chars),
    used: estimateTokens(usedChars),
  }));
}

export function overviewSpend(app: App, { project, zone }: Place, range: OverviewRange): ModelSpend[] {
  const days = rangeOf(app, zone, range);
  const spent = spendByDay(app.db, scopeOf(app, project), days);
  return spent.map((counts, at) => ({ day: days[at]?.day ?? "", ...counts }));
}

/** Bounds of a day that hold for all projects together; null = none. */
export function overviewBudget(app: App): Overview["budget"] {
  const { llm_daily_tokens: tokens, llm_daily_usd: usd } = readSettings(app);
  return { tokens: tokens === 0 ? null : tokens, usd: usd === 0 ? null : usd };
}

/** `GET /api/overview`: all parts at once. */
export async function readOverview(app: App, query: OverviewQuery): Promise<Overview> {
  const { project, range, since } = query;
  return {
    zone: query.zone,
    counts: await overviewCounts(app, project),
    changed: since === undefined ? null : overviewChanged(app, since, project),
    days: await overviewDays(app, query, range),
    year: (await overviewYear(app, query)).map(({ day, prompts, observations }) => ({
      day,
      count: prompts + observations,
    })),
    hot: await overviewHot(app, project),
    injected: overviewInjected(app, query, range),
    spend: overviewSpend(app, query, range),
    budget: overviewBudget(app),
  };
}

/** Of the rows, and of the minute: what expires changes counts without a write. */
const versionOf = (app: App): string => `${rowsVersion(app.db)} ${Math.floor(app.now() / 60_000)}`;

/** Where midnights lie does not change: found once a day and zone. */
const yearOf = (app: App, zone: string): Day[] =>
  remembered(app, `zone ${zone}`, String(Math.floor(app.now() / 900_000)), () => lastDays(app.now(), zone, YEAR_DAYS));

const rangeOf = (app: App, zone: string, range: OverviewRange): Day[] =>
  yearOf(app, zone).slice(-OVERVIEW_RANGES[range]);
