/** Statements of another tool as memories: the report in the terms of all tools, each statement named as its source names it. */
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { type ImportTool, noCounts, type ToolReport } from "../contract/tool-import";
import { keySegment } from "../memories/fields";
import { headOf } from "../text/caps";
import { type Incoming, takeIn } from "./take-in";

/** What a source tells of a statement; the rest is as it would be for any other. */
export type Statement = Partial<Omit<Incoming, "id">> & Pick<Incoming, "sourceId" | "key" | "value" | "createdAt">;

export interface Gathered {
  statements: { statement: Statement; row: string }[];
  /** What is none: `row` says which, as a person finds it. */
  rejected: { row: string; reason: string }[];
}

const MAX_REJECTIONS = 100;

/** Rows of one transaction: others wait for it. */
const CHUNK = 2_000;

/** Each part is one transaction and one operation that Undo takes back whole; a dry run does the same and rolls back. */
export async function takeMemories(
  app: App,
  tool: ImportTool,
  source: string,
  { statements, rejected }: Gathered,
  options: { actor: Actor; dryRun: boolean; project?: string | undefined },
): Promise<ToolReport> {
  const memories = { ...noCounts(), read: rejected.length, rejected: rejected.length };
  const rejections = rejected.map(({ row, reason }) => ({ kind: "memories", row, reason }));
  const operations: number[] = [];
  for (let start = 0; start < statements.length; start += CHUNK) {
    if (start > 0) await setImmediate();
    const part = statements.slice(start, start + CHUNK);
    const rows = part.map(({ statement }, id): Incoming => ({
      ...EMPTY,
      project: options.project ?? null,
      updatedAt: statement.createdAt,
      ...statement,
      id,
    }));
    const report = takeIn(app, source, rows, options);
    memories.read += report.total;
    memories.imported += report.imported;
    memories.known += report.known + report.same;
    memories.conflicts += report.conflicts;
    memories.rejected += report.rejected;
    for (const { id, reason } of report.rejections)
      rejections.push({ kind: "memories", row: part[id]?.row ?? String(id), reason });
    if (report.operation_id !== null) operations.push(report.operation_id);
  }
  return {
    ok: true,
    tool,
    dryRun: options.dryRun,
    counts: { memories },
    rejections: rejections.slice(0, MAX_REJECTIONS),
    operation_ids: operations,
  };
}

const EMPTY: Omit<Incoming, "id" | "sourceId" | "key" | "value" | "createdAt" | "updatedAt"> = {
  status: "active",
  attribute: "fact",
  tags: "",
  sourceSession: "",
  accessCount: 0,
  lastAccessed: null,
  supersedes: null,
  supersededBy: null,
  importance: 5,
  tier: "normal",
  expiresAt: null,
  project: null,
};

/** Of the text, so that what changed there is another row; never longer than a key may be. */
export const contentId = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

const SLUG_CHARS = 48;

/** A readable part of a key. */
export const slugOf = (text: string): string =>
  headOf(keySegment(headOf(text, 200)), SLUG_CHARS).replace(/_+$/, "") || "note";

/** The attribute that another tool's word for it means here. */
export function attributeOf(word: string | undefined): string {
  switch ((word ?? "").toLowerCase()) {
    case "decision":
    case "decisions":
    case "architecture":
      return "decision";
    case "preference":
    case "preferences":
    case "user_preferences":
    case "feedback":
    case "style":
      return "preference";
    case "constraint":
    case "constraints":
    case "requirement":
    case "rule":
    case "convention":
    case "policy":
      return "constraint";
    case "user":
    case "user_profile":
    case "personal":
    case "profile":
    case "personal_details":
      return "user_profile";
    default:
      return "fact";
  }
}
