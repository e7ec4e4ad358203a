/** What an edit changed, line by line: removed and added tinted, each with its sign. */
import { useTranslations } from "next-intl";
import { diffLines } from "@/lib/text/line-diff";
import { cn } from "@/lib/cn";
import { StoredCode } from "../text/stored-text";

const SIGNS = { same: " ", added: "+", removed: "−" } as const;
/** More lines than these tell nobody more. */
const MAX = 400;

export function LineDiff({ before, after, label }: { before: string | null; after: string; label: string }) {
  const common = useTranslations("common");
  const t = useTranslations("session");
  const lines = diffLines(before, after);
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="scroll-area relative max-h-96 overflow-x-auto rounded-control border bg-surface py-1 font-mono text-meta leading-5 print:max-h-none"
    >
      <div className="w-max min-w-full">
        {lines.slice(0, MAX).map((line, index) =>
          line === null ? (
            <div key={index} aria-hidden className="px-2 text-muted">
              ⋯
            </div>
          ) : (
            <div
              key={index}
              className={cn(
                "flex gap-2 px-2 whitespace-pre",
                line.kind === "added" && "bg-added",
                line.kind === "removed" && "bg-removed",
              )}
            >
              <span aria-hidden className="w-2 shrink-0 text-muted select-none">
                {SIGNS[line.kind]}
              </span>
              {line.kind !== "same" && <span className="sr-only">{common(line.kind)}</span>}
              <StoredCode text={line.text} className="text-[1em]" />
            </div>
          ),
        )}
        {lines.length > MAX && <p className="px-2 text-muted">{t("moreLines", { count: lines.length - MAX })}</p>}
      </div>
    </div>
  );
}
