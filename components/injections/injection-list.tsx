"use client";
/** All blocks that were sent, newest first, under their day and their session. */
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useMemo } from "react";
import type { InjectionBrief, InjectionPage } from "@/lib/contract/inject";
import { type FetchParams, fetchJson } from "../list/fetch-json";
import { VirtualList } from "../list/virtual-list";
import { useTime } from "../time/time-context";
import { useTimeWords } from "../time/words";
import { hrefWith } from "../url";
import { InjectionRow, SessionHead } from "./injection-row";
import { inRuns, isSameRun } from "./session-runs";

interface InjectionListProps {
  page: InjectionPage;
  /** As `GET /api/injections` takes it. */
  query: FetchParams;
  peek: number | null;
}

const PATH = "/injections";
const PAGE_SIZE = 100;
const ROW_HEIGHT = 37;

const keyOf = (block: InjectionBrief): number => block.id;

export function InjectionList({ page, query, peek }: InjectionListProps) {
  const t = useTranslations("injections");
  const params = useSearchParams();
  const { now, format } = useTime();
  const words = useTimeWords();
  const asked = JSON.stringify(query);
  const fetchPage = useCallback(
    async (cursor: string) => {
      const answer = await fetchJson<InjectionPage>("/api/injections", {
        params: { ...(JSON.parse(asked) as FetchParams), cursor, limit: PAGE_SIZE },
      });
      return answer.ok
        ? { ...answer, data: { ...answer.data, items: inRuns(answer.data.items, format.dayKey) } }
        : answer;
    },
    [asked, format],
  );
  const items = useMemo(() => inRuns(page.items, format.dayKey), [page.items, format]);
  return (
    <VirtualList
      label={t("list")}
      items={items}
      nextCursor={page.nextCursor}
      listKey={asked}
      fetchPage={fetchPage}
      getKey={keyOf}
      estimate={ROW_HEIGHT}
      currentKey={peek}
      renderRow={(block, { previous }) => {
        const day = format.dayKey(block.created_at);
        const isNewDay = previous === undefined || format.dayKey(previous.created_at) !== day;
        return (
          <>
            {isNewDay && (
              <h2 className="border-b bg-bg px-4 pt-3 pb-1.5 text-meta font-semibold text-muted">
                {words.heading(day, format.dayKey(now))}
              </h2>
            )}
            {(isNewDay || !isSameRun(previous, block)) && (
              <SessionHead
                block={block}
                href={
                  params.get("session") === block.session
                    ? null
                    : hrefWith(PATH, params, { session: block.session, peek: null })
                }
              />
            )}
            <InjectionRow
              block={block}
              href={hrefWith(PATH, params, { peek: block.id })}
              current={block.id === peek}
              inPlace={peek !== null}
            />
          </>
        );
      }}
    />
  );
}
