/** Half of the search is missing: said plainly, above what was found (invariant 4). */
import { useTranslations } from "next-intl";
import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { Degraded } from "@/lib/contract/search";
import { useGapWords } from "../states/gap-words";

export function DegradedNote({ degraded }: { degraded: Degraded }) {
  const t = useTranslations("search");
  const frame = useTranslations("frame");
  const words = useGapWords();
  return (
    <div role="alert" className="flex items-start gap-2.5 border-b bg-orange/10 px-4 py-2">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-orange" />
      <p className="stored min-w-0">
        <strong className="font-semibold">{t("degraded", { missing: degraded.missing })}</strong> {words(degraded)}{" "}
        <Link href="/health" className="text-accent-soft underline underline-offset-2">
          {frame("views.health")}
        </Link>
      </p>
    </div>
  );
}
