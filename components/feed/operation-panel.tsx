/** One operation beside the feed: who, when, what it is about, and every row before and after. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { OperationDetail } from "@/lib/contract/operations";
import { useLabels } from "../labels";
import { StoredCode, StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { buttonStyles } from "../ui/button";
import { Facts } from "../ui/facts";
import { SidePanel } from "../ui/side-panel";
import { hrefWith } from "../url";
import { EntityLink } from "./about";
import { ChangeRows } from "./change-rows";
import { ChangeDiff } from "./change-diff";
import { useOperationTitle } from "./operation-title";
import { UndoControl } from "./undo-control";

interface OperationPanelProps {
  operation: OperationDetail;
  /** Of the project that it belongs to; null = none, or one that is gone. */
  project: { name: string; id: number } | null;
  search: string;
  /** All rows instead of the first. */
  isWhole: boolean;
}

const FIRST_ROWS = 10;

export function OperationPanel({ operation, project, search, isWhole }: OperationPanelProps) {
  const t = useTranslations("activity");
  const title = useOperationTitle()(operation);
  const { changes, changes_total: total } = operation;
  return (
    <SidePanel
      title={t("details", { id: operation.id })}
      closeHref={hrefWith("/activity", search, { peek: null, rows: null })}
      actions={<UndoControl operation={operation} title={title} />}
    >
      <p className="stored text-[15px] leading-6 font-semibold">
        <StoredText text={title} />
      </p>
      <div className="mt-3">
        <OperationFacts operation={operation} project={project} search={search} />
      </div>
      <div className="mt-5 mb-2 flex flex-wrap items-baseline gap-2">
        <h3 className="text-section font-semibold">{t("changed")}</h3>
        <span className="text-meta text-muted">{t("rows", { count: total })}</span>
        {total > FIRST_ROWS && (
          <Link
            href={hrefWith("/activity", search, { rows: isWhole ? null : "all" })}
            replace
            scroll={false}
            prefetch={false}
            className={buttonStyles({ size: "small", className: "ml-auto" })}
          >
            {isWhole ? t("showFirstRows") : t("showAllRows", { count: total })}
          </Link>
        )}
      </div>
      {isWhole ? (
        <ChangeRows operation={operation.id} total={total} />
      ) : (
        <ul className="divide-y rounded-control border">
          {changes.slice(0, FIRST_ROWS).map(({ entity, before, after }, index) => (
            <li key={index} className="space-y-1 px-3 py-2">
              <p className="text-meta">
                <EntityLink entity={entity} />
              </p>
              <ChangeDiff before={before} after={after} entity={entity} />
            </li>
          ))}
        </ul>
      )}
    </SidePanel>
  );
}

function OperationFacts({ operation, project, search }: Pick<OperationPanelProps, "operation" | "project" | "search">) {
  const t = useTranslations("activity");
  const labels = useLabels();
  const linkTo = (id: number) => (
    <Link
      href={hrefWith("/activity", search, { peek: id, rows: null })}
      replace
      scroll={false}
      prefetch={false}
      className="text-accent-soft underline underline-offset-2"
    >
      {t("operation", { id })}
    </Link>
  );
  return (
    <Facts
      rows={[
        [t("who"), <StoredText key="who" text={labels.actor(operation.actor)} />],
        [t("when"), <Time key="when" at={operation.created_at} show="absolute" />],
        [t("what"), <StoredCode key="what" text={operation.kind} />],
        ...(project === null
          ? []
          : [
              [
                t("inProject"),
                <Link
                  key="project"
                  href={`/projects/${project.id}`}
                  className="text-accent-soft underline underline-offset-2"
                >
                  <StoredText text={project.name} />
                </Link>,
              ] as const,
            ]),
        ...(operation.undo_of === null ? [] : [[t("takesBack"), linkTo(operation.undo_of)] as const]),
        ...(operation.undone_by === null ? [] : [[t("takenBackBy"), linkTo(operation.undone_by)] as const]),
        ...(operation.about.length === 0
          ? []
          : [
              [
                t("about"),
                operation.about.map(({ entity, text, session_id: session }) => (
                  <span key={entity} className="block">
                    <EntityLink entity={entity} session={session} />{" "}
                    {!entity.startsWith("settings:") && (
                      <span className="text-muted">
                        <StoredText text={text} />
                      </span>
                    )}
                  </span>
                )),
              ] as const,
            ]),
      ]}
    />
  );
}
