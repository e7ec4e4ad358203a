/** The way up from a detail page. */
import { ChevronRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

interface BreadcrumbsProps {
  parents: { href: string; label: string }[];
  current: ReactNode;
}

export function Breadcrumbs({ parents, current }: BreadcrumbsProps) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      {parents.map((parent) => (
        <span key={parent.href} className="flex shrink-0 items-center gap-1 font-normal text-muted">
          <Link href={parent.href} className="rounded-[4px] hover:text-text">
            {parent.label}
          </Link>
          <ChevronRight aria-hidden className="size-3.5" />
        </span>
      ))}
      <span className="min-w-0 truncate">{current}</span>
    </span>
  );
}
