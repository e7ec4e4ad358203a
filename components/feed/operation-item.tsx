/** One operation of the feed: who, what, when, its difference folded, and Undo. */
import { Bot, Cog, UserRound } from "lucide-react";
import Link from "next/link";
import type { Operation, OperationDetail } from "@/lib/contract/operations";
import { plural } from "@/lib/format";
import { t } from "../strings";
import { m } from "../strings-memories";
import { s } from "../strings-sessions";
import { StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { Tag } from "../ui/tag";
import { ChangeDiff } from "./change-diff";
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
            <StoredText text={operation.title} className="font-medium" />
          </p>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-meta text-muted">
            <span>
              {t.activity.by[operation.actor.kind]}
              {operation.actor.kind !== "person" && operation.actor.name !== "" && (
                <>
                  {" · "}
                  <StoredText text={operation.actor.name} />
                </>
              )}
            </span>
            <Time at={operation.created_at} />
            {operation.undo_of !== null && <span>{t.activity.undoes(operation.undo_of)}</span>}
            {isImport && operation.undone_by === null && <SessionLinks entities={operation.entities} />}
            {operation.undone_by !== null && <Tag tone="grey">{t.activity.undone}</Tag>}
          </p>
          <Memories operation={operation} previews={previews} only={only} />
        </div>
        <UndoControl operation={operation} />
      </div>
      {changes.length > 0 && (
        <details className="mt-1.5 ml-[26px]">
          <summary
            aria-label={t.activity.showLabel(operation.title)}
            className="w-fit rounded-[4px] text-meta text-muted hover:text-text"
          >
            {t.activity.show}
          </summary>
          <div className="mt-2 space-y-3 rounded-control border bg-sunken p-3">
            {changes.slice(0, MAX_DIFFS).map((change, index) => (
              <div key={index}>
                {changes.length > 1 && <p className="mb-1 font-mono text-meta text-muted">{change.entity}</p>}
                <ChangeDiff before={change.before} after={change.after} />
              </div>
            ))}
            {changes.length > MAX_DIFFS && (
              <p className="text-meta text-muted">+ {plural(changes.length - MAX_DIFFS, "row", "rows")}</p>
            )}
          </div>
        </details>
      )}
    </div>
  );
}

function UndoControl({ operation }: { operation: Operation }) {
  if (operation.undoable) return <UndoButton id={operation.id} title={operation.title} />;
  if (operation.undone_by !== null) return null;
  return <span className="shrink-0 text-meta text-muted">{t.activity.final}</span>;
}

function ActorIcon({ kind }: { kind: Operation["actor"]["kind"] }) {
  const Icon = { person: UserRound, agent: Bot, job: Cog }[kind];
  return <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />;
}

/** The memories it is about, with what they say now; other rows are named by the operation's title. */
function Memories({ operation, previews, only }: OperationItemProps) {
  const ids = touchedMemories(operation).filter((id) => previews.has(id) && `memories:${id}` !== only);
  if (ids.length === 0) return null;
  return (
    <ul className="mt-1 text-meta">
      {ids.slice(0, MAX_MEMORIES).map((id) => (
        <li key={id} className="flex min-w-0 gap-2">
          <EntityLink href={`/memories/${id}`} text={m.memoryLink(id)} />
          <span className="min-w-0 truncate text-muted">
            <StoredText text={previews.get(id) ?? ""} />
          </span>
        </li>
      ))}
      {ids.length > MAX_MEMORIES && <li className="text-muted">{t.activity.more(ids.length - MAX_MEMORIES)}</li>}
    </ul>
  );
}

function SessionLinks({ entities }: { entities: string[] }) {
  const ids = entities.flatMap((entity) => /^sessions:(\d+)$/.exec(entity)?.[1] ?? []);
  return ids.map((id) => <EntityLink key={id} href={`/session/${id}`} text={s.sessionLink(Number(id))} />);
}

const EntityLink = ({ href, text }: { href: string; text: string }) => (
  <Link href={href} prefetch={false} className="shrink-0 text-accent-soft underline-offset-2 hover:underline">
    {text}
  </Link>
);
