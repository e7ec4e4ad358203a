/** What the timeline is narrowed to: kinds, agent, branch, file, days. */
import { useTranslations } from "next-intl";
import { Check } from "lucide-react";
import Link from "next/link";
import type { TimelineKind } from "@/lib/contract/timeline-entries";
import { cn } from "@/lib/cn";
import { useLabels } from "../labels";
import { useNumbers } from "../numbers";
import { DateRange } from "../ui/date-range";
import { Facet } from "../ui/facet";
import { hrefWith } from "../url";
import { FileFilter } from "./file-filter";
import { KindIcon } from "./kind-icon";
import { PATH, RESETS } from "./place";

export interface FacetCount {
  value: string;
  count: number;
}

interface FiltersProps {
  search: string;
  host: string | undefined;
  branch: string | undefined;
  hosts: FacetCount[];
  branches: FacetCount[];
  files: string[];
}

/** How many values are shown before the list scrolls on by itself. */
const MAX_BRANCHES = 20;

export function Filters({ search, host, branch, hosts, branches, files }: FiltersProps) {
  const t = useTranslations("timeline");
  const labels = useLabels();
  const withChosen = (values: FacetCount[], chosen: string | undefined): FacetCount[] =>
    chosen === undefined || values.some(({ value }) => value === chosen)
      ? values
      : [{ value: chosen, count: 0 }, ...values];
  return (
    <>
      <Facet
        name={t("hosts")}
        path={PATH}
        param="host"
        search={search}
        current={host}
        resets={RESETS}
        values={withChosen(hosts, host).map(({ value, count }) => ({ value, count, label: labels.host(value) }))}
      />
      {(branches.length > 0 || branch !== undefined) && (
        <Facet
          name={t("branches")}
          path={PATH}
          param="branch"
          search={search}
          current={branch}
          resets={RESETS}
          values={withChosen(branches, branch)
            .slice(0, MAX_BRANCHES)
            .map(({ value, count }) => ({ value, count, label: value }))}
        />
      )}
      <FileFilter files={files} />
      <section aria-label={t("span")} className="px-2">
        <h2 className="pb-1 text-meta font-semibold text-muted">{t("span")}</h2>
        <DateRange fromLabel={t("from")} toLabel={t("to")} resets={RESETS} />
      </section>
    </>
  );
}

interface KindFilterProps {
  search: string;
  kinds: readonly TimelineKind[];
  chosen: readonly TimelineKind[];
  usual: readonly TimelineKind[];
  /** Absent while they are counted, and where counting is dear. */
  counts: Partial<Record<TimelineKind, number>>;
}

/** Several may be chosen; the last one can't be taken away. */
export function KindFilter({ search, kinds, chosen, usual, counts }: KindFilterProps) {
  const t = useTranslations("timeline");
  const numbers = useNumbers();
  const same = (a: readonly TimelineKind[]) => a.length === usual.length && usual.every((kind) => a.includes(kind));
  const hrefOf = (kind: TimelineKind): string => {
    const next = chosen.includes(kind) ? chosen.filter((one) => one !== kind) : [...chosen, kind];
    const kept = next.length === 0 || same(next) ? null : next.join(",");
    return hrefWith(PATH, search, { cursor: null, peek: null, kind: kept });
  };
  return (
    <section aria-label={t("kinds")}>
      <h2 className="px-2 pb-1 text-meta font-semibold text-muted">{t("kinds")}</h2>
      <ul>
        {kinds.map((kind) => {
          const isOn = chosen.includes(kind);
          const count = counts[kind];
          return (
            <li key={kind}>
              <Link
                href={hrefOf(kind)}
                replace
                scroll={false}
                prefetch={false}
                aria-current={isOn ? "true" : undefined}
                className="flex min-h-7 items-center gap-2 rounded-control px-2 hover:bg-hover"
              >
                <span
                  aria-hidden
                  className={cn(
                    "grid size-3.5 shrink-0 place-items-center rounded-[3px] border border-control [&_svg]:size-3",
                    isOn && "border-accent bg-accent text-accent-text",
                  )}
                >
                  {isOn && <Check />}
                </span>
                <KindIcon kind={kind} className="size-3.5" />
                <span className="min-w-0 flex-1 truncate">{t(`kind.${kind}`)}</span>
                {count !== undefined && <span className="shrink-0 text-meta text-muted">{numbers.count(count)}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
