"use client";
/** One memory as a card: the whole statement, its key above, its meta below. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import { memo } from "react";
import { cn } from "@/lib/cn";
import { StoredText } from "../text/stored-text";
import { Cell } from "./cells";
import type { ColumnName } from "./list-view";
import { RowBox } from "./row-box";
import { MenuButton, type RowProps, TopLine } from "./table-row";

/** Shown above, or as marks at the end of the key's line. */
const ELSEWHERE: ReadonlySet<ColumnName> = new Set(["key", "tier", "status"]);

export const CardRow = memo(function CardRow(props: RowProps) {
  const { row, view, href, find, isCurrent, inPlace, isSelected, onToggle, onMenu } = props;
  const { memory } = row;
  const t = useTranslations("memories");
  return (
    <div className="px-3 pt-2">
      <article
        className={cn(
          "relative flex rounded-panel border",
          isCurrent || isSelected ? "bg-selected" : "bg-surface hover:bg-hover",
        )}
      >
        <RowBox id={memory.id} isSelected={isSelected} onToggle={onToggle} className="relative z-[1] h-9" />
        <div className="min-w-0 flex-1 py-2">
          <TopLine {...props} />
          <Link
            data-row
            href={href}
            replace={inPlace}
            scroll={false}
            prefetch={false}
            aria-current={isCurrent ? "true" : undefined}
            className={cn(
              "stored mt-0.5 text-read after:absolute after:inset-0 after:rounded-panel focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-soft",
              view.density === "compact" ? "line-clamp-2" : "line-clamp-6",
              memory.status !== "active" && "text-muted",
            )}
          >
            <StoredText text={memory.value} found={find(memory.value)} />
          </Link>
          <dl className="mt-1 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-meta text-muted">
            {view.columns.map((column) =>
              ELSEWHERE.has(column) ? null : (
                <div key={column} className="flex max-w-full min-w-0 items-center gap-1">
                  <dt className="shrink-0">{t(`column.${column}`)}</dt>
                  <dd className="min-w-0 truncate text-text">
                    <Cell column={column} memory={memory} />
                  </dd>
                </div>
              ),
            )}
          </dl>
        </div>
        <div className="relative z-[1] p-1">
          <MenuButton id={memory.id} onMenu={onMenu} />
        </div>
      </article>
    </div>
  );
});
