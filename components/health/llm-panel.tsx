/** The language model: who it is, today against the budget, by model, what failed, what batching saved, who is switched off. */
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import type { LlmState } from "@/lib/contract/llm";
import { wordFor } from "../labels";
import { useNumbers } from "../numbers";
import { StoredCode, StoredText } from "../text/stored-text";
import { Facts } from "../ui/facts";
import { Meter } from "../ui/meter";

type Translator = ReturnType<typeof useTranslations<"models">>;

export function LlmPanel({ llm }: { llm: LlmState }) {
  const t = useTranslations("models");
  const listSeparator = useTranslations("common")("listSeparator");
  const hasCalls = llm.today.calls > 0;
  if (!llm.on && !hasCalls && llm.projectsOff.length === 0) return <Off llm={llm} />;
  return (
    <div className="space-y-4">
      {!llm.on && <Off llm={llm} />}
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        <div className="space-y-2">
          <Facts rows={factsOf(llm, t, listSeparator)} />
          {llm.on && !llm.turns.on && <p className="text-muted">{t("turnsOff")}</p>}
          {llm.notes.map((note) => (
            <p key={note} className="stored text-muted">
              <StoredText text={note} />
            </p>
          ))}
        </div>
        {(llm.on || hasCalls) && <Today llm={llm} />}
      </div>
      {llm.byModel.length > 0 && <ByModel rows={llm.byModel} />}
    </div>
  );
}

function Off({ llm: { provider } }: { llm: LlmState }) {
  const t = useTranslations("models");
  return <p className="text-muted">{provider === null ? t("off") : t("notUsable", { provider })}</p>;
}

function factsOf(llm: LlmState, t: Translator, separator: string): (readonly [string, ReactNode])[] {
  const { batching } = llm;
  return [
    [t("provider"), llm.provider ?? t("noModel")],
    ...(llm.model === null ? [] : [[t("model"), <StoredCode key="model" text={llm.model} />] as const]),
    ...(llm.namedBy === null ? [] : [[t("namedBy"), wordFor(t, "namedByOf", llm.namedBy)] as const]),
    ...(batching.toolUses === 0
      ? []
      : [
          [
            t("saved"),
            <span key="saved">
              {t("savedTokens", { tokens: batching.savedTokens })}
              <span className="block text-meta text-muted">
                {t("savedHow", { uses: batching.toolUses, requests: batching.requests })}
              </span>
            </span>,
          ] as const,
        ]),
    ...(llm.failures.length === 0
      ? []
      : [[t("failures"), llm.failures.map((failure) => t("failure", failure)).join(separator)] as const]),
    ...(llm.projectsOff.length === 0
      ? []
      : [
          [
            t("projectsOff"),
            <span key="off">
              {llm.projectsOff.map(({ id, name }, at) => (
                <span key={id}>
                  {at > 0 && separator}
                  <StoredText text={name} />
                </span>
              ))}
            </span>,
          ] as const,
        ]),
  ];
}

function Today({ llm: { today, budget, turns } }: { llm: LlmState }) {
  const t = useTranslations("models");
  const numbers = useNumbers();
  const used = today.inputTokens + today.outputTokens;
  return (
    <div className="space-y-3">
      {budget.tokens === null ? (
        <Facts rows={[[t("tokens"), t("noBound", { used: numbers.count(used) })]]} />
      ) : (
        <Meter
          label={t("tokens")}
          text={t("ofBudget", { used: numbers.count(used), budget: numbers.count(budget.tokens) })}
          value={used}
          max={budget.tokens}
        />
      )}
      {budget.usd === null ? (
        <Facts rows={[[t("dollars"), t("noBound", { used: numbers.dollars(today.costUsd) })]]} />
      ) : (
        <Meter
          label={t("dollars")}
          text={t("ofBudget", { used: numbers.dollars(today.costUsd), budget: numbers.dollars(budget.usd) })}
          value={today.costUsd}
          max={budget.usd}
        />
      )}
      {today.unpricedCalls > 0 && (
        <p className="text-meta text-muted">{t("unpriced", { calls: today.unpricedCalls })}</p>
      )}
      {turns.overBudget > 0 && <p className="text-orange">{t("overBudget", { turns: turns.overBudget })}</p>}
    </div>
  );
}

const HEADS = ["model", "calls", "in", "out", "cost"] as const;

function ByModel({ rows }: { rows: LlmState["byModel"] }) {
  const t = useTranslations("models");
  const numbers = useNumbers();
  const callsOf = ({ calls, failed }: LlmState["byModel"][number]) =>
    failed === 0 ? numbers.count(calls) : t("callsFailed", { calls, failed });
  return (
    <table className="w-full text-right" aria-label={t("byModel")}>
      <thead>
        <tr className="border-b text-meta text-muted">
          {HEADS.map((head, at) => (
            <th
              key={head}
              scope="col"
              className={cn("py-1 font-medium", at === 0 ? "text-left" : "pl-4 whitespace-nowrap")}
            >
              {t(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.provider} ${row.model}`} className="border-b">
            <th scope="row" className="w-full max-w-0 py-1.5 text-left font-normal break-words">
              <StoredCode text={row.model} /> <span className="text-meta text-muted">{row.provider}</span>
            </th>
            <td className="py-1.5 pl-4 whitespace-nowrap">{callsOf(row)}</td>
            <td className="py-1.5 pl-4 whitespace-nowrap">{numbers.count(row.inputTokens)}</td>
            <td className="py-1.5 pl-4 whitespace-nowrap">{numbers.count(row.outputTokens)}</td>
            <td className="py-1.5 pl-4 whitespace-nowrap">
              {row.costUsd === null ? t("noPrice") : numbers.dollars(row.costUsd)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
