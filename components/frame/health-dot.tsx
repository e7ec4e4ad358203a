/** Beside "Health": whether something needs the person. */
import { useTranslations } from "next-intl";
import { cn } from "@/lib/cn";

export function HealthDot({ ok }: { ok: boolean }) {
  const t = useTranslations("frame");
  const word = ok ? t("healthOk") : t("healthBad");
  return (
    <span
      className={cn(
        "absolute top-2 right-2 size-2 rounded-full sm:top-1 sm:right-1 lg:static lg:ml-auto",
        ok ? "bg-green" : "bg-orange",
      )}
      title={word}
    >
      <span className="sr-only">({word})</span>
    </span>
  );
}
