/** Asks a person at a terminal; nobody is asked where there is none. */
import { createInterface } from "node:readline/promises";

export interface Terminal {
  isThere(): boolean;
  /** Anything but a clear yes is a no. */
  confirm(question: string): Promise<boolean>;
}

export const TERMINAL: Terminal = {
  isThere: () => process.stdin.isTTY && process.stdout.isTTY,
  async confirm(question) {
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return isYes(await lines.question(`${question} [y/N] `));
    } finally {
      lines.close();
    }
  },
};

export const isYes = (answer: string): boolean => /^\s*y(?:es)?\s*$/i.test(answer);
