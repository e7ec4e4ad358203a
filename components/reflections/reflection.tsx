/** A reflection: what observations of a branch were compressed to. */
import { useTranslations } from "next-intl";
import type { Reflection } from "@/lib/contract/codewatch";
import { StoredText } from "../text/stored-text";

/** How much it holds, how far it was compressed, and by whom. */
export function ReflectionFacts({ reflection }: { reflection: Reflection }) {
  const t = useTranslations("projects.branches");
  const { level, ratio, source, observation_ids: held } = reflection;
  return (
    <>
      {t("observations", { count: held.length })} · {t("level", { level, ratio: ratio.toFixed(1) })} ·{" "}
      {t(source === "llm" ? "byModel" : "byRules")}
    </>
  );
}

export function ReflectionText({ reflection }: { reflection: Reflection }) {
  return (
    <div className="stored">
      <StoredText text={reflection.content} />
    </div>
  );
}
