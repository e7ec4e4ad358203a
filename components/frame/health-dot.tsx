/** Beside "Health": whether something needs the person. */
import { cn } from "@/lib/cn";
import { t } from "../strings";

export function HealthDot({ ok }: { ok: boolean }) {
  return (
    <span
      className={cn(
        "absolute top-2 right-2 size-2 rounded-full sm:top-1 sm:right-1 lg:static lg:ml-auto",
        ok ? "bg-green" : "bg-orange",
      )}
      title={ok ? t.nav.healthOk : t.nav.healthBad}
    >
      <span className="sr-only">({ok ? t.nav.healthOk : t.nav.healthBad})</span>
    </span>
  );
}
