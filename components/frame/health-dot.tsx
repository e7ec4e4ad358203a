/** Whether something needs the person: beside "Health" always, beside a phone's "More" only when it does. */
import { useTranslations } from "next-intl";
import { cn } from "@/lib/cn";

export function HealthDot({ ok, isQuiet = false }: { ok: boolean; isQuiet?: boolean }) {
  const t = useTranslations("frame");
  if (ok && isQuiet) return null;
  const word = ok ? t("healthOk") : t("healthBad");
  return (
    <span
      className={cn("absolute top-1 right-1 size-2 rounded-full lg:static lg:ml-auto", ok ? "bg-green" : "bg-orange")}
      title={word}
    >
      <span className="sr-only">({word})</span>
    </span>
  );
}
