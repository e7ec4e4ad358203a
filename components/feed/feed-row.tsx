/** One operation of the feed: who, what, when, what it is about, and Undo. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import { cn } from "@/lib/cn";
import type { Operation } from "@/lib/contract/operations";
import { useLabels } from "../labels";
import { StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { About } from "./about";
import { ActorIcon } from "./actor-icon";
import { useOperationTitle } from "./operation-title";
import { UndoControl } from "./undo-control";

interface FeedRowProps {
  operation: Operation;
  /** Opens it beside the list. */
  href: string;
  isOpen: boolean;
  isPanelOpen: boolean;
}

export function FeedRow({ operation, href, isOpen, isPanelOpen }: FeedRowProps) {
  const t = useTranslations("activity");
  const labels = useLabels();
  const title = useOperationTitle()(operation);
  return (
    <div
      className={cn(
        // Of one height, so that nothing moves when rows are measured.
        "relative flex h-[76px] min-w-0 items-start gap-2.5 overflow-hidden border-b px-4 py-2",
        isOpen ? "bg-selected" : "hover:bg-hover",
      )}
    >
      <ActorIcon kind={operation.actor.kind} />
      <div className="min-w-0 flex-1">
        <Link
          data-row
          href={href}
          replace={isPanelOpen}
          scroll={false}
          prefetch={false}
          aria-current={isOpen ? "true" : undefined}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          <StoredText text={title} />
        </Link>
        <p className="flex min-w-0 items-center gap-x-2 text-meta whitespace-nowrap text-muted">
          <span className="truncate">
            <StoredText text={labels.actor(operation.actor)} />
          </span>
          <Time at={operation.created_at} />
          <span>{t("number", { id: operation.id })}</span>
          {operation.changes_total > 1 && <span>{t("rows", { count: operation.changes_total })}</span>}
          {operation.undo_of !== null && <span>{t("undoes", { id: operation.undo_of })}</span>}
        </p>
        <About operation={operation} isShort />
      </div>
      <UndoControl operation={operation} title={title} />
    </div>
  );
}
