"use client";
/** Every row of a large operation, before and after: read page by page, as far as somebody looks. */
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import type { OperationChangePage } from "@/lib/contract/operations";
import type { ShownError } from "../change/result";
import { type Fetched, fetchJson } from "../list/fetch-json";
import { useErrorWords } from "../states/error-words";
import { Button } from "../ui/button";
import { EntityLink } from "./about";
import { ChangeDiff } from "./change-diff";

type Change = OperationChangePage["items"][number];

const PAGE = 50;

export function ChangeRows({ operation, total }: { operation: number; total: number }) {
  const t = useTranslations("activity");
  const common = useTranslations("common");
  const [rows, setRows] = useState<Change[]>([]);
  const [next, setNext] = useState<string | null>("");
  const [error, setError] = useState<ShownError | null>(null);
  const ask = useCallback(
    (cursor: string, signal?: AbortSignal) =>
      fetchJson<OperationChangePage>(`/api/operations/${operation}/changes`, {
        params: { cursor, limit: PAGE },
        ...(signal === undefined ? {} : { signal }),
      }),
    [operation],
  );
  const take = (answer: Fetched<OperationChangePage>, known: Change[]) => {
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    setRows([...known, ...answer.data.items]);
    setNext(answer.data.nextCursor);
  };
  // External system: the server.
  useEffect(() => {
    const left = new AbortController();
    void (async () => {
      const answer = await ask("", left.signal);
      if (!left.signal.aborted) take(answer, []);
    })();
    return () => left.abort();
  }, [ask]);
  const more = async (cursor: string) => take(await ask(cursor), rows);
  const wordsOf = useErrorWords();
  return (
    <div>
      <ul aria-label={t("rowsLabel", { id: operation })} className="divide-y rounded-control border empty:hidden">
        {rows.map(({ seq, entity, before, after }) => (
          <li key={seq} className="space-y-1 px-3 py-2 [contain-intrinsic-size:auto_80px] [content-visibility:auto]">
            <p className="text-meta">
              <EntityLink entity={entity} />
            </p>
            <ChangeDiff before={before} after={after} entity={entity} />
          </li>
        ))}
      </ul>
      {error !== null && (
        <p role="alert" className="stored mt-2 text-red">
          {wordsOf(error).message}
        </p>
      )}
      {next !== null && (
        <Button size="small" className="mt-2" onClick={() => void more(next)}>
          {error === null ? t("undoMore", { count: total - rows.length }) : common("retry")}
        </Button>
      )}
    </div>
  );
}
