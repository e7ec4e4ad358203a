"use client";
/** The timeline's entries, newest first, under the days of the reader's own zone (U03). */
import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useCallback, useState } from "react";
import type { TimelineEntry, TimelineEntryPage } from "@/lib/contract/timeline-entries";
import { type Fetched, fetchJson, type FetchParams } from "../list/fetch-json";
import type { FetchPage } from "../list/use-pages";
import { VirtualList } from "../list/virtual-list";
import { useTime } from "../time/time-context";
import { useTimeWords } from "../time/words";
import { hrefWith } from "../url";
import { EntryRow } from "./entry-row";
import { entryHref, entryKey, PATH } from "./place";
import { ToolRun } from "./tool-run";

interface TimelineListProps {
  page: TimelineEntryPage;
  /** What the entries were asked for with, as the API takes it. */
  query: FetchParams;
  /** `observation:12`. */
  peek: string | null;
}

const PAGE = 100;

export function TimelineList({ page, query, peek }: TimelineListProps) {
  const t = useTranslations("timeline");
  const params = useSearchParams();
  const { now, format } = useTime();
  const words = useTimeWords();
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const listKey = JSON.stringify(query);

  // The key stands for the query, whose object is another one with every page.
  const fetchPage: FetchPage<TimelineEntry> = useCallback(
    async (cursor) => {
      const asked = JSON.parse(listKey) as FetchParams;
      const items: TimelineEntry[] = [];
      // Where little passes the filters, a page may be empty and still go on.
      for (let next: string | null = cursor; ;) {
        const answer: Fetched<TimelineEntryPage> = await fetchJson<TimelineEntryPage>("/api/timeline/entries", {
          params: { ...asked, cursor: next, limit: PAGE },
        });
        if (!answer.ok) return answer;
        items.push(...answer.data.items);
        next = answer.data.nextCursor;
        if (items.length > 0 || next === null) return { ok: true, data: { items, nextCursor: next } };
      }
    },
    [listKey],
  );
  const unfold = (key: string, isOpen: boolean) =>
    setUnfolded((keys) => {
      if (keys.has(key) === isOpen) return keys;
      const next = new Set(keys);
      if (isOpen) next.add(key);
      else next.delete(key);
      return next;
    });
  const today = format.dayKey(now);
  const isOfProject = query["project"] !== undefined;
  const openUse = peek?.startsWith("tool:") === true ? Number(peek.slice(5)) : null;

  return (
    <VirtualList
      label={t("list")}
      items={page.items}
      nextCursor={page.nextCursor}
      listKey={listKey}
      fetchPage={fetchPage}
      getKey={entryKey}
      estimate={64}
      currentKey={peek}
      renderRow={(entry, { previous }) => {
        const key = entryKey(entry);
        const day = format.dayKey(entry.at);
        return (
          <>
            {(previous === undefined || format.dayKey(previous.at) !== day) && (
              <h2 className="border-b bg-bg px-4 py-1.5 text-meta font-semibold text-muted">
                {words.heading(day, today)}
              </h2>
            )}
            {entry.kind === "tool" ? (
              <ToolRun
                entry={entry}
                isUnfolded={unfolded.has(key)}
                onUnfold={(isOpen) => unfold(key, isOpen)}
                hrefOf={({ id }) => hrefWith(PATH, params, { peek: `tool:${id}` })}
                openUse={openUse}
                isOfProject={isOfProject}
              />
            ) : (
              <EntryRow
                entry={entry}
                href={entryHref(entry, params)}
                isOpen={key === peek}
                isOfProject={isOfProject}
                isHead={entry.kind === "session" && query["kind"] !== "session"}
              />
            )}
          </>
        );
      }}
    />
  );
}
