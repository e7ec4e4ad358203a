"use client";
/** One memory as a row of the table: the statement first and largest, everything else beside it in muted columns. */
import { useTranslations } from "next-intl";
import { Ellipsis } from "lucide-react";
import Link from "next/link";
import { memo } from "react";
import type { SkipCode } from "@/lib/contract/memory-bulk";
import { OFTEN_USED } from "./often";
import { cn } from "@/lib/cn";
import { ScoreBar, type ScoreWeights } from "../search/score-bar";
import { KeyText, StoredText } from "../text/stored-text";
import { PendingTint } from "../ui/pending-tint";
import { Cell } from "./cells";
import { OftenTag } from "./hits-tag";
import type { ListRow } from "./list-row";
import { columnOf, hasKeyColumn, type ListView, needOf, ROW_HEIGHT } from "./list-view";
import { RowBox } from "./row-box";
import { PairTag, ReviewTag, StatusTag, TierTag } from "./tags";
import type { Finder } from "./use-finder";
import { LeftTag } from "./left-tag";

/** A cell in sight, by what its column needs. */
export const AS_BLOCK = { 2: "@xl:block", 3: "@min-[52rem]:block", 4: "@min-[59rem]:block" } as const;
const AS_FLEX = { 3: "@min-[52rem]:flex", 4: "@min-[59rem]:flex", 2: "@xl:flex" } as const;

export interface RowProps {
  row: ListRow;
  view: ListView;
  href: string;
  find: Finder;
  weights: ScoreWeights | null;
  isCurrent: boolean;
  /** Opening beside the list replaces the address instead of adding to the history. */
  inPlace: boolean;
  isSelected: boolean;
  /** Why the last change left it as it was. */
  left: SkipCode | undefined;
  onToggle: (id: number, isRange: boolean) => void;
  onMenu: (id: number, button: HTMLElement) => void;
}

export const TableRow = memo(function TableRow(props: RowProps) {
  const { row, view, href, find, isCurrent, inPlace, isSelected, onToggle, onMenu } = props;
  const { memory } = row;
  const isOnTwoLines = view.density === "comfortable";
  return (
    <div
      role="presentation"
      className={cn(
        "group grid items-center border-b [grid-template-columns:var(--c1)] @xl:[grid-template-columns:var(--c2)] @min-[52rem]:[grid-template-columns:var(--c3)] @min-[59rem]:[grid-template-columns:var(--c4)]",
        isCurrent || isSelected ? "bg-selected" : "hover:bg-hover",
      )}
      style={{ height: ROW_HEIGHT[view.density] }}
    >
      <div role="cell" className="relative z-[1] self-stretch">
        <RowBox id={memory.id} isSelected={isSelected} onToggle={onToggle} />
      </div>
      {hasKeyColumn(view) && (
        <div
          role="cell"
          className={cn("hidden min-w-0 items-center gap-1.5 pr-3 text-muted", AS_FLEX[needOf(view, "key")])}
        >
          <span className="min-w-0 truncate" title={memory.key}>
            <KeyText oneLine text={memory.key} />
          </span>
          {memory.access_count >= OFTEN_USED && <OftenTag />}
        </div>
      )}
      <div role="cell" className="flex min-w-0 flex-col justify-center pr-3">
        {isOnTwoLines && <TopLine {...props} />}
        <span className="flex min-w-0 items-center gap-2">
          <Link
            data-row
            href={href}
            replace={inPlace}
            scroll={false}
            prefetch={false}
            aria-current={isCurrent ? "true" : undefined}
            title={memory.value}
            className={cn(
              "min-w-0 flex-1 truncate text-body after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-soft",
              memory.status !== "active" && "text-muted",
            )}
          >
            <StoredText text={memory.value} found={find(memory.value)} />
            <PendingTint />
          </Link>
          {!isOnTwoLines && <Marks {...props} />}
        </span>
      </div>
      {view.columns.map((column) => {
        const { isNumber } = columnOf(column);
        if (column === "key") return null;
        return (
          <div
            key={column}
            role="cell"
            className={cn(
              "hidden min-w-0 truncate pr-3 text-meta text-muted",
              AS_BLOCK[needOf(view, column)],
              isNumber === true && "text-right",
            )}
          >
            <Cell column={column} memory={memory} />
          </div>
        );
      })}
      <div role="cell" className="relative z-[1] grid place-items-center">
        <MenuButton id={memory.id} onMenu={onMenu} />
      </div>
    </div>
  );
});

/** The key in muted monospace above the statement, with what has to be seen at once at its end. */
export function TopLine(props: RowProps) {
  const { row, view, find } = props;
  const { memory } = row;
  return (
    <span className="flex h-4 min-w-0 items-center gap-2 text-muted">
      {view.columns.includes("key") && (
        <span className="flex min-w-0 items-center gap-1.5 truncate" title={memory.key}>
          <span className="min-w-0 truncate">
            <KeyText oneLine text={memory.key} found={find(memory.key)} />
          </span>
          {memory.access_count >= OFTEN_USED && <OftenTag />}
        </span>
      )}
      <span className="ml-auto flex shrink-0 items-center gap-1.5 empty:hidden">
        <Marks {...props} />
      </span>
    </span>
  );
}

function Marks({ row: { memory, fit, isHalf }, view, weights, left }: RowProps) {
  const { columns } = view;
  return (
    <>
      {fit !== null && weights !== null && <ScoreBar parts={fit.parts} weights={weights} rank={fit.rank} />}
      {left !== undefined && <LeftTag code={left} />}
      <span className={cn("contents", columns.includes("tier") && "@min-[52rem]:hidden")}>
        <TierTag tier={memory.tier} />
      </span>
      <span className={cn("contents", columns.includes("status") && "@min-[52rem]:hidden")}>
        <StatusTag status={memory.status} />
      </span>
      <ReviewTag state={memory.review_state} />
      {isHalf && memory.review_state === null && <PairTag />}
    </>
  );
}

export function MenuButton({ id, onMenu }: { id: number; onMenu: (id: number, button: HTMLElement) => void }) {
  const t = useTranslations("memories");
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={t("rowMenu", { id })}
      onClick={(event) => onMenu(id, event.currentTarget)}
      className="grid size-7 place-items-center rounded-control text-muted hover:bg-hover hover:text-text"
      data-no-print
    >
      <Ellipsis aria-hidden className="size-4" />
    </button>
  );
}
