/** An item in full: why it is here, both texts with what differs, and who said what when. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { ReactNode } from "react";
import type { Memory } from "@/lib/contract/memory";
import type { ChangedFile, ReviewItem } from "@/lib/contract/review";
import { cn } from "@/lib/cn";
import { useLabels } from "../labels";
import { AttributeTag, TierTag } from "../memories/tags";
import { useNumbers } from "../numbers";
import { KeyText, StoredCode, StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { Difference } from "./difference";
import { type Side, sidesOf } from "./item";
import { KindTag } from "./kind-tag";

export const LINK = "text-accent-soft underline-offset-2 hover:underline";

export function ItemDetail({ item, heading }: { item: ReviewItem; heading: string }) {
  const t = useTranslations("review");
  const [first, second] = sidesOf(item);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <KindTag kind={item.kind} />
        <h2 className="text-meta text-muted">{heading}</h2>
      </div>
      <p className="mt-1.5 max-w-[72ch]">
        <Why item={item} />
      </p>
      <div className={cn("mt-3 grid gap-3", second !== undefined && "xl:grid-cols-2")}>
        <Statement side={first} title={second === undefined ? null : t("older")} />
        {second !== undefined && <Statement side={second} title={t("newer")} />}
      </div>
      {second !== undefined && first.value !== "" && <Difference before={first.value} after={second.value} />}
    </>
  );
}

/** In plain words, with what was found. */
function Why({ item }: { item: ReviewItem }) {
  const t = useTranslations("review");
  const numbers = useNumbers();
  if (item.type === "finding") {
    const { changed, similarity } = item.finding;
    if (changed !== null) return <FileWhy changed={changed} />;
    return t("why.near_duplicate", { percent: numbers.percent(similarity ?? 0) });
  }
  if (item.type === "pair") return t(item.pair.newer === null ? "why.claim" : `why.${item.pair.kind}`);
  const { memory } = item;
  const { kind } = item;
  if (kind === "expiring") {
    return t.rich("why.expiring", {
      at: () => (memory.expires_at === null ? null : <Time at={memory.expires_at} show="spoken" />),
    });
  }
  if (kind === "low_confidence") return t("why.low_confidence", { percent: numbers.percent(memory.confidence) });
  if (kind === "unused") {
    const { last_accessed: used, created_at: written } = memory;
    return t.rich(used === null ? "why.never" : "why.unused", {
      at: () => <Time at={used ?? written} show="spoken" />,
    });
  }
  return kind === "pending" || kind === "instruction" || kind === "secret" || kind === "held" ? t(`why.${kind}`) : null;
}

function FileWhy({ changed }: { changed: ChangedFile }) {
  const t = useTranslations("review");
  const { session_id: session, turn } = changed;
  return t.rich("why.file_changed", {
    file: () => <StoredCode text={changed.file} className="break-all" />,
    at: () => <Time at={changed.at} show="spoken" />,
    session: (words: ReactNode) => (
      <Link href={turnHref(session, turn)} prefetch={false} className={LINK}>
        {words}
      </Link>
    ),
  });
}

export const turnHref = (session: number, turn: number | null): string =>
  turn === null ? `/session/${session}` : `/session/${session}?turn=${turn}#turn-${turn}`;

function Statement({ side, title }: { side: Side; title: string | null }) {
  const t = useTranslations("review");
  const { memory, key, value, at } = side;
  return (
    <article className="min-w-0 rounded-panel border bg-surface p-3">
      {title !== null && <h3 className="mb-1 text-meta font-medium text-muted">{title}</h3>}
      <p className="text-muted">
        <KeyText text={key} />
      </p>
      <p className="stored mt-1 text-[16px] leading-6 font-medium">
        {value === "" ? t("gone") : <StoredText text={value} />}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-1.5 text-meta text-muted">
        {memory !== null && (
          <>
            <TierTag tier={memory.tier} />
            <AttributeTag attribute={memory.attribute} />
          </>
        )}
        <Said memory={memory} at={at} />
      </div>
    </article>
  );
}

/** Who said it, when, and where. */
function Said({ memory, at }: { memory: Memory | null; at: number | null }) {
  const t = useTranslations("review");
  const labels = useTranslations("labels");
  const common = useTranslations("common");
  const hosts = useLabels();
  const source = memory?.sources[0];
  return (
    <>
      <span>{t(`origin.${memory === null ? "claim" : memory.origin === "" ? "unknown" : memory.origin}`)}</span>
      {memory !== null && memory.host !== "" && <span>{hosts.host(memory.host)}</span>}
      {at !== null && <Time at={at} />}
      {source !== undefined && (
        <Link href={turnHref(source.session_id, source.turn)} prefetch={false} className={LINK}>
          {t("turn", { session: source.session_id, turn: source.turn })}
        </Link>
      )}
      {memory !== null && (
        <>
          <Link href={`/memories/${memory.id}`} prefetch={false} className={LINK}>
            {labels("memory", { id: memory.id })}
          </Link>
          <span className="min-w-0 truncate">
            {memory.project === null ? common("allProjects") : <StoredText text={memory.project} />}
          </span>
        </>
      )}
    </>
  );
}
