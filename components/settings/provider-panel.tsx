/** The language model as it stands: who it is, where its key comes from, today against the budget, and a test. */
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { LlmState } from "@/lib/contract/llm";
import { StoredCode, StoredText } from "../text/stored-text";
import { Facts } from "../ui/facts";
import { Meter } from "../ui/meter";
import { TestButton } from "./test-button";

export function ProviderPanel({ llm }: { llm: LlmState }) {
  const t = useTranslations("settings.provider");
  const rows: (readonly [string, ReactNode])[] = [
    ...(llm.model === null ? [] : [[t("model"), <StoredCode key="m" text={llm.model} />] as const]),
    ...(llm.baseUrl === null ? [] : [[t("address"), <StoredCode key="a" text={llm.baseUrl} />] as const]),
    ...(llm.namedBy === null ? [] : [[t("namedBy"), llm.namedBy] as const]),
    ...(llm.provider === null
      ? []
      : [[t("key"), llm.key.from === null ? t("keyMissing") : t("keyFrom", { source: llm.key.from })] as const]),
  ];
  return (
    <div className="mt-3 grid gap-x-8 gap-y-4 rounded-panel border bg-surface p-3 md:grid-cols-2">
      <div className="min-w-0 space-y-2">
        <p className={llm.on ? "font-medium" : "text-muted"}>
          {llm.on && llm.provider !== null ? t("on", { provider: llm.provider }) : t("off")}
        </p>
        {rows.length > 0 && <Facts rows={rows} />}
        {llm.problems.map(({ what, hint }) => (
          <p key={what} className="stored text-orange">
            <StoredText text={what} /> <span className="text-muted">{hint}</span>
          </p>
        ))}
        {llm.provider !== null && <TestButton />}
      </div>
      <Today llm={llm} />
    </div>
  );
}

function Today({ llm: { today, budget } }: { llm: LlmState }) {
  const t = useTranslations("settings.provider");
  const format = useFormatter();
  const tokens = today.inputTokens + today.outputTokens;
  const dollars = (amount: number): string => format.number(amount, { style: "currency", currency: "USD" });
  const bounds = [
    { label: t("tokens"), used: tokens, bound: budget.tokens, write: (amount: number) => format.number(amount) },
    { label: t("dollars"), used: today.costUsd, bound: budget.usd, write: dollars },
  ];
  return (
    <div className="min-w-0 space-y-3">
      <h3 className="text-meta font-medium text-muted">{t("state")}</h3>
      {bounds.map(({ label, used, bound, write }) =>
        bound === null ? (
          <Facts key={label} rows={[[label, t("noBound", { used: write(used) })]]} />
        ) : (
          <Meter
            key={label}
            label={label}
            text={t("of", { used: write(used), bound: write(bound) })}
            value={used}
            max={bound}
          />
        ),
      )}
      <Facts rows={[[t("calls"), format.number(today.calls)]]} />
    </div>
  );
}
