"use client";
/** Both indexes: how large, how far a rebuild is, and the order to make one anew. */
import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { makeIndexAnew } from "@/app/health/actions";
import type { RebuildPart, RebuildState } from "@/lib/contract/checks";
import { useChange } from "../change/change-context";
import { useNumbers } from "../numbers";
import { Button } from "../ui/button";
import { usePoll } from "./use-poll";

interface RebuildPanelProps {
  first: RebuildState;
  /** Bytes on disk; the index of words lies within the database. */
  vectorBytes: number;
}

const INDEXES = ["words", "vectors"] as const;
const isGoing = ({ state }: RebuildPart): boolean => state === "running" || state === "waiting";
const isBusy = (state: RebuildState): boolean => isGoing(state.words) || isGoing(state.vectors);

export function RebuildPanel({ first, vectorBytes }: RebuildPanelProps) {
  const t = useTranslations("health.rebuild");
  const numbers = useNumbers();
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const { data, look } = usePoll("/api/reindex", first, isBusy);
  const order = (index: (typeof INDEXES)[number]) =>
    startTransition(async () => {
      await change.run(() => makeIndexAnew(index), t("ordered"));
      look();
    });
  return (
    <div className="rounded-panel border">
      <p className="border-b px-3 py-2 text-muted">{t("what")}</p>
      <ul className="divide-y">
        {INDEXES.map((index) => (
          <li key={index} id={`index-${index}`} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5">
            <div className="min-w-0 flex-1 basis-56">
              <p className="font-medium">
                {t(index)}
                {index === "vectors" && (
                  <span className="ml-2 text-meta font-normal text-muted">
                    {t("size", { size: numbers.bytes(vectorBytes) })}
                  </span>
                )}
              </p>
              <Part part={data[index]} label={t("progress", { index: t(index) })} />
            </div>
            <Button
              size="small"
              disabled={pending || isGoing(data[index])}
              aria-label={t("startLabel", { index: t(index) })}
              onClick={() => order(index)}
            >
              <RefreshCw aria-hidden />
              {t("start")}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Part({ part, label }: { part: RebuildPart; label: string }) {
  const t = useTranslations("health.rebuild");
  const { state, done, total } = part;
  if (state !== "running") {
    const said =
      state === "waiting"
        ? t("waiting")
        : state === "failed"
          ? t("failed")
          : part.finished_at === null
            ? t("idle")
            : t("finished", { count: done });
    return (
      <p role="status" className="text-meta text-muted">
        {said}
      </p>
    );
  }
  const text = t("running", { done, total });
  return (
    <>
      <p role="status" className="text-meta text-muted">
        {text}
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={text}
        className="mt-1 h-1.5 overflow-hidden rounded-full border border-control bg-sunken"
      >
        <div className="h-full bg-accent" style={{ width: `${total === 0 ? 100 : (done / total) * 100}%` }} />
      </div>
    </>
  );
}
