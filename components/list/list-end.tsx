"use client";
/** What stands below the last loaded row: the shapes of the next ones, what went wrong, or how many there were. */
import { useTranslations } from "next-intl";
import type { ShownError } from "../change/result";
import { useNumbers } from "../numbers";
import { useErrorWords } from "../states/error-words";
import { Button } from "../ui/button";

interface ListEndProps {
  hasMore: boolean;
  error: ShownError | null;
  onRetry: () => void;
  count: number;
  total: number | undefined;
  rowHeight: number;
}

const BONES = 3;

export function ListEnd({ hasMore, error, onRetry, count, total, rowHeight }: ListEndProps) {
  const t = useTranslations("list");
  const common = useTranslations("common");
  const states = useTranslations("states");
  const numbers = useNumbers();
  const wordsOf = useErrorWords();
  if (error !== null) {
    const { message, detail, hint, request } = wordsOf(error);
    // Without an answer nobody said anything: the console does.
    const what = error.message === "" ? [states("server"), states("serverHint")] : [message, detail, hint, request];
    return (
      <div role="alert" className="sticky left-0 flex flex-wrap items-center gap-3 px-4 py-3">
        <p className="stored min-w-0 flex-1">
          <strong className="font-semibold">{t("failed")}</strong> {what.filter((text) => text !== null).join(" ")}
        </p>
        <Button size="small" onClick={onRetry}>
          {common("retry")}
        </Button>
      </div>
    );
  }
  if (hasMore) {
    return (
      <div role="status" aria-label={t("loadingMore")} data-no-print>
        {Array.from({ length: BONES }, (_, index) => (
          <div key={index} className="flex items-center border-b px-4" style={{ height: rowHeight }}>
            <div className={`h-3 rounded-[4px] bg-hover ${index % 2 === 0 ? "w-2/3" : "w-4/5"}`} />
          </div>
        ))}
      </div>
    );
  }
  return (
    <p className="sticky left-0 px-4 py-3 text-center text-meta text-muted">
      {t("end", { shown: numbers.count(Math.max(count, total ?? 0)), count: Math.max(count, total ?? 0) })}
    </p>
  );
}
