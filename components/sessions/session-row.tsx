/** One session in the timeline. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { Session } from "@/lib/contract/evidence";
import { useLabels } from "../labels";
import { StoredCode, StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { Tag } from "../ui/tag";
import { SessionStateTag } from "./state-tag";

export function SessionRow({ session, clock = false }: { session: Session; clock?: boolean }) {
  const t = useTranslations("session");
  const labels = useLabels();
  return (
    <Link
      data-row
      href={`/session/${session.id}`}
      prefetch={false}
      className="block border-b px-4 py-2 transition-colors duration-[120ms] hover:bg-hover"
    >
      <span className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 truncate text-read font-medium">
          {session.title === null ? (
            <span className="text-muted">{t("untitled")}</span>
          ) : (
            <StoredText text={session.title} />
          )}
        </span>
        <span className="shrink-0 text-meta text-muted">
          <Time at={session.last_event_at} show={clock ? "clock" : "relative"} />
        </span>
      </span>
      <span className="mt-1 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-meta text-muted">
        <SessionStateTag session={session} onlyRunning />
        <span className="max-w-[50%] min-w-0 truncate">
          <StoredText text={session.project} />
        </span>
        {session.branch !== null && (
          <Tag>
            <span className="truncate">
              <StoredCode text={session.branch} />
            </span>
          </Tag>
        )}
        <Tag title={session.host}>{labels.host(session.host)}</Tag>
        <span>{t("prompts", { count: session.prompts })}</span>
        <span>{t("events", { count: session.events })}</span>
        {session.observations > 0 && (
          <span className="text-teal">{t("observations", { count: session.observations })}</span>
        )}
      </span>
    </Link>
  );
}
