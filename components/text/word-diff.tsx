/** What changed, by word: removed struck through and tinted, added tinted. */
import { useTranslations } from "next-intl";
import type { DiffPart } from "@/lib/contract/history";
import { diffWords } from "@/lib/text/word-diff";
import { StoredText } from "./stored-text";

export function WordDiff({ before, after }: { before: string | null; after: string | null }) {
  return <DiffText parts={diffWords(before, after)} />;
}

export function DiffText({ parts }: { parts: DiffPart[] }) {
  const t = useTranslations("common");
  return (
    <div className="stored text-body">
      {parts.map((part, index) => {
        if (part.added) {
          return (
            <ins key={index} className="rounded-[2px] bg-added no-underline">
              <span className="sr-only">{t("added")}</span>
              <StoredText text={part.value} />
            </ins>
          );
        }
        if (part.removed) {
          return (
            <del key={index} className="rounded-[2px] bg-removed line-through">
              <span className="sr-only">{t("removed")}</span>
              <StoredText text={part.value} />
            </del>
          );
        }
        return <StoredText key={index} text={part.value} />;
      })}
    </div>
  );
}
