/** Bringing other stores in, each tried first, and taking everything out; the command line's way beside each. */
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { TranscriptState } from "@/lib/contract/transcript-import";
import { ExportForm } from "./export-form";
import { ExportImport } from "./export-import";
import { CommandSnippet } from "./snippet";
import { EXPORT_ALL, IMPORT_CLAUDE_MEM, IMPORT_EVOLVMEM, IMPORT_EXPORT, IMPORT_HISTORY } from "./snippets";
import { StoreImport } from "./store-import";
import { TranscriptImport } from "./transcript-import";

interface TransferPanelProps {
  transcripts: TranscriptState;
  projects: { ref: string; label: string }[];
}

export function TransferPanel({ transcripts, projects }: TransferPanelProps) {
  const t = useTranslations("settings.transfer");
  return (
    <div className="divide-y rounded-panel border bg-surface">
      <Source title={t("transcripts")} text={t("transcriptsWhat")} command={IMPORT_HISTORY} isOpen>
        <TranscriptImport first={transcripts} />
      </Source>
      <Source title={t("claudeMem")} text={t("claudeMemWhat")} command={IMPORT_CLAUDE_MEM}>
        <StoreImport kind="claude-mem" />
      </Source>
      <Source title={t("evolvMem")} text={t("evolvMemWhat")} command={IMPORT_EVOLVMEM}>
        <StoreImport kind="evolvmem" />
      </Source>
      <Source title={t("keepsake")} text={t("keepsakeWhat")} command={IMPORT_EXPORT}>
        <ExportImport />
      </Source>
      <Source title={t("exportTitle")} text={t("exportWhat")} command={EXPORT_ALL} isOpen>
        <ExportForm projects={projects} />
      </Source>
    </div>
  );
}

interface SourceProps {
  title: string;
  text: string;
  command: string;
  isOpen?: boolean;
  children: ReactNode;
}

function Source({ title, text, command, isOpen = false, children }: SourceProps) {
  const t = useTranslations("settings.transfer");
  return (
    <details open={isOpen}>
      <summary className="cursor-pointer px-3 py-2.5 font-medium hover:bg-hover">{title}</summary>
      <div className="space-y-3 px-3 pb-4">
        <p className="text-muted">{text}</p>
        {children}
        <div>
          <p className="mb-1 text-meta text-muted">{t("orCommand")}</p>
          <CommandSnippet words={command} label={t("copy")} />
        </div>
      </div>
    </details>
  );
}
