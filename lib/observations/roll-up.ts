/** What a session came to, folded from the summaries of its turns. Pure, linear. */
import { bareEnd, clip } from "../extract/rules/script";
import { stackSentences } from "../text/sentence-ends";
import { openEnds } from "./open-ends";

/** What is told of a turn. Several statements stand one a line. */
export interface TurnTold {
  request: string;
  learned: string;
  completed: string;
  nextSteps: string;
}

const BOUNDS: Record<keyof TurnTold, number> = { request: 1600, learned: 1600, completed: 2000, nextSteps: 1000 };

/** One statement a line, several of them as sentences; the first and the newest survive the bound (characters). */
export function foldLines(lines: string[], max: number): string {
  const kept = [...new Set(lines.map(bareEnd).filter((line) => line !== ""))];
  let length = kept.reduce((sum, line) => sum + line.length + 2, 0);
  let dropped = 0;
  // How it began and how it ended say most.
  while (length > max && kept.length - dropped > 2) length -= (kept[1 + dropped++]?.length ?? 0) + 2;
  kept.splice(1, dropped);
  return clip(stackSentences(kept), max);
}

/**
 * The session's turns, oldest first, as one. What was still to do stands until a later turn did it (`open-ends`).
 */
export function rollUp(turns: TurnTold[]): TurnTold {
  const fold = (field: keyof TurnTold): string =>
    foldLines(
      turns.flatMap((turn) => turn[field].split("\n", 100)),
      BOUNDS[field],
    );
  return {
    request: fold("request"),
    learned: fold("learned"),
    completed: fold("completed"),
    nextSteps: foldLines(openEnds(turns), BOUNDS.nextSteps),
  };
}
