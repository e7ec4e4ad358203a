/** Bringing other stores in and taking everything out: what the command line offers, and the download. */
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonStyles } from "../ui/button";
import { Snippet } from "./snippet";
import { EXPORT_ALL, IMPORT_DRY, IMPORT_HISTORY, IMPORT_STORE } from "./snippets";

const COMMANDS = [
  ["importHistory", IMPORT_HISTORY],
  ["importDry", IMPORT_DRY],
  ["importStore", IMPORT_STORE],
  ["exportCommand", EXPORT_ALL],
] as const;

export function TransferPanel() {
  const t = useTranslations("settings.transfer");
  return (
    <div className="space-y-3 rounded-panel border bg-surface p-3">
      {COMMANDS.map(([name, command]) => (
        <div key={name}>
          <p className="mb-1 text-muted">{t(name)}</p>
          <Snippet text={command} label={t("copy")} />
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {/* A file, not a view. */}
        <a href="/api/export" download="keepsake-export.jsonl" className={buttonStyles()}>
          <Download aria-hidden />
          {t("download")}
        </a>
        <span className="min-w-0 flex-1 basis-60 text-meta text-muted">{t("downloadHint")}</span>
      </div>
    </div>
  );
}
