/** The blocks that held a memory, latest first, and whether their sessions used it. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { MemoryInjection } from "@/lib/contract/inject";
import type { MemoryUseCounts } from "@/lib/contract/memory-page";
import { useLabels } from "../labels";
import { useNumbers } from "../numbers";
import { StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { Tag } from "../ui/tag";

interface InjectedProps {
  injections: MemoryInjection[];
  use: MemoryUseCounts;
}

export function Injected({ injections, use }: InjectedProps) {
  const t = useTranslations("memory");
  if (use.blocks === 0) return <p className="text-muted">{t("injected.never")}</p>;
  return (
    <>
      <UseShare use={use} />
      <ul className="mt-2 divide-y rounded-panel border">
        {injections.map((injection) => (
          <li key={injection.injection_id}>
            <Block injection={injection} />
          </li>
        ))}
      </ul>
    </>
  );
}

function UseShare({ use: { blocks, isCapped, judged, used } }: { use: MemoryUseCounts }) {
  const t = useTranslations("memory");
  const numbers = useNumbers();
  return (
    <p>
      {t(isCapped ? "injected.countCapped" : "injected.count", { count: blocks })}{" "}
      {judged === 0
        ? t("injected.notJudged")
        : t("injected.share", { used, judged, share: numbers.percent(used / judged) })}
    </p>
  );
}

function Block({ injection }: { injection: MemoryInjection }) {
  const t = useTranslations("memory");
  const labels = useLabels();
  const { used, used_turn: turn, layer } = injection;
  return (
    <Link
      href={`/injections?peek=${injection.injection_id}`}
      prefetch={false}
      className="flex min-h-9 min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 px-3 py-1.5 hover:bg-hover"
    >
      <Time at={injection.created_at} className="w-16 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate">
        {injection.project === null ? t("injected.anyProject") : <StoredText text={injection.project} />}
        {injection.host !== null && <span className="text-muted"> · {labels.host(injection.host)}</span>}
      </span>
      <span className="text-meta text-muted">{t(layer === "index" ? "injected.listed" : "injected.inFull")}</span>
      <Tag tone={used === true ? "green" : "plain"}>
        {used === true
          ? turn === null
            ? t("injected.used")
            : t("injected.usedIn", { turn })
          : t(used === false ? "injected.notUsed" : "injected.open")}
      </Tag>
    </Link>
  );
}
