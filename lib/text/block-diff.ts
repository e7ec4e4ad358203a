/** The difference of two blocks, for people to read: lines that came and went, and by word those that changed. Pure. */
import { diffArrays } from "diff";
import type { DiffPart } from "../contract/history";
import { diffWords } from "./word-diff";

export type BlockLine =
  | { kind: "same" | "added" | "removed"; text: string }
  | { kind: "changed"; parts: DiffPart[] }
  /** So many equal lines are left out. */
  | { kind: "skipped"; count: number };

/** Equal lines that stay around a change. */
const AROUND = 2;
/** A line that has this much of another one is that one changed. */
const ALIKE = 0.4;

export function diffBlocks(before: string, after: string): BlockLine[] {
  const changes = diffArrays(linesOf(before), linesOf(after));
  const lines: BlockLine[] = [];
  let removed: string[] = [];
  for (const { value, added, removed: isRemoved } of changes) {
    if (isRemoved) {
      removed = value;
      continue;
    }
    if (added) lines.push(...changedLines(removed, value));
    else lines.push(...gone(removed), ...value.map((text): BlockLine => ({ kind: "same", text })));
    removed = [];
  }
  return fold([...lines, ...gone(removed)]);
}

const linesOf = (text: string): string[] => (text === "" ? [] : text.split("\n"));

const gone = (lines: string[]): BlockLine[] => lines.map((text) => ({ kind: "removed", text }));

/** Lines in the place of others: in order, each beside the one that it was, as long as the two are alike. */
function changedLines(removed: string[], added: string[]): BlockLine[] {
  const lines: BlockLine[] = [];
  let next = 0;
  for (const text of added) {
    const rest = removed.slice(next);
    const at = rest.findIndex((line) => isAlike(line, text));
    if (at < 0) {
      lines.push({ kind: "added", text });
      continue;
    }
    lines.push(...gone(rest.slice(0, at)), { kind: "changed", parts: diffWords(rest[at] ?? "", text) });
    next += at + 1;
  }
  return [...lines, ...gone(removed.slice(next))];
}

/** The row that a line tells of stands at its end: another row is another line. */
const subjectOf = (line: string): string => /\((?:[^()]*, )?([MOS]\d+|#\d+|m\d+|session \d+)\)$/.exec(line)?.[1] ?? "";

function isAlike(before: string, after: string): boolean {
  if (subjectOf(before) !== subjectOf(after)) return false;
  const same = diffWords(before, after).reduce(
    (sum, { value, added, removed }) => sum + (added || removed ? 0 : value.length),
    0,
  );
  return same >= ALIKE * Math.max(before.length, after.length);
}

/** What lies far from any change is only counted. */
function fold(lines: BlockLine[]): BlockLine[] {
  const folded: BlockLine[] = [];
  lines.forEach((line, at) => {
    const isNear = lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== "same");
    const last = folded.at(-1);
    if (isNear) folded.push(line);
    else if (last?.kind === "skipped") last.count += 1;
    else folded.push({ kind: "skipped", count: 1 });
  });
  return folded;
}
