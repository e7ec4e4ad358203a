"use client";
/** Taking in a file that Keepsake exported: read in the browser, counted first, then sent part by part. */
import { Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { RestoreReport } from "@/lib/contract/export";
import { useNumbers } from "../numbers";
import { Button } from "../ui/button";
import { countLines, type FileCounts, sendParts } from "./export-file";
import { type ImportLine, ImportReportTable } from "./import-report";
import { UndoAll } from "./undo-all";

interface Done {
  counts: RestoreReport["counts"];
  rejected: RestoreReport["rejected"];
  operations: number[];
}

export function ExportImport() {
  const t = useTranslations("settings.transfer");
  const numbers = useNumbers();
  const [file, setFile] = useState<File | null>(null);
  const [counted, setCounted] = useState<FileCounts | null>(null);
  const [read, setRead] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const choose = async (chosen: File | undefined) => {
    setFile(chosen ?? null);
    setDone(null);
    setError(null);
    setCounted(null);
    if (chosen === undefined) return;
    const counts = await countLines(chosen, setRead);
    setRead(null);
    if (counts === null) setError(t("notExport"));
    else setCounted(counts);
  };
  const send = async () => {
    if (file === null) return;
    setRead(0);
    const result = await sendParts(file, setRead);
    setRead(null);
    setDone(result);
    setCounted(null);
    if (result.error !== null) setError(result.error);
  };
  const nameOf = (kind: string): string =>
    t.has(`kindOf.${kind}` as "kindOf.memory") ? t(`kindOf.${kind}` as "kindOf.memory") : kind;
  return (
    <div className="space-y-3">
      <label className="block">
        <span className="mb-1 block text-meta font-medium text-muted">{t("exportFile")}</span>
        <input
          type="file"
          accept=".jsonl,.ndjson,application/x-ndjson"
          className="max-w-full text-meta"
          onChange={(event) => void choose(event.target.files?.[0])}
        />
      </label>
      {read !== null && file !== null && (
        <p role="status" className="text-muted">
          {t("runOf", { read: numbers.bytes(read), total: numbers.bytes(file.size) })}
        </p>
      )}
      {error !== null && (
        <p role="alert" className="stored text-red">
          {error}
        </p>
      )}
      {counted !== null && (
        <ImportReportTable
          dryRun
          lines={Object.entries(counted.kinds).map(([kind, count]) => ({
            name: nameOf(kind),
            counts: { read: count },
          }))}
          rejections={counted.isWhole ? [] : [t("notWhole")]}
        >
          <Button look="primary" disabled={read !== null} onClick={() => void send()}>
            <Upload aria-hidden />
            {t("import")}
          </Button>
        </ImportReportTable>
      )}
      {done !== null && (
        <ImportReportTable
          dryRun={false}
          lines={Object.entries(done.counts).map(([kind, counts]): ImportLine => {
            const { read: lines, imported, known, duplicate, conflict, rejected } = counts;
            return {
              name: nameOf(kind),
              counts: { read: lines, imported, known, same: duplicate, conflicts: conflict, rejected },
            };
          })}
          rejections={done.rejected.map(({ line, reason }) => `${line}: ${reason}`)}
        >
          <UndoAll operations={done.operations} onDone={() => setDone(null)} />
        </ImportReportTable>
      )}
    </div>
  );
}
