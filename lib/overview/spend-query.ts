/** What language models cost on each day, by the index on time. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";
import type { Day } from "./days";
import type { Scope } from "./days-query";

export interface SpendDay {
  calls: number;
  tokens: number;
  /** US dollars of the calls whose model has a price. */
  usd: number;
}

export function spendByDay(handle: Handle, scope: Scope, days: readonly Day[]): SpendDay[] {
  const statement = prepared(
    handle,
    `SELECT count(*) AS calls, coalesce(sum(input_tokens + output_tokens), 0) AS tokens,
       coalesce(sum(cost_micros), 0) / 1000000.0 AS usd
     FROM llm_calls WHERE created_at >= $start AND created_at < $end${
       scope === null ? "" : " AND project_id IN (SELECT value FROM json_each($scope))"
     }`,
  );
  return days.map(
    ({ start, end }) =>
      statement.get(scope === null ? { start, end } : { start, end, scope: JSON.stringify(scope) }) as SpendDay,
  );
}
