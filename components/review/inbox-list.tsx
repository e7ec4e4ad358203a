"use client";
/** The items that are left, by kind; only the rows in sight are in the page. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import type { ReviewItem } from "@/lib/contract/review";
import { cn } from "@/lib/cn";
import { StoredText } from "../text/stored-text";
import { headlineOf, keyOf, projectOf } from "./item";
import { KindTag } from "./kind-tag";

const ROW = 60;
const FIRST_RECT = { width: 380, height: 900 };

interface InboxListProps {
  items: readonly ReviewItem[];
  current: string | null;
  /** Of all pages. */
  total: number;
  onSelect: (key: string) => void;
}

export function InboxList({ items, current, total, onSelect }: InboxListProps) {
  const t = useTranslations("review");
  const scroller = useRef<HTMLDivElement>(null);
  const at = items.findIndex((item) => keyOf(item) === current);
  // The virtualizer is its own store; nothing here is memoised by what it answers.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    overscan: 6,
    initialRect: FIRST_RECT,
  });
  // The row that is open stays in sight; the focus goes along when it was in the list or nowhere.
  useEffect(() => {
    if (at < 0) return;
    virtual.scrollToIndex(at, { align: "auto" });
    const focused = document.activeElement;
    if (focused !== null && focused !== document.body && scroller.current?.contains(focused) !== true) return;
    scroller.current?.querySelector<HTMLElement>("[aria-current=true]")?.focus({ preventScroll: true });
  }, [at, current, virtual]);
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={t("list")}
      tabIndex={0}
      data-inbox-list
      className="scroll-area h-[30dvh] min-h-[124px] shrink-0 border-b md:h-auto md:w-[38%] md:max-w-[420px] md:min-w-[260px] md:border-r md:border-b-0"
    >
      <div role="list" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <div
              key={key}
              role="listitem"
              aria-posinset={index + 1}
              aria-setsize={total}
              className="absolute inset-x-0"
              style={{ top: start, height: ROW }}
            >
              <Row item={item} isCurrent={keyOf(item) === current} onSelect={onSelect} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface RowProps {
  item: ReviewItem;
  isCurrent: boolean;
  onSelect: (key: string) => void;
}

function Row({ item, isCurrent, onSelect }: RowProps) {
  const common = useTranslations("common");
  const { value } = headlineOf(item);
  const project = projectOf(item);
  return (
    <button
      type="button"
      tabIndex={isCurrent ? 0 : -1}
      aria-current={isCurrent ? "true" : undefined}
      onClick={() => onSelect(keyOf(item))}
      className={cn(
        "flex size-full flex-col justify-center gap-0.5 border-b px-4 text-left -outline-offset-2",
        isCurrent ? "bg-selected" : "hover:bg-hover",
      )}
    >
      <span className="flex w-full min-w-0 items-center gap-2">
        <KindTag kind={item.kind} />
        <span className="ml-auto min-w-0 truncate text-meta text-muted">
          {project === null ? common("allProjects") : <StoredText text={project} />}
        </span>
      </span>
      <span className="line-clamp-1 w-full break-all">
        <StoredText text={value.replace(/\s+/g, " ").slice(0, 200)} />
      </span>
    </button>
  );
}
