/** Half of the search is missing: said plainly, above what was found (invariant 4). */
import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { Degraded } from "@/lib/contract/search";
import { t } from "../strings";
import { StoredText } from "../text/stored-text";

export function DegradedNote({ degraded }: { degraded: Degraded }) {
  return (
    <div role="alert" className="flex items-start gap-2.5 border-b bg-orange/10 px-4 py-2">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-orange" />
      <p className="stored min-w-0">
        <strong className="font-semibold">{t.search.degraded(t.search[degraded.missing])}</strong>{" "}
        <StoredText text={degraded.reason} />{" "}
        <Link href="/health" className="text-accent-soft underline underline-offset-2">
          {t.health.title}
        </Link>
      </p>
    </div>
  );
}
