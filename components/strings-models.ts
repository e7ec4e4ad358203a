/** What the console says of language models. */
import { formatCount, plural } from "@/lib/format";

export const l = {
  title: "Language model",
  off: "None: the rules read every turn. Nothing leaves this machine.",
  offHint: "Name a provider in the settings, in KEEPSAKE_LLM_PROVIDER or in llm_credentials.json to change that.",
  notUsable: (provider: string) => `${provider} is named but can't be used: the rules read every turn.`,
  turnsOff: "Turns are not sent: llm_turns is off.",
  provider: "Provider",
  model: "Model",
  namedBy: "Named by",
  noModel: "none",
  tokens: "Tokens today",
  dollars: "Dollars today",
  ofBudget: (used: string, budget: string) => `${used} of ${budget}`,
  noBound: (used: string) => `${used}, no bound`,
  unpriced: (calls: number) => `${plural(calls, "call is", "calls are")} not in it: no price is known for the model.`,
  overBudget: (turns: number) =>
    `${plural(turns, "turn was", "turns were")} read by the rules today, since the budget did not allow the request.`,
  calls: "Calls",
  callsOf: (calls: number, failed: number) =>
    failed === 0 ? formatCount(calls) : `${formatCount(calls)}, ${formatCount(failed)} failed`,
  in: "In",
  out: "Out",
  cost: "Cost",
  noPrice: "no price",
  byModel: "By model",
  failures: "Failures",
  failuresOf: (list: { error: string; calls: number }[]) =>
    list.map(({ error, calls }) => `${error} ×${formatCount(calls)}`).join(", "),
  saved: "Saved by batching",
  savedTokens: (tokens: number) => `about ${plural(tokens, "token", "tokens")}`,
  savedHow: (uses: number, requests: number) =>
    `${plural(uses, "tool use", "tool uses")} told in ${plural(requests, "request", "requests")}, instead of one each with all before it`,
  projectsOff: "Switched off for",
} as const;

/** `$0.42`; small sums keep four digits, so that a day of cheap calls is not free. */
export const dollars = (usd: number): string => `$${usd < 0.01 && usd > 0 ? usd.toFixed(4) : usd.toFixed(2)}`;
