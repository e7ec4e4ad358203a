/** The heads of the table's columns; a click sorts by one, a second one turns the order round. */
import { useTranslations } from "next-intl";
import { ArrowDown, ArrowUp } from "lucide-react";
import Link from "next/link";
import type { MemorySort } from "@/lib/contract/memory-list";
import { cn } from "@/lib/cn";
import { PendingTint } from "../ui/pending-tint";
import { hrefWith } from "../url";
import { AS_BLOCK } from "./table-row";
import { columnOf, HEAD_HEIGHT, hasKeyColumn, type ListView, needOf } from "./list-view";

interface TableHeadProps {
  view: ListView;
  sort: MemorySort;
  order: "asc" | "desc";
  /** The query string as it is. */
  search: string;
}

export function TableHead({ view, sort, order, search }: TableHeadProps) {
  const t = useTranslations("memories");
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="grid items-center border-b bg-bg text-meta text-muted [grid-template-columns:var(--c1)] @xl:[grid-template-columns:var(--c2)] @min-[52rem]:[grid-template-columns:var(--c3)] @min-[59rem]:[grid-template-columns:var(--c4)]"
      style={{ height: HEAD_HEIGHT }}
    >
      <span role="columnheader">
        <span className="sr-only">{t("selectColumn")}</span>
      </span>
      {hasKeyColumn(view) && (
        <span role="columnheader" className={cn("hidden truncate pr-3", AS_BLOCK[needOf(view, "key")])}>
          {t("column.key")}
        </span>
      )}
      <span role="columnheader" className="truncate pr-3">
        {t("column.value")}
      </span>
      {view.columns.map((column) => {
        if (column === "key") return null;
        const { isNumber, sort: by } = columnOf(column);
        const isOn = by !== undefined && by === sort;
        const shown = AS_BLOCK[needOf(view, column)];
        return (
          <span
            key={column}
            role="columnheader"
            aria-sort={isOn ? (order === "asc" ? "ascending" : "descending") : undefined}
            className={cn("hidden min-w-0 pr-3", shown, isNumber === true && "text-right")}
          >
            {by === undefined ? (
              <span className="block truncate">{t(`column.${column}`)}</span>
            ) : (
              <Link
                href={hrefWith("/memories", search, { sort: by, order: isOn && order === "desc" ? "asc" : null })}
                replace
                scroll={false}
                prefetch={false}
                className={cn(
                  "relative inline-flex h-7 max-w-full items-center gap-0.5 rounded-control hover:text-text",
                  isOn && "font-medium text-text",
                )}
              >
                <span className="truncate">{t(`column.${column}`)}</span>
                {isOn &&
                  (order === "asc" ? (
                    <ArrowUp aria-hidden className="size-3" />
                  ) : (
                    <ArrowDown aria-hidden className="size-3" />
                  ))}
                <PendingTint />
              </Link>
            )}
          </span>
        );
      })}
      <span role="columnheader">
        <span className="sr-only">{t("menuColumn")}</span>
      </span>
    </div>
  );
}
