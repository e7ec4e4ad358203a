/** One memory in a list: key above, statement largest, meta at the right. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { Memory } from "@/lib/contract/memory";
import { cn } from "@/lib/cn";
import { KeyText, StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { AllProjectsTag, AttributeTag, PairTag, ReviewTag, StatusTag, TierTag } from "./tags";

interface MemoryRowProps {
  memory: Memory;
  href: string;
  current?: boolean;
  /** A half of an open pair. */
  isHalf?: boolean;
  /** Opening beside the list replaces the address instead of adding to the history. */
  inPlace?: boolean;
}

export function MemoryRow({ memory, href, current = false, isHalf = false, inPlace = false }: MemoryRowProps) {
  const t = useTranslations("memories");
  return (
    <Link
      data-row
      href={href}
      replace={inPlace}
      scroll={!inPlace}
      prefetch={false}
      aria-current={current ? "true" : undefined}
      className={cn(
        "group block border-b px-4 py-2 transition-colors duration-[120ms]",
        current ? "bg-selected" : "hover:bg-hover",
      )}
    >
      <span className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 truncate text-muted">
          <KeyText oneLine text={memory.key} />
        </span>
        <span className="shrink-0 text-meta text-muted">
          <Time at={memory.updated_at} />
        </span>
      </span>
      <span className={cn("stored mt-0.5 line-clamp-2 text-read", memory.status !== "active" && "text-muted")}>
        <StoredText text={memory.value} />
      </span>
      <span className="mt-1 flex min-w-0 flex-wrap items-center gap-1.5 text-meta text-muted">
        <TierTag tier={memory.tier} />
        <StatusTag status={memory.status} />
        <ReviewTag state={memory.review_state} />
        {isHalf && memory.review_state === null && <PairTag />}
        <AttributeTag attribute={memory.attribute} />
        {memory.project === null ? (
          <AllProjectsTag />
        ) : (
          <span className="min-w-0 truncate">
            <StoredText text={memory.project} />
          </span>
        )}
        <span className="ml-auto shrink-0" title={t("importanceShort", { value: memory.importance })}>
          {memory.access_count > 0 && t("usedShort", { count: memory.access_count })}
        </span>
      </span>
    </Link>
  );
}
