/** What an import brought, or would bring: rows by what becomes of them, each row that was refused, and Undo. */
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useNumbers } from "../numbers";
import { StoredText } from "../text/stored-text";

export interface ImportLine {
  name: string;
  /** By message of `settings.transfer.did`. */
  counts: Partial<Record<"read" | "imported" | "known" | "same" | "conflicts" | "rejected", number>>;
}

interface ImportReportProps {
  dryRun: boolean;
  lines: ImportLine[];
  rejections: string[];
  children?: ReactNode;
}

const COLUMNS = ["read", "imported", "known", "same", "conflicts", "rejected"] as const;
const MAX_SHOWN = 10;

export function ImportReportTable({ dryRun, lines, rejections, children }: ImportReportProps) {
  const t = useTranslations("settings.transfer");
  const numbers = useNumbers();
  const columns = COLUMNS.filter((column) => lines.some(({ counts }) => counts[column] !== undefined));
  return (
    <div role="status" className="space-y-2">
      <p className="font-medium">{dryRun ? t("wouldCome") : t("came")}</p>
      <div tabIndex={0} role="region" aria-label={t("report")} className="scroll-area rounded-control border">
        <table className="w-full min-w-[420px] text-right">
          <thead>
            <tr className="border-b text-meta text-muted">
              <th scope="col" className="px-3 py-1 text-left font-medium">
                {t("rows")}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className="px-3 py-1 font-medium whitespace-nowrap">
                  {t(`did.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ name, counts }) => (
              <tr key={name} className="border-t">
                <th scope="row" className="px-3 py-1 text-left font-normal">
                  {name}
                </th>
                {columns.map((column) => (
                  <td key={column} className={counts[column] ? "px-3" : "px-3 text-muted"}>
                    {numbers.count(counts[column] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rejections.length > 0 && (
        <ul className="stored text-meta text-muted">
          {rejections.slice(0, MAX_SHOWN).map((text) => (
            <li key={text}>
              <StoredText text={text} />
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}
