/** What operations are about, as the feed groups them; a kind that nobody thought of stands with the rest. Pure, so that browsers need no schemas for it. */

export const OPERATION_GROUPS = [
  "memories",
  "observations",
  "review",
  "sessions",
  "projects",
  "settings",
  "imports",
  "deletions",
  "undos",
  "other",
] as const;
export type OperationGroup = (typeof OPERATION_GROUPS)[number];

const BY_NOUN: Record<string, OperationGroup> = {
  memory: "memories",
  exclusion: "memories",
  observation: "observations",
  summary: "observations",
  prompt: "observations",
  event: "observations",
  pair: "review",
  finding: "review",
  review: "review",
  session: "sessions",
  turn: "sessions",
  project: "projects",
  settings: "settings",
  store: "imports",
  operation: "undos",
  evidence: "deletions",
};

/** Of a kind of operation, `noun.verb`; deletions for good and imports are together whatever they are of. */
export function operationGroup(kind: string): OperationGroup {
  const [noun = "", verb = ""] = kind.split(".");
  if (verb === "hard_delete") return "deletions";
  if (verb === "import") return "imports";
  return Object.hasOwn(BY_NOUN, noun) ? (BY_NOUN[noun] ?? "other") : "other";
}
