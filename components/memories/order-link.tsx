/** Turns the order round. */
import { useTranslations } from "next-intl";
import { ArrowDownWideNarrow, ArrowUpNarrowWide } from "lucide-react";
import Link from "next/link";
import { buttonStyles } from "../ui/button";
import { hrefWith } from "../url";

export function OrderLink({ order, search }: { order: "asc" | "desc"; search: string }) {
  const t = useTranslations("memories");
  const Icon = order === "desc" ? ArrowDownWideNarrow : ArrowUpNarrowWide;
  const label = t(`order.${order}`);
  return (
    <Link
      href={hrefWith("/memories", search, { order: order === "desc" ? "asc" : null, cursor: null })}
      replace
      scroll={false}
      prefetch={false}
      aria-label={label}
      title={label}
      className={buttonStyles({ size: "icon" })}
    >
      <Icon aria-hidden />
    </Link>
  );
}
