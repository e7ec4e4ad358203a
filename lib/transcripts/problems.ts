/** What a reader had to leave out of a file. */

export interface ReadProblems {
  badLines: number;
  tooLongLines: number;
  replacedBytes: number;
  /** Records that hold nothing to keep, by reason: `sidechain`, `reasoning`, `undone`, `not_typed`, `command` … */
  left?: Record<string, number>;
}

export const noProblems = (): ReadProblems => ({ badLines: 0, tooLongLines: 0, replacedBytes: 0 });

export function leave(problems: ReadProblems, reason: string, count = 1): void {
  const left = (problems.left ??= {});
  left[reason] = (left[reason] ?? 0) + count;
}
