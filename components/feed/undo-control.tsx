/** Undo where it can be, and why not where it can't. For components of both sides. */
import { useTranslations } from "next-intl";
import type { Operation } from "@/lib/contract/operations";
import { Tag } from "../ui/tag";
import { UndoButton } from "./undo-button";

export function UndoControl({ operation, title }: { operation: Operation; title: string }) {
  const t = useTranslations("activity");
  if (operation.undoable) return <UndoButton id={operation.id} title={title} />;
  if (operation.undone_by !== null) return <Tag tone="grey">{t("undone")}</Tag>;
  return <span className="shrink-0 text-meta text-muted">{t("final")}</span>;
}
