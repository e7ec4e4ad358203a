/** A settings file that set-up leaves alone, and why: it cannot be read as what it should be, or holds something in our place. */
export interface Refusal {
  refused: string;
}

export const refuse = (why: string): Refusal => ({ refused: why });

export const isRefusal = (result: unknown): result is Refusal =>
  typeof result === "object" && result !== null && "refused" in result;
