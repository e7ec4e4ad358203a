"use client";
/** A chart with its name, and the same data as a table behind a toggle; printed, it is the table. */
import { ChartNoAxesColumn, Table2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState, useSyncExternalStore } from "react";
import { Button } from "../ui/button";

interface ChartFrameProps {
  title: string;
  aside?: ReactNode;
  /** Made only when it is shown. */
  table: () => ReactNode;
  children: ReactNode;
}

export function ChartFrame({ title, aside, table, children }: ChartFrameProps) {
  const t = useTranslations("charts");
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  const isPrinted = useSyncExternalStore(onPrint, isPrint, () => false);
  const Icon = isTable ? ChartNoAxesColumn : Table2;
  return (
    <figure aria-labelledby={id} className="min-w-0 rounded-panel border bg-surface">
      <figcaption className="flex min-h-10 items-center gap-3 py-1 pr-1.5 pl-4">
        <h2 id={id} className="min-w-0 truncate text-section font-semibold">
          {title}
        </h2>
        <div className="ml-auto min-w-0 text-meta text-muted">{aside}</div>
        <Button
          look="quiet"
          size="iconSmall"
          aria-pressed={isTable}
          aria-label={t("asTable", { title })}
          title={isTable ? t("showChart") : t("showTable")}
          onClick={() => setIsTable(!isTable)}
          data-no-print
        >
          <Icon aria-hidden />
        </Button>
      </figcaption>
      <div className="px-4 pb-3">{isTable || isPrinted ? table() : children}</div>
    </figure>
  );
}

/** External system: the printer. */
const print = () => window.matchMedia("print");
const isPrint = () => print().matches;
function onPrint(changed: () => void): () => void {
  const list = print();
  list.addEventListener("change", changed);
  return () => list.removeEventListener("change", changed);
}
