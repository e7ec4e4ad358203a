/** The queue by lane and kind: what waits, runs, is tried again, and how long the oldest has waited. */
import { useTranslations } from "next-intl";
import type { JobQueue } from "@/lib/contract/system";
import { useLabels, wordFor } from "../labels";
import { useNumbers } from "../numbers";
import { useTimeWords } from "../time/words";

const COUNTS = ["due", "running", "retrying", "dead", "timers"] as const;

export function QueueTable({ queue }: { queue: JobQueue }) {
  const t = useTranslations("health.queue");
  const labels = useLabels();
  const numbers = useNumbers();
  const words = useTimeWords();
  if (queue.lanes.length === 0) return <p className="text-muted">{t("empty")}</p>;
  return (
    <div role="region" aria-label={t("title")} tabIndex={0} className="scroll-area rounded-panel border">
      <table className="w-full min-w-[560px] text-right">
        <thead>
          <tr className="border-b text-meta text-muted">
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              {t("kind")}
            </th>
            {COUNTS.map((name) => (
              <th key={name} scope="col" className="px-3 py-1.5 font-medium whitespace-nowrap">
                {t(name)}
              </th>
            ))}
            <th scope="col" className="px-3 py-1.5 font-medium whitespace-nowrap">
              {t("oldest")}
            </th>
          </tr>
        </thead>
        {queue.lanes.map(({ name, kinds }) => (
          <tbody key={name}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={7}
                className="bg-sunken px-3 py-1 text-left text-meta font-semibold text-muted"
              >
                {wordFor(t, "lane", name)}
              </th>
            </tr>
            {kinds.map((kind) => (
              <tr key={kind.kind} className="border-t">
                <th scope="row" title={kind.kind} className="px-3 py-1.5 text-left font-normal">
                  {labels.job(kind.kind)}
                </th>
                {COUNTS.map((count) => (
                  <td key={count} className={kind[count] === 0 ? "px-3 text-muted" : "px-3"}>
                    {numbers.count(kind[count])}
                  </td>
                ))}
                <td className="px-3 whitespace-nowrap">
                  {kind.oldest_wait === null ? t("none") : words.duration(Math.round(kind.oldest_wait / 1000))}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
