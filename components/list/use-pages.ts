"use client";
/** The loaded rows of a list: further pages on demand, and all of them anew when the server's first page says that they are old. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { ShownError } from "../change/result";
import type { Fetched } from "./fetch-json";
import { beginPages, type ListPage, renewPages, type RowKey, withPage } from "./page-state";

/** `loaded`: rows that stand before it. */
export type FetchPage<T> = (cursor: string, loaded: number) => Promise<Fetched<ListPage<T>>>;

interface PagesOptions<T> {
  first: ListPage<T>;
  version: string;
  fetchPage: FetchPage<T> | undefined;
  getKey: (item: T) => RowKey;
}

export interface Pages<T> {
  rows: readonly T[];
  hasMore: boolean;
  error: ShownError | null;
  /** Fetches the next page unless one is on its way; asks again after an error. */
  loadMore: () => void;
  /** Up to which row the list is looked at: so many are fetched anew when they are old. */
  setWanted: (count: number) => void;
}

export function usePages<T>({ first, version, fetchPage, getKey }: PagesOptions<T>): Pages<T> {
  const [state, setState] = useState(() => beginPages(first, version));
  const [error, setError] = useState<ShownError | null>(null);
  /** Counts what makes an answer on its way worthless. */
  const epoch = useRef(0);
  const isLoading = useRef(false);
  const wanted = useRef(first.items.length);

  if (state.version !== version) {
    setState(renewPages(state, first, version, getKey));
    setError(null);
  }

  const { next } = state;
  const loaded = state.rows.length;
  const load = useCallback(async () => {
    if (next === null || fetchPage === undefined || isLoading.current) return;
    const mine = epoch.current;
    isLoading.current = true;
    const answer = await fetchPage(next, loaded);
    if (epoch.current !== mine) return;
    isLoading.current = false;
    if (!answer.ok) {
      setError(answer.error);
      return;
    }
    setError(null);
    setState((now) => ({ ...now, rows: withPage(now.rows, answer.data, getKey), next: answer.data.nextCursor }));
  }, [next, loaded, fetchPage, getKey]);

  const { isStale, first: fresh } = state;
  // External system: the server. A page on its way belongs to the old rows; as many as are looked at are fetched anew.
  useEffect(() => {
    epoch.current += 1;
    isLoading.current = false;
    if (!isStale || fetchPage === undefined) return;
    const mine = epoch.current;
    isLoading.current = true;
    void (async () => {
      let rows = [...fresh.items];
      let cursor = fresh.nextCursor;
      while (cursor !== null && rows.length < wanted.current) {
        const answer = await fetchPage(cursor, rows.length);
        if (epoch.current !== mine) return;
        // What stands there stays; the end of the list says what is wrong.
        if (!answer.ok) {
          isLoading.current = false;
          setError(answer.error);
          return;
        }
        rows = withPage(rows, answer.data, getKey);
        cursor = answer.data.nextCursor;
      }
      isLoading.current = false;
      setState((now) => ({ ...now, rows, next: cursor, isStale: false }));
    })();
  }, [isStale, fresh, fetchPage, getKey]);

  return {
    rows: state.rows,
    hasMore: next !== null && fetchPage !== undefined,
    error,
    loadMore: useCallback(() => {
      setError(null);
      void load();
    }, [load]),
    setWanted: useCallback((count: number) => {
      wanted.current = count;
    }, []),
  };
}
