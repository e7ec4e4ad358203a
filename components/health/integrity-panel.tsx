"use client";
/** A check of the whole store: begin it, see how far it is, and what the last one found with what to do. */
import { CircleCheck, SearchCheck, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { checkStore } from "@/app/health/actions";
import type { IntegrityFinding, IntegrityReport, IntegrityState } from "@/lib/contract/checks";
import { useChange } from "../change/change-context";
import { StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { useTimeWords } from "../time/words";
import { Button } from "../ui/button";
import { usePoll } from "./use-poll";

const isBusy = ({ running }: IntegrityState): boolean => running !== null;

export function IntegrityPanel({ first }: { first: IntegrityState }) {
  const t = useTranslations("health.integrity");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const { data, look } = usePoll("/api/integrity", first, isBusy);
  const { running, last } = data;
  const start = () =>
    startTransition(async () => {
      await change.run(() => checkStore(), "");
      look();
    });
  return (
    <div className="space-y-3 rounded-panel border p-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-56 text-muted">{t("what")}</p>
        <Button disabled={pending || running !== null} onClick={start}>
          <SearchCheck aria-hidden />
          {t("start")}
        </Button>
      </div>
      <div role="status" className="empty:hidden">
        {running !== null && <p className="text-muted">{t("running", { step: t(`step.${running.step}`) })}</p>}
        {running === null && (last === null ? <p className="text-muted">{t("never")}</p> : <Report report={last} />)}
      </div>
    </div>
  );
}

function Report({ report }: { report: IntegrityReport }) {
  const t = useTranslations("health.integrity");
  const words = useTimeWords();
  const { findings } = report;
  const isWhole = findings.length === 0;
  return (
    <div className="space-y-2">
      <p className="flex flex-wrap items-center gap-x-2 font-medium">
        {isWhole ? (
          <CircleCheck aria-hidden className="size-4 text-green" />
        ) : (
          <TriangleAlert aria-hidden className="size-4 text-orange" />
        )}
        {isWhole ? t("ok") : t("found", { count: findings.length })}
        <span className="text-meta font-normal text-muted">
          {t("at")} <Time at={report.finished_at} show="absolute" />, {t("took")}{" "}
          {words.duration(Math.max(1, Math.round((report.finished_at - report.started_at) / 1000)))}
        </span>
      </p>
      {!isWhole && (
        <ul className="divide-y rounded-control border border-orange/50 bg-orange/10">
          {findings.map((finding, index) => (
            <li key={index} className="stored px-3 py-2">
              <Finding finding={finding} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Where a finding is mended, on this page. */
const PLACES: Partial<Record<IntegrityFinding["code"], readonly [href: string, label: string]>> = {
  database_damaged: ["#backups", "toBackups"],
  rows_unlinked: ["#backups", "toBackups"],
  words_damaged: ["#index-words", "toRebuildWords"],
  words_differ: ["#index-words", "toRebuildWords"],
  vectors_differ: ["#index-vectors", "toRebuildVectors"],
  vectors_unavailable: ["#index-vectors", "toRebuildVectors"],
};

function Finding({ finding: { code, params } }: { finding: IntegrityFinding }) {
  const t = useTranslations("health.integrity");
  // The parameters are those of the code, the places those of the list above.
  const words = t as unknown as (key: string, values?: IntegrityFinding["params"]) => string;
  const place = PLACES[code];
  return (
    <>
      <StoredText text={words(`finding.${code}.what`, params)} />{" "}
      <span className="text-muted">{words(`finding.${code}.hint`, params)}</span>
      {place !== undefined && (
        <>
          {" "}
          <a href={place[0]} className="text-accent-soft underline underline-offset-2">
            {words(place[1])}
          </a>
        </>
      )}
    </>
  );
}
