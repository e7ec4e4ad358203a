"use client";
/** The numbers of a chart as a table, newest first; each day leads to its rows. */
import Link from "next/link";
import { useTranslations } from "next-intl";

interface DataTableProps {
  label: string;
  columns: string[];
  rows: { key: string; label: string; href: string; values: string[] }[];
}

export function DataTable({ label, columns, rows }: DataTableProps) {
  const t = useTranslations("charts");
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="scroll-area max-h-64 rounded-control border print:max-h-none"
    >
      <table className="w-full text-meta">
        <thead className="sticky top-0 bg-sunken text-left text-muted">
          <tr>
            <th scope="col" className="px-3 py-1.5 font-medium">
              {t("day")}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-3 py-1.5 text-right font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-t">
              <th scope="row" className="px-3 py-1 text-left font-normal">
                <Link href={row.href} prefetch={false} className="underline-offset-2 hover:underline">
                  {row.label}
                </Link>
              </th>
              {row.values.map((value, at) => (
                <td key={columns[at]} className="px-3 py-1 text-right tabular-nums">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
