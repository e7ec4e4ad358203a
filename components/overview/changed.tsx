/** What changed since the person last looked: how much of each kind, and the latest changes themselves. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import { cn } from "@/lib/cn";
import type { Operation } from "@/lib/contract/operations";
import type { OverviewChanged } from "@/lib/contract/overview";
import { OperationItem } from "../feed/operation-item";
import { useNumbers } from "../numbers";
import { Time } from "../time/time";
import { viewHref } from "../url";
import { SeenButton } from "./seen-button";

interface ChangedProps {
  changed: OverviewChanged;
  operations: Operation[];
  /** The person was never here before. */
  isFirst: boolean;
  project: string | undefined;
}

const KINDS = ["memories", "replaced", "conflicts", "sessions", "injections", "failures"] as const;
/** Counts stop here. */
const MANY = 10_000;

export function ChangedBlock({ changed, operations, isFirst, project }: ChangedProps) {
  const t = useTranslations("overview");
  const numbers = useNumbers();
  const { since } = changed;
  const hrefs: Record<(typeof KINDS)[number], string> = {
    memories: viewHref("/memories", project, { sort: "created_at" }),
    replaced: viewHref("/memories", project, { status: "superseded", sort: "updated_at" }),
    conflicts: viewHref("/review", project),
    sessions: viewHref("/timeline", project, { kind: "session", from: since }),
    injections: viewHref("/injections", project),
    failures: "/health",
  };
  const isQuiet = KINDS.every((kind) => changed[kind] === 0) && operations.length === 0;
  return (
    <section aria-labelledby="changed" className="rounded-panel border bg-surface">
      <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 py-1.5 pr-2 pl-4">
        <h2 id="changed" className="text-section font-semibold">
          {isFirst ? t("sinceFirst") : t("since")}
        </h2>
        {!isFirst && (
          <span className="text-meta text-muted">
            <Time at={since} />
          </span>
        )}
        {isQuiet && <span className="text-muted">{t("sinceNothing")}</span>}
        {!isQuiet && (
          <div className="ml-auto" data-no-print>
            <SeenButton />
          </div>
        )}
      </div>
      {!isQuiet && (
        <>
          <ul className="flex flex-wrap gap-x-1 gap-y-1 border-t px-2 py-1.5">
            {KINDS.map((kind) => (
              <li key={kind}>
                <Link
                  href={hrefs[kind]}
                  prefetch={false}
                  className={cn(
                    "flex min-h-7 items-baseline gap-1.5 rounded-control px-2 py-1 hover:bg-hover",
                    changed[kind] === 0 && "text-muted",
                  )}
                >
                  <strong
                    className={cn(
                      "font-semibold",
                      changed[kind] > 0 && kind === "failures" && "text-red",
                      changed[kind] > 0 && kind === "conflicts" && "text-orange",
                    )}
                  >
                    {changed[kind] >= MANY ? t("orMore", { count: changed[kind] }) : numbers.count(changed[kind])}
                  </strong>
                  {t(`changed.${kind}`, { count: changed[kind] })}
                </Link>
              </li>
            ))}
          </ul>
          {operations.length > 0 && (
            <ul className="border-t">
              {operations.map((operation) => (
                <li key={operation.id} className="border-b last:border-b-0">
                  <OperationItem operation={operation} />
                </li>
              ))}
              <li>
                <Link
                  href={viewHref("/activity", project, { from: since })}
                  prefetch={false}
                  className="block px-4 py-2 text-meta text-muted hover:bg-hover hover:text-text"
                >
                  {t("seeAllChanges")}
                </Link>
              </li>
            </ul>
          )}
        </>
      )}
    </section>
  );
}
