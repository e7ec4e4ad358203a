/** Which decisions each kind of item in the review inbox takes, in the order of the inbox, and which kinds only a person can settle. Without zod, so that the browser has it too. */
import type { ReviewDecision } from "./review-decide";
import type { ReviewKind } from "./review";

const ONE = ["keep", "edit", "archive"] as const;
const TWO = ["keep", "edit", "merge", "newer", "older", "archive"] as const;

export const DECISIONS: Record<ReviewKind, readonly ReviewDecision[]> = {
  conflict: TWO,
  instruction: ONE,
  secret: ONE,
  pending: ONE,
  held: ONE,
  supersedes: TWO,
  near_duplicate: TWO,
  file_changed: ONE,
  expiring: ONE,
  low_confidence: ONE,
  unused: ONE,
};

/** Until it is settled, something is not injected that may be true. The rest is tidying. */
export const NEEDED_KINDS = [
  "conflict",
  "instruction",
  "secret",
  "pending",
  "held",
] as const satisfies readonly ReviewKind[];
