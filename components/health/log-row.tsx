/** One line of the log: when, how grave, what; the rest on opening. Never markup: whatever it says is text. */
import { useTranslations } from "next-intl";
import type { LogLine } from "@/lib/contract/logs";
import { StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { Tag, type Tone } from "../ui/tag";

const TONES: Record<NonNullable<LogLine["level"]>, Tone> = {
  debug: "plain",
  info: "blue",
  warn: "orange",
  error: "red",
};

export function LogRow({ line }: { line: LogLine }) {
  const t = useTranslations("logs");
  return (
    <details className="group border-b">
      <summary data-row className="flex min-h-8 cursor-pointer items-center gap-3 px-4 py-1 hover:bg-hover">
        <span className="w-36 shrink-0 text-meta text-muted max-sm:w-16">
          {line.time !== null && <Time at={line.time} />}
        </span>
        <span className="w-20 shrink-0 max-sm:w-16">
          <Tag tone={line.level === null ? "plain" : TONES[line.level]}>{t(`levelOf.${line.level ?? "none"}`)}</Tag>
        </span>
        <span className="min-w-0 flex-1 truncate font-mono text-meta">
          <StoredText text={line.message} />
        </span>
      </summary>
      <div className="space-y-2 border-t bg-sunken px-4 py-2 text-meta">
        <p className="text-muted">
          {line.time !== null && (
            <>
              <Time at={line.time} show="absolute" />,{" "}
            </>
          )}
          {t("where", { file: line.file, at: line.at })}
        </p>
        <pre aria-label={t("details")} className="stored font-mono whitespace-pre-wrap">
          <StoredText text={line.message} />
          {line.fields !== "" && "\n"}
          <StoredText text={line.fields} />
        </pre>
      </div>
    </details>
  );
}
