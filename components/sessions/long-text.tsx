/** Stored text of any length: the beginning, and the rest behind a fold. Text that was shortened when stored says so. */
import { useTranslations } from "next-intl";
import { cn } from "@/lib/cn";
import { beginningOf } from "../text/beginning";
import { StoredCode, StoredText } from "../text/stored-text";

interface LongTextProps {
  text: string;
  /** Monospace, left to right. */
  code?: boolean;
  limit?: number;
  originalChars?: number;
  className?: string;
}

export function LongText({ text, code = false, limit = 1200, originalChars, className }: LongTextProps) {
  const t = useTranslations("common");
  const Show = code ? StoredCode : StoredText;
  const block = cn("stored", code && "font-mono text-meta", className);
  const isCut = originalChars !== undefined && originalChars > text.length;
  return (
    <div className="min-w-0">
      {text.length <= limit ? (
        <div className={block}>
          <Show text={text} />
        </div>
      ) : (
        <details className="group">
          <summary className="list-none rounded-[4px] [&::-webkit-details-marker]:hidden">
            <span className={cn("block group-open:hidden", block)}>
              <Show text={`${beginningOf(text, limit)}…`} />
            </span>
            <span className="mt-1 inline-block text-meta font-medium text-accent-soft group-open:hidden">
              {t("showRest", { count: text.length })}
            </span>
            <span className="hidden text-meta font-medium text-accent-soft group-open:inline">{t("showLess")}</span>
          </summary>
          <div className={cn("mt-1", block)}>
            <Show text={text} />
          </div>
        </details>
      )}
      {isCut && <p className="mt-1 text-meta text-muted">{t("shortened", { count: originalChars })}</p>}
    </div>
  );
}
