/** Grey shapes of what is coming; invisible for the first 150 ms, so that quick answers never flash. */
import { useTranslations } from "next-intl";
import { cn } from "@/lib/cn";

export function Bone({ className }: { className?: string }) {
  return <div className={cn("h-3 rounded-[4px] bg-hover", className)} />;
}

interface SkeletonProps {
  rows?: number;
  /** Shape of the view: plain rows, or a reading page. */
  shape?: "list" | "page" | "cards";
}

/** A whole view that loads: header, then rows that match the list's own. */
export function ViewSkeleton({ rows = 12, shape = "list" }: SkeletonProps) {
  const t = useTranslations("common");
  return (
    <div role="status" aria-label={t("loading")} className="flex h-full min-h-0 animate-skeleton flex-col">
      <div className="flex h-11 shrink-0 items-center gap-3 border-b px-4">
        <Bone className="w-24" />
        <Bone className="ml-auto h-7 w-56 max-w-[40%]" />
      </div>
      {shape === "list" && <RowBones rows={rows} />}
      {shape === "page" && (
        <div className="mx-auto w-full max-w-[760px] space-y-4 p-6">
          <Bone className="w-1/3" />
          <Bone className="h-5 w-4/5" />
          <Bone className="h-5 w-3/5" />
          <Bone className="w-full" />
          <Bone className="w-full" />
          <Bone className="w-2/3" />
        </div>
      )}
      {shape === "cards" && (
        <div className="grid gap-3 p-4 sm:grid-cols-3 lg:grid-cols-5">
          {Array.from({ length: 5 }, (_, index) => (
            <Bone key={index} className="h-20 rounded-panel" />
          ))}
        </div>
      )}
    </div>
  );
}

function RowBones({ rows }: { rows: number }) {
  return (
    <div className="overflow-hidden">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex h-16 flex-col justify-center gap-2 border-b px-4">
          <Bone className="h-2.5 w-1/4" />
          <Bone className={index % 3 === 0 ? "w-2/3" : "w-4/5"} />
        </div>
      ))}
    </div>
  );
}
