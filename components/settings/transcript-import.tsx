"use client";
/** Bringing in the transcripts that lie on this machine: what is there, how far it is, and where to take it back. */
import { Search, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useState } from "react";
import type { LeftOut, TranscriptRun, TranscriptState } from "@/lib/contract/transcript-import";
import type { ShownError } from "../change/result";
import { usePoll } from "../health/use-poll";
import { fetchJson } from "../list/fetch-json";
import { useNumbers } from "../numbers";
import { useErrorWords } from "../states/error-words";
import { Button } from "../ui/button";
import { Field, Input } from "../ui/field";

const PATH = "/api/import/transcripts";
/** Not the contract's own list: its module would bring the schema library into the page. */
const LEFT_OUT_ORDER = [
  "private",
  "project_excluded",
  "tool_excluded",
  "deleted",
  "forgotten",
] as const satisfies LeftOut[];
const isBusy = ({ run }: TranscriptState): boolean => run?.state === "running";

export function TranscriptImport({ first }: { first: TranscriptState }) {
  const t = useTranslations("settings.transfer");
  const wordsOf = useErrorWords();
  const { data, look } = usePoll(PATH, first, isBusy);
  const [folder, setFolder] = useState("");
  const [error, setError] = useState<ShownError | null>(null);
  const { found, run } = data;
  const isRunning = run?.state === "running";
  const start = async (dryRun: boolean) => {
    const body = { ...(folder.trim() && { folder }), dryRun };
    const answer = await fetchJson<TranscriptState>(PATH, { body });
    setError(answer.ok ? null : answer.error);
    look();
  };
  const stop = async () => {
    await fetch(PATH, { method: "DELETE", headers: { "x-keepsake-client": "console" } }).catch(() => undefined);
    look();
  };
  return (
    <div className="space-y-3">
      <p>{t(found.isMore ? "foundMany" : "found", { count: found.count })}</p>
      <Field id="import-transcripts" label={t("folder")} hint={t("usual", { path: found.folder })}>
        <Input
          id="import-transcripts"
          aria-describedby="import-transcripts-note"
          className="font-mono text-meta"
          placeholder={found.folder}
          maxLength={4096}
          autoComplete="off"
          spellCheck={false}
          disabled={isRunning}
          value={folder}
          onChange={(event) => setFolder(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={isRunning} onClick={() => void start(true)}>
          <Search aria-hidden />
          {t("look")}
        </Button>
        <Button disabled={isRunning} onClick={() => void start(false)}>
          <Upload aria-hidden />
          {t("import")}
        </Button>
        {isRunning && (
          <Button look="quiet" onClick={() => void stop()}>
            {t("stop")}
          </Button>
        )}
      </div>
      {error !== null && (
        <p role="alert" className="stored text-red">
          {[error.message === "" ? wordsOf(error).message : error.message, error.hint].filter(Boolean).join(" ")}
        </p>
      )}
      {run !== null && <Run run={run} />}
    </div>
  );
}

function Run({ run }: { run: TranscriptRun }) {
  const t = useTranslations("settings.transfer");
  const numbers = useNumbers();
  const share = run.bytes === 0 ? 1 : Math.min(1, run.read / run.bytes);
  const text = t("runOf", { read: numbers.bytes(run.read), total: numbers.bytes(run.bytes) });
  const isOver = run.state === "done";
  return (
    <div role="status" className="space-y-1">
      <p className="font-medium">{t(`${run.dryRun ? "dryState" : "runState"}.${run.state}`)}</p>
      {!(run.dryRun && isOver) && (
        <div
          role="progressbar"
          aria-label={t(run.dryRun ? "dryProgressLabel" : "progressLabel")}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          aria-valuetext={text}
          className="h-1.5 overflow-hidden rounded-full border border-control bg-sunken"
        >
          <div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
        </div>
      )}
      {run.dryRun && isOver && (
        <p>{t("dryTranscripts", { files: run.files, size: numbers.bytes(run.bytes), known: run.known })}</p>
      )}
      <p className={run.dryRun ? undefined : "text-meta text-muted"}>
        {!isOver && `${text}. `}
        {t(run.dryRun ? "dryCounts" : "runCounts", {
          sessions: run.sessions,
          prompts: run.prompts,
          accepted: run.accepted,
          duplicates: run.duplicates,
        })}
      </p>
      <LeftOutList run={run} />
      {!run.dryRun && run.state !== "running" && run.accepted > 0 && (
        <p className="text-meta">
          <Link href="/activity?group=imports" className="text-accent-soft underline underline-offset-2">
            {t("undoSessions")}
          </Link>
        </p>
      )}
    </div>
  );
}

/** What does not come in, each with its number and why; nothing when all does. */
function LeftOutList({ run }: { run: TranscriptRun }) {
  const t = useTranslations("settings.transfer");
  const reasons = LEFT_OUT_ORDER.map((reason) => ({ reason, count: run.left_out[reason] ?? 0 }));
  const known = reasons.reduce((sum, { count }) => sum + count, 0);
  const lines = [
    ...reasons,
    { reason: "otherFiles", count: run.other_files } as const,
    { reason: "unreadable", count: run.unreadable } as const,
    { reason: "rejected", count: run.rejected } as const,
    { reason: "nothing", count: run.skipped - known } as const,
  ].filter(({ count }) => count > 0);
  if (lines.length === 0) return null;
  return (
    <div className="text-meta text-muted">
      <p>{t("leftOut.title")}</p>
      <ul className="list-disc pl-5">
        {lines.map(({ reason, count }) => (
          <li key={reason}>{t(`leftOut.${reason}`, { count })}</li>
        ))}
      </ul>
    </div>
  );
}
