/** The page of memories while it loads: facets, bar, rows of the table's height. */
import { useTranslations } from "next-intl";
import { Bone } from "../ui/skeleton";
import { HEAD_HEIGHT, ROW_HEIGHT } from "./list-view";

const FACETS = 5;
const VALUES = 4;
const ROWS = 18;

export function ListSkeleton() {
  const t = useTranslations("common");
  return (
    <div role="status" aria-label={t("loading")} className="flex h-full min-h-0 animate-skeleton flex-col">
      <div className="flex h-11 shrink-0 items-center gap-3 border-b px-4">
        <Bone className="w-24" />
        <Bone className="ml-auto h-7 w-64 max-w-[40%]" />
      </div>
      <div className="flex min-h-0 flex-1">
        <div className="hidden w-[200px] shrink-0 space-y-5 overflow-hidden border-r p-5 lg:block">
          {Array.from({ length: FACETS }, (_, facet) => (
            <div key={facet} className="space-y-3">
              <Bone className="h-2.5 w-16" />
              {Array.from({ length: VALUES }, (_, value) => (
                <Bone key={value} className={value % 2 === 0 ? "w-28" : "w-20"} />
              ))}
            </div>
          ))}
        </div>
        <div className="min-w-0 flex-1 overflow-hidden">
          <div className="h-10 border-b" />
          <div className="border-b" style={{ height: HEAD_HEIGHT }} />
          {Array.from({ length: ROWS }, (_, row) => (
            <div
              key={row}
              className="flex flex-col justify-center gap-2 border-b pr-4 pl-9"
              style={{ height: ROW_HEIGHT.comfortable }}
            >
              <Bone className="h-2 w-1/5" />
              <Bone className={row % 3 === 0 ? "h-2.5 w-2/5" : "h-2.5 w-1/2"} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
