/**
 * The list of stored blocks, and what is summed of them. A row holds its block and trace (tens of kilobytes) before its size and time, so that only
 * the rows of a page are read whole; filters look at what stands before them.
 */
import type { Handle } from "../context";
import type { InjectionUse } from "../contract/inject";
import { prepared } from "../db/prepared";

export interface BlockFilter {
  /** null = any. */
  projectIds: number[] | null;
  host?: string | undefined;
  event?: string | undefined;
  session?: string | undefined;
  use?: InjectionUse | undefined;
  /** Ids: blocks get them in the order of time. */
  first?: number | undefined;
  last?: number | undefined;
}

export interface BriefRow {
  id: number;
  projectId: number;
  project: string | null;
  branch: string | null;
  host: string | null;
  hostSessionId: string | null;
  sessionId: number | null;
  event: string;
  chars: number;
  createdAt: number;
  items: number;
  told: number;
  compared: number;
  used: number;
}

/** Ids that one read goes through where no index names the blocks: any rarer filter takes several reads. */
const WINDOW = 3_000;
/** The same where the items of each block are looked at. */
const USE_WINDOW = 1_500;

const TOLD = "i.layer <> 'index'";
const anItem = (where: string): string =>
  `SELECT 1 FROM injection_items i WHERE i.injection_id = b.id AND ${TOLD} AND ${where}`;
const USE: Record<InjectionUse, string> = {
  used: `EXISTS (${anItem("i.used_turn IS NOT NULL")})`,
  unused: `EXISTS (${anItem("i.checked_turn IS NOT NULL")}) AND NOT EXISTS (${anItem("i.used_turn IS NOT NULL")})`,
  waiting: `NOT EXISTS (${anItem("(i.checked_turn IS NOT NULL OR i.used_turn IS NOT NULL)")})`,
};

function conditionOf({
  projectIds,
  host,
  event,
  session,
  use,
  first,
  last,
}: BlockFilter): [sql: string, values: object] {
  const parts = [
    ...(projectIds === null ? [] : ["b.project_id IN (SELECT value FROM json_each(@projects))"]),
    ...(host === undefined ? [] : ["b.host = @host"]),
    ...(event === undefined ? [] : ["b.event = @event"]),
    ...(session === undefined ? [] : ["b.host_session_id = @session"]),
    ...(first === undefined ? [] : ["b.id >= @first"]),
    ...(last === undefined ? [] : ["b.id <= @last"]),
    ...(use === undefined ? [] : [USE[use]]),
  ];
  const given = { host, event, session, first, last };
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return [
    parts.join(" AND ") || "1",
    projectIds === null ? values : { ...values, projects: JSON.stringify(projectIds) },
  ];
}

export interface Found {
  ids: number[];
  /** Ids below this one were not looked at; null = there is nothing more. */
  rest: number | null;
}

/** Ids of blocks below `before`, newest first, at most `limit`; looks through a bounded stretch of the table. */
export function findBlocks(handle: Handle, filter: BlockFilter, before: number | undefined, limit: number): Found {
  const newest = before ?? highestId(handle) + 1;
  const hasIndex = filter.projectIds !== null || filter.session !== undefined;
  const lowest = filter.first ?? 1;
  const floor = hasIndex ? lowest : Math.max(lowest, newest - (filter.use === undefined ? WINDOW : USE_WINDOW));
  const [condition, values] = conditionOf(filter);
  const ids = prepared(
    handle,
    `SELECT b.id FROM injections b WHERE ${condition} AND b.id < @before AND b.id >= @floor ORDER BY b.id DESC LIMIT @limit`,
  )
    .pluck()
    .all({ ...values, before: newest, floor, limit: limit + 1 }) as number[];
  if (ids.length > limit) return { ids: ids.slice(0, limit), rest: ids[limit - 1] ?? null };
  return { ids, rest: floor > lowest ? floor : null };
}

const highestId = (handle: Handle): number =>
  (prepared(handle, "SELECT max(id) FROM injections").pluck().get() as number | null) ?? 0;

const COUNTS = `count(*) AS items, coalesce(sum(${TOLD}), 0) AS told,
  coalesce(sum(${TOLD} AND (i.checked_turn IS NOT NULL OR i.used_turn IS NOT NULL)), 0) AS compared,
  coalesce(sum(${TOLD} AND i.used_turn IS NOT NULL), 0) AS used`;

/** Whole rows but block and trace, newest first, with their session and what became of their items. */
export function briefsOf(handle: Handle, ids: number[]): BriefRow[] {
  if (ids.length === 0) return [];
  const list = JSON.stringify(ids);
  const rows = prepared(
    handle,
    `SELECT b.id, b.project_id AS projectId, p.name AS project, b.branch, b.host, b.host_session_id AS hostSessionId,
       s.id AS sessionId, b.event, b.chars, b.created_at AS createdAt
     FROM injections b LEFT JOIN projects p ON p.id = b.project_id
       LEFT JOIN sessions s ON s.host_session_id = b.host_session_id AND s.host = b.host AND s.status <> 'deleted'
     WHERE b.id IN (SELECT value FROM json_each(?)) ORDER BY b.id DESC`,
  ).all(list) as Omit<BriefRow, keyof ItemSums>[];
  const byId = itemSums(handle, ids);
  return rows.map((row) => ({ ...row, ...(byId.get(row.id) ?? NONE) }));
}

export interface ItemSums {
  items: number;
  told: number;
  compared: number;
  used: number;
}

export const NONE: ItemSums = { items: 0, told: 0, compared: 0, used: 0 };

export interface SentBlock {
  id: number;
  host: string | null;
  event: string;
  chars: number;
}

/** All blocks that a filter leaves but for what became of them. One index holds all of it where no session is named. */
export function sentBlocks(handle: Handle, { use: _use, ...filter }: BlockFilter): SentBlock[] {
  const [condition, values] = conditionOf(filter);
  const index = filter.session === undefined ? "injections_sent" : "injections_session";
  return prepared(
    handle,
    `SELECT b.id, b.host, b.event, b.chars FROM injections b INDEXED BY ${index} WHERE ${condition}`,
  ).all(values) as SentBlock[];
}

/** What blocks held and what became of it; a block without items has no entry. */
export function itemSums(handle: Handle, ids: number[]): Map<number, ItemSums> {
  const counts = prepared(
    handle,
    `SELECT i.injection_id AS id, ${COUNTS} FROM injection_items i
     WHERE i.injection_id IN (SELECT value FROM json_each(?)) GROUP BY i.injection_id`,
  ).all(JSON.stringify(ids)) as (ItemSums & { id: number })[];
  return new Map(counts.map(({ id, ...sums }) => [id, sums]));
}

/** The first id that was made at `at` or later; one above all where there is none. By halves: times stand behind the blocks. */
export function idFrom(handle: Handle, at: number): number {
  const next = prepared(handle, "SELECT id, created_at AS at FROM injections WHERE id >= ? ORDER BY id LIMIT 1");
  let [low, high] = [1, highestId(handle) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = next.get(middle) as { id: number; at: number } | undefined;
    if (row === undefined || row.at >= at) high = middle;
    else low = row.id + 1;
  }
  return low;
}

/** Hosts and events that blocks were sent to, for a choice: of the newest that are looked at. */
export const knownSenders = (handle: Handle): { host: string | null; event: string }[] =>
  prepared(
    handle,
    `SELECT DISTINCT host, event FROM (SELECT host, event FROM injections ORDER BY id DESC LIMIT ${WINDOW}) ORDER BY host, event`,
  ).all() as { host: string | null; event: string }[];
