/** Tool uses of one turn in one line, which unfolds to what each of them worked on. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { TimelineEntry, ToolUse } from "@/lib/contract/timeline-entries";
import { cn } from "@/lib/cn";
import { StoredCode, StoredText } from "../text/stored-text";
import { Tag } from "../ui/tag";
import { Meta, Moment } from "./entry-row";
import { sessionHref } from "./place";

export type ToolEntry = Extract<TimelineEntry, { kind: "tool" }>;

interface ToolRunProps {
  entry: ToolEntry;
  isUnfolded: boolean;
  onUnfold: (unfolded: boolean) => void;
  hrefOf: (use: ToolUse) => string;
  openUse: number | null;
  isOfProject: boolean;
}

const MAX_NAMES = 6;

export function ToolRun({ entry, isUnfolded, onUnfold, hrefOf, openUse, isOfProject }: ToolRunProps) {
  const t = useTranslations("timeline");
  const { count, failed, tools, uses, session_id: session, turn } = entry;
  const only = count === 1 ? (uses[0] ?? null) : null;
  return (
    <details open={isUnfolded} onToggle={(event) => onUnfold(event.currentTarget.open)} className="border-b">
      <summary data-row className="flex min-w-0 gap-3 px-4 py-2 hover:bg-hover">
        <Moment entry={entry} />
        <span className="min-w-0 flex-1">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2">
            {only === null ? (
              <>
                <span>{t("run", { count })}</span>
                <span className="min-w-0 truncate text-muted">
                  {tools.slice(0, MAX_NAMES).map(({ name, count: used }, index) => (
                    <span key={name}>
                      {index > 0 && ", "}
                      <StoredCode text={t("tool", { name: name === "" ? t("unnamedTool") : name, count: used })} />
                    </span>
                  ))}
                  {tools.length > MAX_NAMES && "…"}
                </span>
              </>
            ) : (
              <span className="min-w-0 truncate">
                <StoredCode text={only.name === "" ? t("unnamedTool") : only.name} />{" "}
                <StoredCode text={only.argument} className="text-muted" />
              </span>
            )}
            {failed > 0 && <Tag tone="red">{t("failed", { count: failed })}</Tag>}
          </span>
          <Meta entry={entry} isOfProject={isOfProject} />
        </span>
      </summary>
      <ul className="border-t bg-sunken py-1">
        {uses.map((use) => (
          <li key={use.id}>
            <Link
              href={hrefOf(use)}
              scroll={false}
              prefetch={false}
              aria-current={use.id === openUse ? "true" : undefined}
              className={cn(
                "flex min-h-7 min-w-0 items-center gap-2 pr-4 pl-[84px] max-sm:pl-8",
                use.id === openUse ? "bg-selected" : "hover:bg-hover",
              )}
            >
              <span className="shrink-0 font-mono text-meta font-medium">
                <StoredText text={use.name === "" ? t("unnamedTool") : use.name} />
              </span>
              <span className="min-w-0 flex-1 truncate text-meta text-muted">
                <StoredCode text={use.argument} />
              </span>
              {use.is_error === true && <Tag tone="red">{t("failed", { count: 1 })}</Tag>}
            </Link>
          </li>
        ))}
        {count > uses.length && session !== null && (
          <li>
            <Link
              href={sessionHref(session, turn)}
              prefetch={false}
              className="flex min-h-7 items-center pr-4 pl-[84px] text-meta text-accent-soft max-sm:pl-8"
            >
              {t("moreUses", { count: count - uses.length })}
            </Link>
          </li>
        )}
      </ul>
    </details>
  );
}
