/** The memories with the greatest importance × (uses + 1): bars to the hottest, both numbers in words (E106). */
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { HotMemory } from "@/lib/contract/overview";
import { useNumbers } from "../numbers";
import { KeyText, StoredText } from "../text/stored-text";
import { viewHref } from "../url";

export function HotList({ memories, project }: { memories: HotMemory[]; project: string | undefined }) {
  const t = useTranslations("overview");
  const numbers = useNumbers();
  const hottest = Math.max(1, ...memories.map(({ heat }) => heat));
  return (
    <ol className="overflow-hidden rounded-panel border bg-surface">
      {memories.map((memory) => (
        <li key={memory.id} className="border-b last:border-b-0">
          <Link
            data-row
            href={viewHref(`/memories/${memory.id}`, project)}
            prefetch={false}
            title={t("hotItem", { importance: memory.importance, uses: memory.access_count })}
            className="flex flex-col gap-x-4 gap-y-1 px-3 py-1.5 hover:bg-hover sm:flex-row sm:items-center"
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate">
                <StoredText text={memory.value.slice(0, 160)} />
              </span>
              <span className="block truncate text-muted">
                <KeyText oneLine text={memory.key} />
              </span>
            </span>
            <span className="sm:w-44 sm:shrink-0">
              <span className="block truncate text-meta text-muted sm:text-right">
                {t("hotItem", { importance: memory.importance, uses: memory.access_count })}
              </span>
              <span
                role="meter"
                aria-label={t("heat")}
                aria-valuemin={0}
                aria-valuemax={hottest}
                aria-valuenow={memory.heat}
                aria-valuetext={numbers.count(Math.round(memory.heat))}
                className="mt-1 block h-1 overflow-hidden rounded-full bg-sunken"
              >
                <span
                  data-bar
                  className="block h-full rounded-full bg-chart"
                  style={{ width: `${(memory.heat / hottest) * 100}%` }}
                />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
