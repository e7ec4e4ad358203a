"use client";
/** The feed as a list of any length: the first page is the server's, further ones come as they are needed. */
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { Operation, OperationPage } from "@/lib/contract/operations";
import { type FetchParams, fetchJson } from "../list/fetch-json";
import { VirtualList } from "../list/virtual-list";
import { hrefWith } from "../url";
import { FeedRow } from "./feed-row";

interface FeedListProps {
  page: OperationPage;
  /** What the list is of, as the API is asked. */
  query: FetchParams;
  /** The query string as it is. */
  search: string;
  /** Operation that is open beside the list. */
  open: number | null;
  isPanelOpen: boolean;
}

const PAGE = 100;
const ROW_PX = 76;
const keyOf = (operation: Operation): number => operation.id;

export function FeedList({ page, query, search, open, isPanelOpen }: FeedListProps) {
  const t = useTranslations("activity");
  const asked = JSON.stringify(query);
  const fetchPage = useCallback(
    (cursor: string) =>
      fetchJson<OperationPage>("/api/operations", {
        params: { ...(JSON.parse(asked) as FetchParams), cursor, limit: PAGE },
      }),
    [asked],
  );
  return (
    <VirtualList
      label={t("title")}
      items={page.items}
      nextCursor={page.nextCursor}
      total={page.total}
      listKey={asked}
      fetchPage={fetchPage}
      getKey={keyOf}
      estimate={ROW_PX}
      currentKey={open}
      renderRow={(operation) => (
        <FeedRow
          operation={operation}
          href={hrefWith("/activity", search, { peek: operation.id, receipt: null, rows: null })}
          isOpen={operation.id === open}
          isPanelOpen={isPanelOpen}
        />
      )}
    />
  );
}
