/** Why a block is as it is: every candidate in order, by layer, in or cut and why, with what can be done about it. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import { cn } from "@/lib/cn";
import type { InjectedEntry, TraceSubject } from "@/lib/contract/inject";
import { useNumbers } from "../numbers";
import { hrefWith } from "../url";
import { sumOfParts } from "./part-bar";
import { useTraceWords } from "./reason-words";
import { TraceRow } from "./trace-row";

export type TraceFilter = "all" | "in" | "cut";
export const TRACE_FILTERS = ["all", "in", "cut"] as const satisfies readonly TraceFilter[];

export interface TraceContext {
  /** What the entries are about now, by `type:id`. */
  subjects: ReadonlyMap<string, TraceSubject>;
  /** Reference of the project that "here" means; null = none is known. */
  project: string | null;
  /** Of a block that was sent: the session that got it. */
  sent: { sessionId: number | null; hasSession: boolean } | null;
}

interface TraceProps extends TraceContext {
  trace: readonly InjectedEntry[];
  show: TraceFilter;
  /** Address of the view, whose `show` changes. */
  path: string;
  search: string;
}

export function Trace({ trace, show, path, search, ...context }: TraceProps) {
  const t = useTranslations("playground");
  const numbers = useNumbers();
  const entries = trace.map((entry, index) => ({ entry, index })).filter(({ entry }) => entry.type !== "frame");
  const included = entries.filter(({ entry }) => entry.included).length;
  const counts = { all: entries.length, in: included, cut: entries.length - included };
  const best = Math.max(0, ...entries.map(({ entry }) => sumOfParts(entry.parts)));
  const wanted = entries.filter(({ entry }) => show === "all" || entry.included === (show === "in"));
  const layers = [...new Set(wanted.map(({ entry }) => entry.layer))];
  return (
    <section aria-labelledby="trace-title" className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="trace-title" className="text-section font-semibold">
          {t("trace.title")}
        </h2>
        <nav aria-label={t("trace.filter")} className="ml-auto flex gap-1">
          {TRACE_FILTERS.map((filter) => (
            <Link
              key={filter}
              href={hrefWith(path, search, { show: filter === "all" ? null : filter })}
              replace
              scroll={false}
              prefetch={false}
              aria-current={filter === show ? "true" : undefined}
              className={cn(
                "inline-flex h-6 items-center rounded-control px-2 text-meta",
                filter === show ? "bg-selected font-medium" : "text-muted hover:bg-hover hover:text-text",
              )}
            >
              {t(`trace.show.${filter}`, { count: numbers.count(counts[filter]) })}
            </Link>
          ))}
        </nav>
      </div>
      {wanted.length === 0 && <p className="rounded-panel border px-3 py-4 text-muted">{t(`trace.none.${show}`)}</p>}
      <div className="space-y-3">
        {layers.map((layer) => (
          <LayerRows
            key={layer}
            layer={layer}
            rows={wanted.filter(({ entry }) => entry.layer === layer)}
            best={best}
            {...context}
          />
        ))}
      </div>
    </section>
  );
}

interface LayerRowsProps extends TraceContext {
  layer: string;
  rows: { entry: InjectedEntry; index: number }[];
  best: number;
}

function LayerRows({ layer, rows, best, ...context }: LayerRowsProps) {
  const t = useTranslations("playground");
  const words = useTraceWords();
  const taken = rows.filter(({ entry }) => entry.included);
  const chars = taken.reduce((sum, { entry }) => sum + entry.chars, 0);
  const title = words.layer(layer);
  return (
    <section aria-label={title} className="overflow-hidden rounded-panel border bg-surface">
      <h3 className="flex flex-wrap items-baseline gap-x-3 border-b bg-sunken px-3 py-1 text-meta">
        <span className="font-semibold">{title}</span>
        <span className="ml-auto text-muted tabular-nums">
          {t("trace.layerCounts", { taken: taken.length, cut: rows.length - taken.length, chars })}
        </span>
      </h3>
      <ol className="divide-y">
        {rows.map(({ entry, index }) => (
          <TraceRow key={index} entry={entry} index={index} best={best} {...context} />
        ))}
      </ol>
    </section>
  );
}
