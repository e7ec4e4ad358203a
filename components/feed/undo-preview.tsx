/** The parts of an undo's preview: the rows as they are against how they would be, and what is in the way. */
import { TriangleAlert } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import Link from "next/link";
import { SERVER_LOCALE } from "@/i18n/locales";
import type { UndoPreview } from "@/lib/contract/operations";
import { useLabels, wordFor } from "../labels";
import { buttonStyles } from "../ui/button";
import { Tag } from "../ui/tag";
import { ChangeDiff } from "./change-diff";

type Obstacle = NonNullable<UndoPreview["obstacle"]>;

export function UndoRows({ preview }: { preview: UndoPreview }) {
  const t = useTranslations("activity");
  const separator = useTranslations("common")("listSeparator");
  const labels = useLabels();
  const tables = Object.entries(preview.byTable).map(([table, count]) => {
    const words = wordFor(t, "table", table, { count });
    return words === table ? `${table}: ${count}` : words;
  });
  if (preview.total === 0) return <p className="text-muted">{t("undoNothing")}</p>;
  return (
    <>
      {preview.obstacle === null && (
        <p className="mb-2 text-muted">{t("undoRows", { count: preview.total, tables: tables.join(separator) })}</p>
      )}
      <ul
        tabIndex={0}
        aria-label={t("changed")}
        className="scroll-area max-h-[42vh] divide-y rounded-control border bg-sunken"
      >
        {preview.rows.map(({ entity, current, restored }, index) => (
          <li key={index} className="space-y-1 px-3 py-2">
            <p className="flex flex-wrap items-center gap-2 text-meta font-medium">
              {labels.row(entity)}
              {restored === null && <Tag tone="red">{t("undoGoes")}</Tag>}
              {current === null && restored !== null && <Tag tone="green">{t("undoComes")}</Tag>}
            </p>
            <ChangeDiff before={current} after={restored} entity={entity} />
          </li>
        ))}
        {preview.total > preview.rows.length && (
          <li className="px-3 py-2 text-meta text-muted">
            {t("undoMore", { count: preview.total - preview.rows.length })}
          </li>
        )}
      </ul>
    </>
  );
}

/** In kind words, with the way out. */
export function UndoObstacle({ obstacle, onLeave }: { obstacle: Obstacle; onLeave: () => void }) {
  const t = useTranslations("activity.blocked");
  const isServers = useLocale() === SERVER_LOCALE;
  const { reason, operation, memory } = obstacle;
  const way =
    reason === "undone"
      ? t("wayOut.undone", { id: operation ?? 0 })
      : operation !== null
        ? t("wayOut.operation", { id: operation })
        : memory !== null
          ? t("wayOut.memory", { id: memory })
          : t("wayOut.none");
  return (
    <section role="alert" className="mb-3 rounded-control border border-orange/50 bg-orange/10 px-3 py-2">
      <h3 className="flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden className="size-4 shrink-0 text-orange" />
        {t("title")}
      </h3>
      <p className="mt-1">{reason === "other" && isServers ? obstacle.error : t(reason)}</p>
      {reason === "other" && !isServers && <p className="stored text-muted">{obstacle.error}</p>}
      <p className="mt-1 text-muted">{way}</p>
      <p className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {operation !== null && (
          <Link href={`/activity?peek=${operation}`} onClick={onLeave} className={buttonStyles({ size: "small" })}>
            {t("showOperation", { id: operation })}
          </Link>
        )}
        {memory !== null && (
          <Link href={`/memories/${memory}`} onClick={onLeave} className={buttonStyles({ size: "small" })}>
            {t("showMemory", { id: memory })}
          </Link>
        )}
      </p>
    </section>
  );
}
