/** Beside "Memories": how much waits for the person. Nothing where nothing waits. */
import { useTranslations } from "next-intl";
import { useNumbers } from "../numbers";

export function WaitingCount({ count }: { count: number }) {
  const t = useTranslations("frame");
  const numbers = useNumbers();
  if (count === 0) return null;
  return (
    <span
      title={t("waiting", { count })}
      className="absolute top-0.5 right-0 rounded-full bg-orange/10 px-1.5 text-[11px] leading-4 font-medium text-orange lg:static lg:ml-auto"
    >
      <span aria-hidden>{count > 99 ? "99+" : numbers.count(count)}</span>
      <span className="sr-only">({t("waiting", { count })})</span>
    </span>
  );
}
