/** What a memory said over time, newest first: each text against the one before, who wrote it, when and how, and the way back. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { ReactNode } from "react";
import type { Memory } from "@/lib/contract/memory";
import type { MemoryText } from "@/lib/contract/memory-page";
import { useLabels } from "../labels";
import { StoredText } from "../text/stored-text";
import { WordDiff } from "../text/word-diff";
import { Time } from "../time/time";
import { Tag } from "../ui/tag";
import { CompareTexts } from "./compare-texts";
import { RevertText } from "./revert-text";
import { StatusTag } from "./tags";
import { textKey } from "./text-key";

interface MemoryTextsProps {
  memory: Memory;
  /** Oldest first. */
  texts: MemoryText[];
  /** The two that are compared, by `textKey`. */
  compare: [MemoryText, MemoryText] | null;
}

export function MemoryTexts({ memory, texts, compare }: MemoryTextsProps) {
  const t = useTranslations("memory");
  const inForce = texts.findLast((text) => text.isLast && text.status === "active");
  return (
    <div className="space-y-3">
      {texts.length > 2 && (
        <CompareTexts
          choices={texts.map((text, index) => ({ key: textKey(text), number: index + 1, at: text.at }))}
          chosen={compare === null ? null : [textKey(compare[0]), textKey(compare[1])]}
        >
          {compare !== null && <WordDiff before={compare[0].value} after={compare[1].value} />}
        </CompareTexts>
      )}
      <ol className="divide-y rounded-panel border">
        {texts
          .map((text, index) => ({ text, before: texts[index - 1] ?? null, number: index + 1 }))
          .toReversed()
          .map(({ text, before, number }) => (
            <li key={textKey(text)} className="px-3 py-2.5">
              <div className="flex min-w-0 items-start gap-2.5">
                <div className="min-w-0 flex-1">
                  {before === null ? (
                    <p className="stored">
                      <StoredText text={text.value} />
                    </p>
                  ) : (
                    <WordDiff before={before.value} after={text.value} />
                  )}
                </div>
                {text.status !== "deleted" && text.value !== inForce?.value && isOnRecord(text) && (
                  <RevertText
                    id={memory.id}
                    to={text.version}
                    operation={text.isLast ? null : text.operation_id}
                    revision={memory.status === "active" ? memory.revision : null}
                    number={number}
                  />
                )}
              </div>
              <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-meta text-muted">
                <span className="font-medium text-text">{t("texts.number", { number })}</span>
                <Wrote text={text} />
                <Time at={text.at} />
                <Standing text={text} memory={memory} isInForce={text === inForce} />
              </p>
            </li>
          ))}
      </ol>
    </div>
  );
}

/** Of a text that is over, only what an operation keeps can be put back. */
const isOnRecord = (text: MemoryText): boolean => text.isLast || text.operation_id !== null;

function Wrote({ text: { actor, kind } }: { text: MemoryText }) {
  const t = useTranslations("memory");
  const labels = useLabels();
  if (actor === null) return null;
  return (
    <span className="inline-flex min-w-0 flex-wrap gap-x-1">
      <StoredText text={labels.actor(actor)} />
      {kind !== null && <span>{t(`texts.by.${howOf(kind)}`)}</span>}
    </span>
  );
}

const HOWS = ["add", "edit", "replace", "merge", "revert", "supersede", "undo", "import", "extract"] as const;
type How = (typeof HOWS)[number] | "other";

const howOf = (kind: string): How => HOWS.find((how) => kind.endsWith(`.${how}`)) ?? "other";

function Standing({ text, memory, isInForce }: { text: MemoryText; memory: Memory; isInForce: boolean }) {
  const t = useTranslations("memory");
  const labels = useTranslations("labels");
  const parts: ReactNode[] = [
    text.undone && (
      <Tag key="undone" tone="grey">
        {t("texts.undone")}
      </Tag>
    ),
    isInForce && (
      <Tag key="force" tone="green">
        {t("texts.inForce")}
      </Tag>
    ),
    text.isLast && <StatusTag key="status" status={text.status} />,
    text.version !== memory.id && (
      <Link
        key="link"
        href={`/memories/${text.version}`}
        className="text-accent-soft underline-offset-2 hover:underline"
        prefetch={false}
      >
        {labels("memory", { id: text.version })}
      </Link>
    ),
  ];
  return parts;
}
