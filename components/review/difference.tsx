"use client";
/** What differs between two texts. Server and browser cut words by different tables: the first drawing shows the later text whole. */
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { DiffText, WordDiff } from "../text/word-diff";

const NEVER = () => () => undefined;

export function Difference({ before, after }: { before: string; after: string }) {
  const t = useTranslations("review");
  const isInBrowser = useSyncExternalStore(
    NEVER,
    () => true,
    () => false,
  );
  return (
    <section aria-label={t("difference")} className="mt-3">
      <h3 className="text-meta font-medium text-muted">{t("difference")}</h3>
      {isInBrowser ? <WordDiff before={before} after={after} /> : <DiffText parts={[{ value: after }]} />}
    </section>
  );
}
