/** The difference of two texts by lines, as programs are read. Pure, bounded. */
import { diffLines as diff } from "diff";

export interface DiffLine {
  kind: "same" | "added" | "removed";
  text: string;
}

/** Texts further apart than this stand one below the other. */
const MAX_EDITS = 600;
/** Unchanged lines kept around a change. */
const AROUND = 3;

/** Lines in order; long stretches without a change are one `null`. `before` null = the text is new. */
export function diffLines(before: string | null, after: string): (DiffLine | null)[] {
  const lines: DiffLine[] = [];
  const push = (kind: DiffLine["kind"], text: string): void => {
    const parts = text.split("\n");
    if (parts.at(-1) === "") parts.pop();
    for (const part of parts) lines.push({ kind, text: part });
  };
  if (before === null) {
    push("added", after);
    return lines;
  }
  // A last line without its end is the same line all the same.
  const changes = diff(ended(before), ended(after), { maxEditLength: MAX_EDITS });
  if (changes === undefined) {
    push("removed", before);
    push("added", after);
    return lines;
  }
  for (const { value, added, removed } of changes) push(added ? "added" : removed ? "removed" : "same", value);
  return folded(lines);
}

const ended = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

function folded(lines: readonly DiffLine[]): (DiffLine | null)[] {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ kind }) => kind !== "same"),
  );
  return lines.flatMap((line, index) => {
    if (isNear[index] === true) return [line];
    return isNear[index - 1] === true || index === 0 ? [null] : [];
  });
}
