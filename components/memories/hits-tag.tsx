/** How often a memory was used, as a number on one hue that grows stronger (E108). */
import { useTranslations } from "next-intl";
import { Sparkles } from "lucide-react";
import { cn } from "@/lib/cn";
import { useNumbers } from "../numbers";
import { Tag } from "../ui/tag";
import { heatOf } from "./list-view";

const HEAT = [
  "text-muted",
  "bg-accent/6 text-text",
  "bg-accent/14 text-text",
  "bg-accent/26 text-text",
  "bg-accent text-accent-text",
] as const;

export function HitsTag({ hits }: { hits: number }) {
  const t = useTranslations("memories");
  const numbers = useNumbers();
  const heat = heatOf(hits);
  return (
    <span
      title={t("usedShort", { count: hits })}
      data-heat={heat}
      className={cn("inline-block min-w-6 rounded-[4px] px-1.5 text-center text-meta", HEAT[heat])}
    >
      {numbers.count(hits)}
    </span>
  );
}

/** Beside the key of what was used three times or more: such a memory may be worth a skill (E107, E108). */
export function OftenTag() {
  const t = useTranslations("memories");
  return (
    <Tag role="img" aria-label={t("often")} title={t("oftenWhy")} className="shrink-0 px-1">
      <Sparkles aria-hidden />
    </Tag>
  );
}
