/** The memories that are used most: bars to the hottest, both numbers in words. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import { KeyText } from "../text/stored-text";

export interface HotMemory {
  id: number;
  key: string;
  access_count: number;
  importance: number;
}

const heat = (memory: HotMemory): number => memory.importance * (memory.access_count + 1);

export function HotList({ memories }: { memories: HotMemory[] }) {
  const t = useTranslations("overview");
  const hottest = Math.max(1, ...memories.map(heat));
  return (
    <ol className="overflow-hidden rounded-panel border bg-surface">
      {memories.map((memory) => (
        <li key={memory.id} className="border-b last:border-b-0">
          <Link
            data-row
            href={`/memories/${memory.id}`}
            prefetch={false}
            className="relative flex min-h-9 items-center gap-3 px-3 py-1.5 hover:bg-hover"
          >
            <span
              aria-hidden
              className="absolute bottom-0 left-0 h-0.5 bg-bar-words"
              style={{ width: `${(heat(memory) / hottest) * 100}%` }}
            />
            <span className="min-w-0 flex-1 truncate">
              <KeyText oneLine text={memory.key} />
            </span>
            <span className="shrink-0 text-meta text-muted">
              {t("hotItem", { importance: memory.importance, uses: memory.access_count })}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
