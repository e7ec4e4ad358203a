/** The language model: who it is, today against the budget, by model, what failed, what batching saved, who is switched off. */
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import type { LlmState } from "@/lib/contract/llm";
import { formatCount } from "@/lib/format";
import { dollars, l } from "../strings-models";
import { StoredCode, StoredText } from "../text/stored-text";
import { Facts } from "../ui/facts";
import { Meter } from "../ui/meter";

export function LlmPanel({ llm }: { llm: LlmState }) {
  const hasCalls = llm.today.calls > 0;
  if (!llm.on && !hasCalls && llm.projectsOff.length === 0) return <Off llm={llm} />;
  return (
    <div className="space-y-4">
      {!llm.on && <Off llm={llm} />}
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        <div className="space-y-2">
          <Facts rows={factsOf(llm)} />
          {llm.on && !llm.turns.on && <p className="text-muted">{l.turnsOff}</p>}
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
  return (
    <p className="text-muted">
      {provider === null ? l.off : l.notUsable(provider)} {provider === null && l.offHint}
    </p>
  );
}

function factsOf(llm: LlmState): (readonly [string, ReactNode])[] {
  const { batching } = llm;
  return [
    [l.provider, llm.provider ?? l.noModel],
    ...(llm.model === null ? [] : [[l.model, <StoredCode key="model" text={llm.model} />] as const]),
    ...(llm.namedBy === null ? [] : [[l.namedBy, llm.namedBy] as const]),
    ...(batching.toolUses === 0
      ? []
      : [
          [
            l.saved,
            <span key="saved">
              {l.savedTokens(batching.savedTokens)}
              <span className="block text-meta text-muted">{l.savedHow(batching.toolUses, batching.requests)}</span>
            </span>,
          ] as const,
        ]),
    ...(llm.failures.length === 0 ? [] : [[l.failures, l.failuresOf(llm.failures)] as const]),
    ...(llm.projectsOff.length === 0
      ? []
      : [
          [
            l.projectsOff,
            <span key="off">
              {llm.projectsOff.map(({ id, name }, at) => (
                <span key={id}>
                  {at > 0 && ", "}
                  <StoredText text={name} />
                </span>
              ))}
            </span>,
          ] as const,
        ]),
  ];
}

function Today({ llm: { today, budget, turns } }: { llm: LlmState }) {
  const used = today.inputTokens + today.outputTokens;
  return (
    <div className="space-y-3">
      {budget.tokens === null ? (
        <Facts rows={[[l.tokens, l.noBound(formatCount(used))]]} />
      ) : (
        <Meter
          label={l.tokens}
          text={l.ofBudget(formatCount(used), formatCount(budget.tokens))}
          value={used}
          max={budget.tokens}
        />
      )}
      {budget.usd === null ? (
        <Facts rows={[[l.dollars, l.noBound(dollars(today.costUsd))]]} />
      ) : (
        <Meter
          label={l.dollars}
          text={l.ofBudget(dollars(today.costUsd), dollars(budget.usd))}
          value={today.costUsd}
          max={budget.usd}
        />
      )}
      {today.unpricedCalls > 0 && <p className="text-meta text-muted">{l.unpriced(today.unpricedCalls)}</p>}
      {turns.overBudget > 0 && <p className="text-orange">{l.overBudget(turns.overBudget)}</p>}
    </div>
  );
}

const HEADS = [l.model, l.calls, l.in, l.out, l.cost] as const;

function ByModel({ rows }: { rows: LlmState["byModel"] }) {
  return (
    <table className="w-full text-right" aria-label={l.byModel}>
      <thead>
        <tr className="border-b text-meta text-muted">
          {HEADS.map((head, at) => (
            <th
              key={head}
              scope="col"
              className={cn("py-1 font-medium", at === 0 ? "text-left" : "pl-4 whitespace-nowrap")}
            >
              {head}
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
            <td className="py-1.5 pl-4 whitespace-nowrap">{l.callsOf(row.calls, row.failed)}</td>
            <td className="py-1.5 pl-4 whitespace-nowrap">{formatCount(row.inputTokens)}</td>
            <td className="py-1.5 pl-4 whitespace-nowrap">{formatCount(row.outputTokens)}</td>
            <td className="py-1.5 pl-4 whitespace-nowrap">{row.costUsd === null ? l.noPrice : dollars(row.costUsd)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
