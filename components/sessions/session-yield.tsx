/** What came of a session: files that were touched, and memories that were drawn from it. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { ReactNode } from "react";
import type { Reflection } from "@/lib/contract/codewatch";
import { useNumbers } from "../numbers";
import { ReflectionFacts, ReflectionText } from "../reflections/reflection";
import { KeyText, StoredCode, StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { Tag } from "../ui/tag";
import { viewHref } from "../url";

export interface YieldedFile {
  path: string;
  /** Turns. */
  read: number;
  modified: number;
}

export interface YieldedMemory {
  id: number;
  key: string;
  value: string;
  status: "active" | "archived" | "superseded";
  turn: number | null;
}

interface SessionYieldProps {
  /** Key or name that the timeline is asked with. */
  project: string;
  files: YieldedFile[];
  memories: YieldedMemory[];
  /** What was compressed in it, newest first. */
  reflections: Reflection[];
}

export function SessionYieldView({ project, files, memories, reflections }: SessionYieldProps) {
  const t = useTranslations("session");
  const labels = useTranslations("labels");
  const numbers = useNumbers();
  return (
    <div className="border-b px-4 py-3 sm:px-6">
      <div className="mx-auto max-w-[760px] space-y-2">
        <Fold
          title={t("memoriesLearned", { count: memories.length })}
          isOpen={memories.length > 0 && memories.length <= 5}
        >
          {memories.length === 0 ? (
            <p className="px-3 py-2 text-meta text-muted">{t("noMemories")}</p>
          ) : (
            <ul>
              {memories.map(({ id, key, value, status, turn }) => (
                <li key={id} className="border-t first:border-t-0">
                  <Link href={`/memories/${id}`} prefetch={false} className="block px-3 py-1.5 hover:bg-hover">
                    <span className="flex min-w-0 items-center gap-2 text-muted">
                      <span className="min-w-0 truncate">
                        <KeyText text={key} oneLine />
                      </span>
                      {status !== "active" && (
                        <Tag tone={status === "superseded" ? "violet" : "grey"}>{labels(`status.${status}`)}</Tag>
                      )}
                      {turn !== null && (
                        <span className="ml-auto shrink-0 text-meta">{t("turn", { number: turn })}</span>
                      )}
                    </span>
                    <span className="line-clamp-2 [overflow-wrap:anywhere]">
                      <StoredText text={value} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </Fold>
        {reflections.length > 0 && (
          <Fold title={t("compressed", { count: reflections.length })} isOpen={false}>
            <ul>
              {reflections.map((reflection) => (
                <li key={reflection.id} className="space-y-1 border-t px-3 py-2 first:border-t-0">
                  <p className="flex min-w-0 flex-wrap items-center gap-2 text-meta text-muted">
                    <Time at={reflection.created_at} />
                    <span>
                      <ReflectionFacts reflection={reflection} />
                    </span>
                    {reflection.status === "superseded" && <Tag tone="violet">{labels("status.superseded")}</Tag>}
                  </p>
                  <ReflectionText reflection={reflection} />
                </li>
              ))}
            </ul>
          </Fold>
        )}
        <Fold title={t("filesTouched", { count: files.length })} isOpen={false}>
          {files.length === 0 ? (
            <p className="px-3 py-2 text-meta text-muted">{t("noFiles")}</p>
          ) : (
            <ul className="py-1">
              {files.map(({ path, read, modified }) => (
                <li key={path}>
                  <Link
                    href={viewHref("/timeline", project, { file: path })}
                    prefetch={false}
                    title={t("fileTimeline")}
                    className="flex min-h-7 min-w-0 items-center gap-3 px-3 hover:bg-hover"
                  >
                    <span className="min-w-0 flex-1 truncate">
                      <StoredCode text={path} />
                    </span>
                    {modified > 0 && (
                      <span className="shrink-0 text-meta">
                        {t("modified")} {numbers.count(modified)}
                      </span>
                    )}
                    {read > 0 && (
                      <span className="shrink-0 text-meta text-muted">
                        {t("read")} {numbers.count(read)}
                      </span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </Fold>
      </div>
    </div>
  );
}

function Fold({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details open={isOpen} className="rounded-panel border">
      <summary className="min-h-8 rounded-panel px-3 py-1.5 font-medium hover:bg-hover">{title}</summary>
      <div className="scroll-area max-h-80 border-t">{children}</div>
    </details>
  );
}
