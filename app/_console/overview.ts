/** What the parts of the overview read, each for itself, for one project or for all. */
import { cookies } from "next/headers";
import { nextVisit, parseVisit, VISIT_COOKIE } from "@/components/frame/visit";
import { readZone } from "@/i18n/zone";
import type { App } from "@/lib/context";
import type { Session } from "@/lib/contract/evidence";
import type { Memory } from "@/lib/contract/memory";
import type { Operation } from "@/lib/contract/operations";
import type { OverviewChanged } from "@/lib/contract/overview";
import { listMemoryPage } from "@/lib/memories/list";
import { listFeed } from "@/lib/operations/feed";
import { holdsNothing } from "@/lib/overview/empty-query";
import { overviewChanged } from "@/lib/overview/service";
import { pageOfSessions } from "@/lib/sessions/service";
import { halvesOf } from "./halves";

const ROWS = 5;
const CHANGES = 3;
const WEEK_MS = 7 * 86_400_000;

export interface Since {
  at: number;
  /** The person was never here before: what is told is of the last week. */
  isFirst: boolean;
}

/** When the person last looked; the browser's frame keeps the cookie. */
export async function readSince(): Promise<Since> {
  const now = Date.now();
  const { since } = nextVisit(parseVisit((await cookies()).get(VISIT_COOKIE)?.value), now);
  return since === null ? { at: now - WEEK_MS, isFirst: true } : { at: since, isFirst: false };
}

/** Of the person, whose midnights part the days. */
export const zoneOfPerson = async (): Promise<string> => readZone((await cookies()).get("keepsake-zone")?.value);

/** Nothing was ever stored: the page says how to begin. */
export const isEmpty = (app: App): boolean => holdsNothing(app.db);

export interface ChangedData {
  changed: OverviewChanged;
  operations: Operation[];
}

export const readChanged = (app: App, since: number, project: string | undefined): ChangedData => ({
  changed: overviewChanged(app, since, project),
  operations: listFeed(app, {
    from: since + 1,
    limit: CHANGES,
    ...(project === undefined ? {} : { project }),
  }).items,
});

export interface LatestMemories {
  memories: Memory[];
  /** Of these, those that are a half of an open pair. */
  halves: ReadonlySet<number>;
}

const scopeOf = (project: string | undefined) => (project === undefined ? {} : { project });

export async function readLatestMemories(app: App, project: string | undefined): Promise<LatestMemories> {
  const { items } = await listMemoryPage(app, { ...scopeOf(project), sort: "created_at", limit: ROWS });
  return { memories: items, halves: halvesOf(app, items) };
}

export const readLatestSessions = (app: App, project: string | undefined): Session[] =>
  pageOfSessions(app, { ...scopeOf(project), limit: ROWS }).items;
