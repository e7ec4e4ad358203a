/** The next step of a turn that was interrupted: it says what was asked a second time, which is told apart again here. Pure. */

const OPENINGS = ["Interrupted before it was carried out: ", "被中断，尚未执行："] as const;

export const interruptedLine = (what: string, isZh: boolean): string => `${OPENINGS[isZh ? 1 : 0]}${what}`;

/** What was not carried out, and the words that say so; null for a line that says something else. */
export function readInterrupted(line: string): { what: string; said: string } | null {
  const opening = OPENINGS.find((one) => line.startsWith(one));
  if (opening === undefined) return null;
  return { what: line.slice(opening.length).trim(), said: opening.replace(/[:：]\s*$/u, "") };
}
