/** What language models cost today, against what they may. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { LlmState } from "@/lib/contract/llm";
import { useNumbers } from "../numbers";
import { Meter } from "../ui/meter";

export function BudgetToday({ llm }: { llm: Pick<LlmState, "on" | "today" | "budget" | "provider" | "model"> }) {
  const t = useTranslations("overview");
  const numbers = useNumbers();
  const { today, budget } = llm;
  const tokens = today.inputTokens + today.outputTokens;
  return (
    <section aria-labelledby="budget" className="rounded-panel border bg-surface px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h2 id="budget" className="text-section font-semibold">
          {t("budgetToday")}
        </h2>
        <Link
          href={llm.on ? "/health" : "/settings#llm"}
          className="ml-auto min-w-0 truncate text-meta text-muted hover:text-text"
        >
          {llm.on ? `${llm.provider ?? ""} ${llm.model ?? ""}` : t("noModel")}
        </Link>
      </div>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        {budget.tokens === null ? (
          <Free label={t("spendTokens")} text={numbers.count(tokens)} />
        ) : (
          <Meter
            label={t("spendTokens")}
            text={t("ofBudget", { spent: numbers.count(tokens), budget: numbers.count(budget.tokens) })}
            value={tokens}
            max={budget.tokens}
          />
        )}
        {budget.usd === null ? (
          <Free label={t("spendMoney")} text={numbers.dollars(today.costUsd)} />
        ) : (
          <Meter
            label={t("spendMoney")}
            text={t("ofBudget", { spent: numbers.dollars(today.costUsd), budget: numbers.dollars(budget.usd) })}
            value={today.costUsd}
            max={budget.usd}
          />
        )}
      </div>
    </section>
  );
}

function Free({ label, text }: { label: string; text: string }) {
  const t = useTranslations("overview");
  return (
    <p className="flex items-baseline gap-2">
      <span className="text-muted">{label}</span>
      <span className="ml-auto tabular-nums">{text}</span>
      <span className="text-meta text-muted">{t("noBudget")}</span>
    </p>
  );
}
