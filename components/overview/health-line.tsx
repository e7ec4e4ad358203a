/** Health in one line. */
import { CircleCheck, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { Health } from "@/lib/contract/system";

export function HealthLine({ health }: { health: Health }) {
  const t = useTranslations("overview");
  const ok = health.problems.length === 0;
  const Icon = ok ? CircleCheck : TriangleAlert;
  return (
    <Link
      href="/health"
      className="flex min-h-6 w-fit items-center gap-2 rounded-control px-1 text-muted hover:text-text"
    >
      <Icon aria-hidden className={ok ? "size-4 text-green" : "size-4 text-orange"} />
      {ok ? t("healthGood") : t("healthBad", { count: health.problems.length })}
    </Link>
  );
}
