/** A token count without a tokenizer: good enough for budgets, the same on every machine. */

/** C40: a quarter of the characters, rounded up. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
