"use client";
/** The kinds with how many of each are left; a kind of which there are none is dimmed, not hidden. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { ReviewCounts, ReviewKind } from "@/lib/contract/review";
import { cn } from "@/lib/cn";
import { useNumbers } from "../numbers";
import { viewHref } from "../url";
import { KINDS } from "./item";

interface KindFilterProps {
  counts: ReviewCounts;
  kind: ReviewKind | "quarantined" | undefined;
  project: string | undefined;
}

export function KindFilter({ counts, kind, project }: KindFilterProps) {
  const t = useTranslations("review");
  const common = useTranslations("common");
  const total = KINDS.reduce((sum, one) => sum + (counts[one] ?? 0), 0);
  const chip = (one: ReviewKind | null, label: string, count: number) => (
    <li key={one ?? "all"} className="shrink-0">
      <Chip
        href={viewHref("/review", project, { kind: one })}
        label={label}
        count={count}
        isCurrent={one === (kind ?? null) || (kind === "quarantined" && (one === "instruction" || one === "secret"))}
      />
    </li>
  );
  return (
    <nav aria-label={t("kinds")} className="shrink-0 border-b px-3 py-1.5">
      <ul className="flex gap-1 overflow-x-auto [scrollbar-width:thin]">
        {chip(null, common("all"), total)}
        {KINDS.map((one) => chip(one, t(`kind.${one}`), counts[one] ?? 0))}
      </ul>
    </nav>
  );
}

interface ChipProps {
  href: string;
  label: string;
  count: number;
  isCurrent: boolean;
}

function Chip({ href, label, count, isCurrent }: ChipProps) {
  const numbers = useNumbers();
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isCurrent ? "true" : undefined}
      className={cn(
        "flex h-7 items-center gap-1.5 rounded-control px-2 text-meta whitespace-nowrap",
        isCurrent ? "bg-selected font-medium" : count === 0 ? "text-muted" : "hover:bg-hover",
      )}
    >
      {label}
      <span className="text-muted">{numbers.count(count)}</span>
    </Link>
  );
}
