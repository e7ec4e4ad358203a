/** What a call may cost and whether the day still has it. Pure. */
import type { Settings } from "../contract/settings";
import type { ModelUsage } from "../llm/types";
import type { Spent } from "./query";

type Bounds = Pick<Settings, "llm_daily_tokens" | "llm_daily_usd" | "llm_prices">;

/** Local midnight before and after; a day of a clock change has 23 or 25 hours. */
export function localDay(now: number): { since: number; until: number } {
  const at = new Date(now);
  const [year, month, day] = [at.getFullYear(), at.getMonth(), at.getDate()];
  return { since: new Date(year, month, day).getTime(), until: new Date(year, month, day + 1).getTime() };
}

/** Millionths of a US dollar, which is what a token costs at a price of one dollar a million; null without a price. */
export function costMicros(bounds: Bounds, model: string, usage: ModelUsage): number | null {
  const price = Object.hasOwn(bounds.llm_prices, model) ? bounds.llm_prices[model] : undefined;
  return price === undefined ? null : Math.ceil(usage.inputTokens * price.input + usage.outputTokens * price.output);
}

/** What is left of the day; null = no bound. */
export function leftOf(bounds: Bounds, spent: Spent): { tokens: number | null; micros: number | null } {
  const { llm_daily_tokens: tokens, llm_daily_usd: usd } = bounds;
  return {
    tokens: tokens === 0 ? null : Math.max(0, tokens - spent.inputTokens - spent.outputTokens),
    micros: usd === 0 ? null : Math.max(0, Math.round(usd * 1_000_000) - spent.costMicros),
  };
}

/** Whether `usage` and its cost still fit; a model without a price is bounded by tokens alone. */
export function fits(bounds: Bounds, spent: Spent, usage: ModelUsage, micros: number | null): boolean {
  const left = leftOf(bounds, spent);
  if (left.tokens !== null && usage.inputTokens + usage.outputTokens > left.tokens) return false;
  return left.micros === null || micros === null || micros <= left.micros;
}

/** Whether `usage` still fits what one project may take of the day; null = it has no bound of its own. */
export const fitsProject = (dailyTokens: number | null, spentTokens: number, usage: ModelUsage): boolean =>
  dailyTokens === null || spentTokens + usage.inputTokens + usage.outputTokens <= dailyTokens;
