/** What half of a search is missing, in the page's language. */
import { useTranslations } from "next-intl";
import type { Degraded } from "@/lib/contract/search";

export function useGapWords(): (degraded: Pick<Degraded, "code" | "count">) => string {
  const t = useTranslations("states.gap");
  return ({ code, count = 0 }) => (code === "index_behind" ? t(code, { count }) : t(code));
}
