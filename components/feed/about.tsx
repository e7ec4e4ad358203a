/** What an operation is about, each row with a link and how it reads now. For components of both sides. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import { cn } from "@/lib/cn";
import type { Operation } from "@/lib/contract/operations";
import { useLabels } from "../labels";
import { StoredText } from "../text/stored-text";
import { entityHref } from "./entity";

interface AboutProps {
  operation: Operation;
  /** The row whose history this is: it need not be named again. */
  only?: string | undefined;
  /** In a list, where every row is as high as the next: the first row alone. */
  isShort?: boolean;
}

export function About({ operation, only, isShort = false }: AboutProps) {
  const t = useTranslations("activity");
  const rows = operation.about.filter(({ entity }) => entity !== only).slice(0, isShort ? 1 : undefined);
  const more = operation.changes_total - operation.about.length;
  if (rows.length === 0) return null;
  return (
    <ul className={cn("text-meta", !isShort && "mt-1")}>
      {rows.map(({ entity, text, session_id: session }) => (
        <li key={entity} className="flex min-w-0 gap-2">
          <EntityLink entity={entity} session={session} />
          {!entity.startsWith("settings:") && (
            <span className="min-w-0 truncate text-muted">
              <StoredText text={text} />
            </span>
          )}
        </li>
      ))}
      {!isShort && more > 0 && operation.about.length > 2 && (
        <li className="text-muted">{t("aboutMore", { count: more })}</li>
      )}
    </ul>
  );
}

/** The row's name, which leads to its view where it has one. */
export function EntityLink({ entity, session = null }: { entity: string; session?: number | null }) {
  const labels = useLabels();
  const href = entityHref(entity, session);
  const name = labels.row(entity);
  if (href === null) return <span className="shrink-0">{name}</span>;
  return (
    <Link
      href={href}
      prefetch={false}
      className="relative z-10 min-w-0 shrink-0 text-accent-soft underline underline-offset-2"
    >
      {name}
    </Link>
  );
}
