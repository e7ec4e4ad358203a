/** Sums over the blocks that the filters leave: how many, what they took, what of it was used, and by agent. */
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { InjectionTotals } from "@/lib/contract/inject";
import { useLabels } from "../labels";
import { useNumbers } from "../numbers";
import { hrefWith } from "../url";

interface TotalsProps {
  totals: InjectionTotals;
  search: string;
}

export function Totals({ totals, search }: TotalsProps) {
  const t = useTranslations("playground");
  const labels = useLabels();
  const numbers = useNumbers();
  const share = ({ used, compared }: { used: number; compared: number }): string =>
    compared === 0 ? t("totals.notYet") : numbers.percent(used / compared);
  const facts = [
    { name: t("totals.blocks"), value: numbers.count(totals.blocks), note: null },
    {
      name: t("totals.tokens"),
      value: numbers.count(totals.tokens),
      note: t("totals.perBlock", { tokens: totals.blocks === 0 ? 0 : Math.round(totals.tokens / totals.blocks) }),
    },
    {
      name: t("totals.used"),
      value: share(totals),
      note: t("totals.usedOf", {
        used: totals.used,
        compared: totals.compared,
        waiting: totals.told - totals.compared,
      }),
    },
  ];
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-2">
      <dl className="contents">
        {facts.map(({ name, value, note }) => (
          <div key={name}>
            <dt className="text-meta text-muted">{name}</dt>
            <dd>
              <span className="text-[15px] leading-6 font-semibold tabular-nums">{value}</span>
              {note !== null && <span className="ml-2 text-meta text-muted tabular-nums">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {totals.hosts.length > 1 && (
        <ul aria-label={t("totals.byHost")} className="min-w-0">
          {totals.hosts.map((one) => (
            <li key={one.host ?? ""} className="flex gap-x-3 text-meta tabular-nums">
              {one.host === null ? (
                <span>{t("totals.noHost")}</span>
              ) : (
                <Link
                  href={hrefWith("/injections", search, { host: one.host, peek: null })}
                  prefetch={false}
                  className="hover:underline"
                >
                  {labels.host(one.host)}
                </Link>
              )}
              <span className="text-muted">
                {t("totals.hostLine", { blocks: one.blocks, tokens: one.tokens, share: share(one) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Its shape while it is counted. */
export function TotalsBones() {
  return (
    <div className="flex h-11 animate-skeleton gap-8" aria-hidden>
      {[0, 1, 2].map((fact) => (
        <div key={fact} className="h-10 w-32 rounded-[4px] bg-hover" />
      ))}
    </div>
  );
}
