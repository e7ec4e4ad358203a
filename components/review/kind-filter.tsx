"use client";
/** The kinds with how many of each are left, what only a person can settle apart from what tidies up; a kind of which there are none is dimmed, not hidden. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import { cn } from "@/lib/cn";
import type { ReviewCounts, ReviewKind } from "@/lib/contract/review";
import { useNumbers } from "../numbers";
import { viewHref } from "../url";
import { isNeeded, KINDS } from "./item";

/** The number beside "Review" in the frame is that of the first group alone. */
const GROUPS = [
  { name: "toDecide", kinds: KINDS.filter(isNeeded) },
  { name: "toTidy", kinds: KINDS.filter((kind) => !isNeeded(kind)) },
] as const;

interface KindFilterProps {
  counts: ReviewCounts;
  kind: ReviewKind | "quarantined" | undefined;
  project: string | undefined;
}

export function KindFilter({ counts, kind, project }: KindFilterProps) {
  const t = useTranslations("review");
  const common = useTranslations("common");
  const numbers = useNumbers();
  const sumOf = (kinds: readonly ReviewKind[]) => kinds.reduce((sum, one) => sum + (counts[one] ?? 0), 0);
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
    <nav
      aria-label={t("kinds")}
      className="flex shrink-0 gap-x-3 overflow-x-auto border-b px-3 py-1.5 [scrollbar-width:thin] sm:flex-col"
    >
      {GROUPS.map(({ name, kinds }) => (
        <ul key={name} aria-label={t(name, { count: sumOf(kinds) })} className="flex items-center gap-1">
          <li aria-hidden className="flex shrink-0 gap-1.5 px-2 text-meta whitespace-nowrap text-muted sm:w-32">
            <span className="font-medium">{t(`${name}Label`)}</span>
            <span className="tabular-nums">{numbers.count(sumOf(kinds))}</span>
          </li>
          {name === "toDecide" && chip(null, common("all"), sumOf(KINDS))}
          {kinds.map((one) => chip(one, t(`kind.${one}`), counts[one] ?? 0))}
        </ul>
      ))}
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
