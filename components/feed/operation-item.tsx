/** One operation of the feed: who, what, when, its difference folded, and Undo. */
import { useTranslations } from "next-intl";
import { Bot, Cog, UserRound } from "lucide-react";
import Link from "next/link";
import type { Operation, OperationDetail } from "@/lib/contract/operations";
import { useLabels } from "../labels";
import { StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { Tag } from "../ui/tag";
import { ChangeDiff } from "./change-diff";
import { useOperationTitle } from "./operation-title";
import { touchedMemories } from "./touched";
import { UndoButton } from "./undo-button";

interface OperationItemProps {
  operation: Operation | OperationDetail;
  /** What memories say now, by id; those that are gone are not in it. */
  previews: ReadonlyMap<number, string>;
  /** Shows the changes of this row alone (`memories:12`). */
  only?: string | undefined;
}

const MAX_DIFFS = 20;
const MAX_MEMORIES = 3;

export function OperationItem({ operation, previews, only }: OperationItemProps) {
  const t = useTranslations("activity");
  const labels = useTranslations("labels");
  const named = useLabels();
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
            <span>
              {labels(`actor.${operation.actor.kind}`)}
              {operation.actor.kind !== "person" && operation.actor.name !== "" && (
                <>
                  {" · "}
                  <StoredText text={operation.actor.name} />
                </>
              )}
            </span>
            <Time at={operation.created_at} />
            {operation.undo_of !== null && <span>{t("undoes", { id: operation.undo_of })}</span>}
            {isImport && operation.undone_by === null && <SessionLinks entities={operation.entities} />}
            {operation.undone_by !== null && <Tag tone="grey">{t("undone")}</Tag>}
          </p>
          <Memories operation={operation} previews={previews} only={only} />
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
                {changes.length > 1 && <p className="mb-1 text-meta text-muted">{named.row(change.entity)}</p>}
                <ChangeDiff before={change.before} after={change.after} />
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

function UndoControl({ operation, title }: { operation: Operation; title: string }) {
  const t = useTranslations("activity");
  if (operation.undoable) return <UndoButton id={operation.id} title={title} />;
  if (operation.undone_by !== null) return null;
  return <span className="shrink-0 text-meta text-muted">{t("final")}</span>;
}

function ActorIcon({ kind }: { kind: Operation["actor"]["kind"] }) {
  const Icon = { person: UserRound, agent: Bot, job: Cog }[kind];
  return <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />;
}

/** The memories it is about, with what they say now; other rows are named by the operation's title. */
function Memories({ operation, previews, only }: OperationItemProps) {
  const t = useTranslations("activity");
  const labels = useTranslations("labels");
  const ids = touchedMemories(operation).filter((id) => previews.has(id) && `memories:${id}` !== only);
  if (ids.length === 0) return null;
  return (
    <ul className="mt-1 text-meta">
      {ids.slice(0, MAX_MEMORIES).map((id) => (
        <li key={id} className="flex min-w-0 gap-2">
          <EntityLink href={`/memories/${id}`} text={labels("memory", { id })} />
          <span className="min-w-0 truncate text-muted">
            <StoredText text={previews.get(id) ?? ""} />
          </span>
        </li>
      ))}
      {ids.length > MAX_MEMORIES && (
        <li className="text-muted">{t("moreMemories", { count: ids.length - MAX_MEMORIES })}</li>
      )}
    </ul>
  );
}

function SessionLinks({ entities }: { entities: string[] }) {
  const labels = useTranslations("labels");
  const ids = entities.flatMap((entity) => /^sessions:(\d+)$/.exec(entity)?.[1] ?? []);
  return ids.map((id) => <EntityLink key={id} href={`/session/${id}`} text={labels("session", { id })} />);
}

const EntityLink = ({ href, text }: { href: string; text: string }) => (
  <Link href={href} prefetch={false} className="shrink-0 text-accent-soft underline-offset-2 hover:underline">
    {text}
  </Link>
);
