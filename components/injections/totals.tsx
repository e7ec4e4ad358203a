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
  /** There is a line for the agents, of which there are several. */
  byHost: boolean;
}

export function Totals({ totals, search, byHost }: TotalsProps) {
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
    <>
      <dl className={FACTS}>
        {facts.map(({ name, value, note }) => (
          <div key={name} className={FACT}>
            <dt className="truncate text-meta text-muted">{name}</dt>
            <dd className="truncate" title={note ?? undefined}>
              <span className="text-[15px] leading-6 font-semibold tabular-nums">{value}</span>
              {note !== null && <span className="ml-2 text-meta text-muted tabular-nums">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {byHost && (
        <ul aria-label={t("totals.byHost")} className={HOSTS}>
          {(totals.hosts.length > 1 ? totals.hosts : []).map((one) => (
            <li key={one.host ?? ""} className="flex gap-x-2">
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
    </>
  );
}

/** As high as what comes, whatever it says: the list below must not move. */
const FACTS = "grid grid-cols-2 gap-x-8 gap-y-2 @min-[38rem]:flex";
const FACT = "h-10 min-w-0 last:col-span-2";
const HOSTS = "mt-1 flex h-6 items-center gap-x-6 overflow-x-auto text-meta whitespace-nowrap tabular-nums";

/** Its shape while it is counted. */
export function TotalsBones({ byHost }: { byHost: boolean }) {
  return (
    <div className="animate-skeleton" aria-hidden>
      <div className={FACTS}>
        {[0, 1, 2].map((fact) => (
          <div key={fact} className={FACT}>
            <div className="h-full w-32 rounded-[4px] bg-hover" />
          </div>
        ))}
      </div>
      {byHost && <div className={HOSTS} />}
    </div>
  );
}
