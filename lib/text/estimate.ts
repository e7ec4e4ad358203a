/** A token count without a tokenizer: good enough for budgets, the same on every machine. */

/** C40: a quarter of the characters (UTF-16 units), rounded up. */
export const estimateTokens = (chars: number): number => Math.ceil(chars / 4);
