/** Beside "Review": how much waits for the person. Nothing where nothing waits. */
import { useTranslations } from "next-intl";
import { useNumbers } from "../numbers";

export function WaitingCount({ count }: { count: number }) {
  const t = useTranslations("frame");
  const numbers = useNumbers();
  if (count === 0) return null;
  return (
    <span
      title={t("waiting", { count })}
      className="absolute -top-1 -right-1 rounded-full bg-orange/10 px-1 text-[10px] leading-3.5 font-medium text-orange max-sm:top-0 max-sm:right-auto max-sm:left-1/2 max-sm:ml-1.5 lg:static lg:ml-auto lg:px-1.5 lg:text-[11px] lg:leading-4"
    >
      <span aria-hidden>{count > 99 ? "99+" : numbers.count(count)}</span>
      <span className="sr-only">({t("waiting", { count })})</span>
    </span>
  );
}
