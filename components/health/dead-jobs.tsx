"use client";
/** Jobs that gave up, with their errors; run one again, or discard it until Undo. */
import { useTranslations } from "next-intl";
import { RotateCcw, X } from "lucide-react";
import { useTransition } from "react";
import { discardDeadJob, retryAllDeadJobs, retryDeadJob } from "@/app/health/actions";
import type { Job } from "@/lib/contract/system";
import { useChange } from "../change/change-context";
import { useLabels } from "../labels";
import { StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { Button } from "../ui/button";

interface DeadJobsProps {
  /** The latest. */
  jobs: Job[];
  total: number;
}

export function DeadJobs({ jobs, total }: DeadJobsProps) {
  const t = useTranslations("health");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  return (
    <div className="space-y-2">
      {total > 1 && (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            size="small"
            disabled={pending}
            onClick={() =>
              startTransition(
                async () => void (await change.run(retryAllDeadJobs, ({ count }) => t("retriedAll", { count }))),
              )
            }
          >
            <RotateCcw aria-hidden />
            {t("retryAll", { count: total })}
          </Button>
          {total > jobs.length && (
            <span className="text-meta text-muted">{t("latestDead", { count: jobs.length, total })}</span>
          )}
        </div>
      )}
      <ul className="divide-y rounded-panel border">
        {jobs.map((job) => (
          <li key={job.id} className="px-3 py-2">
            <DeadJob job={job} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function DeadJob({ job }: { job: Job }) {
  const t = useTranslations("health");
  const labels = useLabels();
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const name = labels.job(job.kind);
  return (
    <div className="flex flex-wrap items-start gap-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium" title={job.kind}>
            {name}
          </span>
          <span className="text-meta text-muted">
            {t("attempts", { count: job.attempts })}, <Time at={job.created_at} />
          </span>
        </p>
        {job.last_error !== null && (
          <p className="stored mt-0.5 text-meta text-muted">
            <StoredText text={job.last_error} />
          </p>
        )}
      </div>
      <Button
        size="small"
        disabled={pending}
        aria-label={t("retryLabel", { id: job.id, name })}
        onClick={() => startTransition(async () => void (await change.run(() => retryDeadJob(job.id), t("retried"))))}
      >
        <RotateCcw aria-hidden />
        {t("retry")}
      </Button>
      <Button
        size="small"
        look="quiet"
        disabled={pending}
        aria-label={t("discardLabel", { id: job.id, name })}
        onClick={() =>
          startTransition(async () => void (await change.run(() => discardDeadJob(job.id), t("discarded"))))
        }
      >
        <X aria-hidden />
        {t("discard")}
      </Button>
    </div>
  );
}
