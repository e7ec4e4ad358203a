"use client";
/** Taking in another tool's store: first what would come in, then the import with its progress, then Undo. */
import { Search, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { ForeignFrame, ForeignReport, ImportReport } from "@/lib/contract/transfer";
import type { ShownError } from "../change/result";
import { fetchJson } from "../list/fetch-json";
import { useErrorWords } from "../states/error-words";
import { Button } from "../ui/button";
import { Field, Input } from "../ui/field";
import { ImportReportTable } from "./import-report";
import { readFrames } from "./read-frames";
import { UndoAll } from "./undo-all";

export type StoreKind = "claude-mem" | "evolvmem";

type Report = { kind: "claude-mem"; report: ForeignReport } | { kind: "evolvmem"; report: ImportReport };

const USUAL = { "claude-mem": "~/.claude-mem/claude-mem.db", evolvmem: "~/.claude/evolvmem" } as const;
const KINDS = ["sessions", "prompts", "observations", "summaries"] as const;

export function StoreImport({ kind }: { kind: StoreKind }) {
  const t = useTranslations("settings.transfer");
  const wordsOf = useErrorWords();
  const [path, setPath] = useState("");
  const [progress, setProgress] = useState<string | null>(null);
  const [error, setError] = useState<ShownError | null>(null);
  const [found, setFound] = useState<Report | null>(null);
  const stop = useRef<AbortController>(undefined);
  const isBusy = progress !== null;

  const run = async (dryRun: boolean) => {
    setError(null);
    setProgress(t("reading"));
    stop.current = new AbortController();
    const given = path.trim() === "" ? {} : kind === "claude-mem" ? { file: path } : { folder: path };
    const body = { ...given, dryRun };
    if (kind === "evolvmem") {
      const answer = await fetchJson<ImportReport>("/api/import/evolvmem", { body, signal: stop.current.signal });
      if (answer.ok) setFound({ kind, report: answer.data });
      else setError(answer.error);
    } else {
      const answer = await readFrames("/api/import/claude-mem", body, stop.current.signal, (frame) => {
        if (frame.type === "progress") setProgress(progressWords(frame));
      });
      if (answer.ok) setFound({ kind, report: answer.data });
      else setError(answer.error);
    }
    setProgress(null);
  };
  const progressWords = ({ kind: rows, done, total }: Extract<ForeignFrame, { type: "progress" }>): string =>
    t("progress", { kind: t(`kind.${rows}`), done, total });
  const words = error === null ? null : wordsOf(error);
  return (
    <div className="space-y-3">
      <Field
        id={`import-${kind}`}
        label={kind === "claude-mem" ? t("file") : t("folder")}
        hint={t("usual", { path: USUAL[kind] })}
      >
        <Input
          id={`import-${kind}`}
          aria-describedby={`import-${kind}-note`}
          className="font-mono text-meta"
          placeholder={USUAL[kind]}
          maxLength={4096}
          autoComplete="off"
          spellCheck={false}
          disabled={isBusy}
          value={path}
          onChange={(event) => {
            setPath(event.target.value);
            setFound(null);
          }}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={isBusy} onClick={() => void run(true)}>
          <Search aria-hidden />
          {t("look")}
        </Button>
        {found?.report.dryRun === true && (
          <Button look="primary" disabled={isBusy} onClick={() => void run(false)}>
            <Upload aria-hidden />
            {t("import")}
          </Button>
        )}
        {isBusy && (
          <>
            <span role="status" className="text-muted">
              {progress}
            </span>
            {kind === "claude-mem" && (
              <Button size="small" look="quiet" onClick={() => stop.current?.abort()}>
                {t("stop")}
              </Button>
            )}
          </>
        )}
      </div>
      {words !== null && (
        <p role="alert" className="stored text-red">
          {[words.message, words.detail, words.hint, words.request]
            .filter((text) => text !== null && text !== "")
            .join(" ")}
        </p>
      )}
      {found !== null && !isBusy && <Found found={found} onUndone={() => setFound(null)} />}
    </div>
  );
}

function Found({ found, onUndone }: { found: Report; onUndone: () => void }) {
  const t = useTranslations("settings.transfer");
  if (found.kind === "evolvmem") {
    const {
      dryRun,
      total,
      imported,
      known,
      same,
      conflicts,
      rejected,
      rejections,
      operation_id: operation,
    } = found.report;
    return (
      <ImportReportTable
        dryRun={dryRun}
        lines={[{ name: t("kind.memories"), counts: { read: total, imported, known, same, conflicts, rejected } }]}
        rejections={rejections.map(({ id, reason }) => `${id}: ${reason}`)}
      >
        <UndoAll operations={operation === null ? [] : [operation]} onDone={onUndone} />
      </ImportReportTable>
    );
  }
  const { dryRun, counts, rejections, operation_ids: operations } = found.report;
  return (
    <ImportReportTable
      dryRun={dryRun}
      lines={KINDS.map((kind) => {
        const { read, imported, known, duplicate, rejected } = counts[kind];
        return { name: t(`kind.${kind}`), counts: { read, imported, known, same: duplicate, rejected } };
      })}
      rejections={rejections.map(({ kind, row, reason }) => `${t(`kind.${kind}`)} ${row}: ${reason}`)}
    >
      <UndoAll operations={operations} onDone={onUndone} />
    </ImportReportTable>
  );
}
