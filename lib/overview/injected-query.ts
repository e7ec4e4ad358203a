/** What agents were handed on each day and how much of it they took up, from the items of the blocks. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import { firstIdSince } from "./changed-query";
import type { Day } from "./days";
import type { Scope } from "./days-query";

export interface InjectedDay {
  blocks: number;
  /** Characters of the lines that stood in them. */
  chars: number;
  /** Of these the lines that the session then used. */
  usedChars: number;
}

const OF_ALL = `SELECT count(DISTINCT injection_id) AS blocks, coalesce(sum(chars), 0) AS chars,
    coalesce(sum(CASE WHEN used_turn IS NULL THEN 0 ELSE chars END), 0) AS usedChars
  FROM injection_items WHERE injection_id >= $from AND injection_id < $to`;
/** By the index on (project, id): blocks of other projects are not looked at. */
const OF_PROJECTS = `SELECT count(DISTINCT i.injection_id) AS blocks, coalesce(sum(i.chars), 0) AS chars,
    coalesce(sum(CASE WHEN i.used_turn IS NULL THEN 0 ELSE i.chars END), 0) AS usedChars
  FROM injections b CROSS JOIN injection_items i ON i.injection_id = b.id
  WHERE b.project_id IN (SELECT value FROM json_each($scope)) AND b.id >= $from AND b.id < $to`;

/** One entry a day. Blocks are numbered in the order of time, so each day is a range of numbers. */
export function injectedByDay(handle: Handle, scope: Scope, days: readonly Day[]): InjectedDay[] {
  const end = lastBlock(handle) + 1;
  const statement = prepared(handle, scope === null ? OF_ALL : OF_PROJECTS);
  let from = firstFrom(handle, days[0]?.start ?? 0, 1, end);
  return days.map((day) => {
    const to = from >= end ? end : firstFrom(handle, day.end, from, end);
    const values = scope === null ? { from, to } : { from, to, scope: JSON.stringify(scope) };
    const counts = from === to ? { blocks: 0, chars: 0, usedChars: 0 } : (statement.get(values) as InjectedDay);
    from = to;
    return counts;
  });
}

export const lastBlock = (handle: Handle): number =>
  (prepared(handle, "SELECT max(id) FROM injections").pluck().get() as number | null) ?? 0;

/** Number of the first block at `start` or later; `end` when there is none. */
const firstFrom = (handle: Handle, start: number, from: number, end: number): number =>
  firstIdSince(handle, "injections", start - 1, from) ?? end;
