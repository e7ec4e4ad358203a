"use client";
/** The log, newest first, as far back as somebody looks; each line opens to all that it says. */
import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import type { LogLine, LogPage } from "@/lib/contract/logs";
import { type Fetched, fetchJson } from "../list/fetch-json";
import { VirtualList } from "../list/virtual-list";
import { EmptyState, NoMatch } from "../states/states";
import { Button } from "../ui/button";
import { LogRow } from "./log-row";
import { useTail } from "./use-tail";

interface LogViewProps {
  page: LogPage;
  level: string | null;
  text: string | null;
  /** New lines come by themselves. */
  isFollowing: boolean;
}

const PAGE = 100;
const ROW_PX = 33;
const keyOf = ({ file, at }: LogLine): string => `${file}:${at}`;

export function LogView(props: LogViewProps) {
  const listKey = `${props.level ?? ""} ${props.text ?? ""}`;
  return <Lines key={listKey} listKey={listKey} {...props} />;
}

function Lines({ page: drawn, level, text, isFollowing, listKey }: LogViewProps & { listKey: string }) {
  const t = useTranslations("logs");
  const common = useTranslations("common");
  const page = useTail(isFollowing, JSON.stringify({ level, q: text, limit: PAGE })) ?? drawn;
  /** Pages may be empty and still go on: a rare line lies far back. */
  const [start, setStart] = useState(page);
  const [isLooking, setLooking] = useState(false);
  const fetchPage = useCallback(
    async (cursor: string): Promise<Fetched<LogPage>> =>
      fetchJson<LogPage>("/api/logs", { params: { level, q: text, cursor, limit: PAGE } }),
    [level, text],
  );
  const shown = page.items.length > 0 ? page : start;
  if (shown.items.length > 0) {
    return (
      <VirtualList
        label={t("title")}
        items={shown.items}
        nextCursor={shown.nextCursor}
        listKey={listKey}
        fetchPage={fetchPage}
        getKey={keyOf}
        estimate={ROW_PX}
        renderRow={(line) => <LogRow line={line} />}
      />
    );
  }
  if (start.nextCursor === null) {
    return level === null && text === null ? (
      <EmptyState title={t("empty")} text={t("emptyText")}>
        <></>
      </EmptyState>
    ) : (
      <NoMatch text={t("noMatch")} hint={t("noMatchHint")} />
    );
  }
  const { nextCursor } = start;
  const look = async () => {
    setLooking(true);
    const answer = await fetchPage(nextCursor);
    setLooking(false);
    if (answer.ok) setStart(answer.data);
  };
  return (
    <NoMatch text={t("noMatch")}>
      <Button disabled={isLooking} onClick={() => void look()}>
        {isLooking ? common("loading") : t("lookOn")}
      </Button>
    </NoMatch>
  );
}
