/** One operation beside what it is about: who, what, when, its difference folded, and Undo. */
import { useTranslations } from "next-intl";
import type { Operation, OperationDetail } from "@/lib/contract/operations";
import { useLabels } from "../labels";
import { StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { About } from "./about";
import { ActorIcon } from "./actor-icon";
import { ChangeDiff } from "./change-diff";
import { useOperationTitle } from "./operation-title";
import { UndoControl } from "./undo-control";

interface OperationItemProps {
  operation: Operation | OperationDetail;
  /** Shows the changes of this row alone (`memories:12`). */
  only?: string | undefined;
}

const MAX_DIFFS = 20;

export function OperationItem({ operation, only }: OperationItemProps) {
  const t = useTranslations("activity");
  const labels = useLabels();
  const title = useOperationTitle()(operation);
  // That a session came in is all that its import says; the session shows the rest.
  const isImport = operation.kind === "session.import";
  const changes =
    "changes" in operation && !isImport
      ? operation.changes.filter((change) => only === undefined || change.entity === only)
      : [];
  return (
    <div className="px-4 py-2.5">
      <div className="flex min-w-0 items-start gap-2.5">
        <ActorIcon kind={operation.actor.kind} />
        <div className="min-w-0 flex-1">
          <p className="stored">
            <StoredText text={title} className="font-medium" />
          </p>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-meta text-muted">
            <StoredText text={labels.actor(operation.actor)} />
            <Time at={operation.created_at} />
            <span>{t("number", { id: operation.id })}</span>
            {operation.undo_of !== null && <span>{t("undoes", { id: operation.undo_of })}</span>}
          </p>
          <About operation={operation} only={only} />
        </div>
        <UndoControl operation={operation} title={title} />
      </div>
      {changes.length > 0 && (
        <details className="mt-1.5 ml-[26px]">
          <summary
            aria-label={t("showLabel", { title })}
            className="w-fit rounded-[4px] text-meta text-muted hover:text-text"
          >
            {t("show")}
          </summary>
          <div className="mt-2 space-y-3 rounded-control border bg-sunken p-3">
            {changes.slice(0, MAX_DIFFS).map((change, index) => (
              <div key={index}>
                {changes.length > 1 && <p className="mb-1 text-meta text-muted">{labels.row(change.entity)}</p>}
                <ChangeDiff before={change.before} after={change.after} entity={change.entity} />
              </div>
            ))}
            {changes.length > MAX_DIFFS && (
              <p className="text-meta text-muted">{t("moreRows", { count: changes.length - MAX_DIFFS })}</p>
            )}
          </div>
        </details>
      )}
    </div>
  );
}
