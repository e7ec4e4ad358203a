/** What a decision makes of the memories of an item, and which kinds take which. Pure. */
import { AppError } from "../contract/errors";
import type { PairResolution } from "../contract/review";
import type { ReviewDecision, ReviewEffect, ReviewFate } from "../contract/review-decide";
import { DECISIONS } from "../contract/review-decisions";
import type { MemoryRow } from "../memories/repo";
import { byAge } from "./rank";
import type { Subject } from "./subject";

/** Throws `validation_failed` for what can't be said about such an item. */
export function requireTaken(subject: Pick<Subject, "kind" | "type">, decision: ReviewDecision): void {
  const isTaken = DECISIONS[subject.kind].includes(decision) && !(subject.type === "claim" && decision === "merge");
  if (isTaken) return;
  throw new AppError("validation_failed", `What waits as ${subject.kind} does not take "${decision}".`, {
    hint:
      subject.type === "claim"
        ? "What was claimed is not stored yet: let the newer replace the older, or keep both."
        : `It takes: ${DECISIONS[subject.kind].join(", ")}.`,
    details: [{ path: "decision", message: decision }],
  });
}

export const RESOLUTIONS: Record<"keep" | "newer" | "older", PairResolution> = {
  keep: "keep_both",
  newer: "take_newer",
  older: "keep_older",
};

const OF_TWO: Record<ReviewDecision, readonly [older: ReviewFate, newer: ReviewFate]> = {
  keep: ["kept", "kept"],
  edit: ["superseded", "edited"],
  merge: ["merged", "kept"],
  newer: ["superseded", "kept"],
  older: ["kept", "archived"],
  archive: ["archived", "archived"],
};
const OF_CLAIM: Record<ReviewDecision, readonly [older: ReviewFate, claim: ReviewFate]> = {
  keep: ["kept", "written"],
  edit: ["edited", "dropped"],
  merge: ["kept", "dropped"],
  newer: ["superseded", "written"],
  older: ["kept", "dropped"],
  archive: ["archived", "dropped"],
};
const OF_ONE: Record<ReviewDecision, ReviewFate> = {
  keep: "kept",
  edit: "edited",
  archive: "archived",
  merge: "kept",
  newer: "kept",
  older: "kept",
};

export function effectOf(subject: Subject, decision: ReviewDecision): ReviewEffect {
  const { kind, id } = subject;
  return { kind, id, memories: fatesOf(subject, decision) };
}

function fatesOf(subject: Subject, decision: ReviewDecision): ReviewEffect["memories"] {
  const fate = ({ id, value }: MemoryRow, becomes: ReviewFate) => ({ id, value, fate: becomes });
  switch (subject.type) {
    case "rows": {
      const [older, newer] = OF_TWO[decision];
      return [fate(subject.older, older), fate(subject.newer, newer)];
    }
    case "claim": {
      const [older, claim] = OF_CLAIM[decision];
      return [fate(subject.older, older), { id: null, value: subject.candidate.value, fate: claim }];
    }
    case "twins": {
      if (decision === "merge" || decision === "edit") {
        return [fate(subject.memory, decision === "edit" ? "edited" : "kept"), fate(subject.other, "merged")];
      }
      const [older, newer] = byAge(subject.memory, subject.other);
      const [first, second] = OF_TWO[decision];
      return [fate(older, first), fate(newer, second)];
    }
    case "file":
    case "memory":
      return [fate(subject.memory, OF_ONE[decision])];
  }
}
