/** Where a branch stands: its current task and its latest reflection, as items of a block (design §5). Pure but for the reading. */
import type { App } from "../context";
import type { ReflectionRow, TaskRow } from "../reflections/repo";
import { reason } from "../contract/trace-reason";
import { branchScope } from "../reflections/branch-scope";
import { latestReflection, newestTask } from "../reflections/repo";
import { headOf } from "../text/caps";
import { fenceText, oneLine } from "../text/fence";
import { createSaid, type Said } from "../text/likeness";
import type { Scope } from "./candidates";
import { clip } from "./lines";
import type { Item } from "./pick";
import { dayOf } from "./when";

export interface Standing {
  task: TaskRow | null;
  reflection: ReflectionRow | null;
}

export const NOTHING_STANDS: Standing = { task: null, reflection: null };

const TASK_CHARS = 300;
const LINE_CHARS = 600;
/** Lines that are looked at for what of them may be told, and room that none of them needs. */
const MAX_LOOKS = 150;
const MIN_ROOM = 20;
const SECTIONS = ["current-task", "latest-reflection"];

/** Of several projects together there is no such thing as a branch. */
export function standingOf(app: App, { projectIds, branch }: Pick<Scope, "projectIds" | "branch">): Standing {
  const [projectId, ...others] = projectIds;
  if (projectId === undefined || others.length > 0) return NOTHING_STANDS;
  return {
    task: newestTask(app.db, [projectId], branch) ?? null,
    reflection: latestReflection(app.db, branchScope(app, { projectId, branch })) ?? null,
  };
}

/** As much of it as a block tells. */
export const taskText = ({ content }: TaskRow): string => clip(oneLine(content), TASK_CHARS);

/** `- Moving the carts to Redis (2026-05-20)`. */
export function taskItem(row: TaskRow, isWithdrawn: (text: string) => boolean): Item | null {
  const text = taskText(row);
  if (text === "" || isWithdrawn(text)) return null;
  return {
    type: "task",
    id: row.id,
    revision: row.revision,
    score: null,
    parts: null,
    line: fenceText(`- ${text} (${dayOf(row.updatedAt)})`),
    reason: reason("openTask"),
  };
}

/** What must not be told, or stands elsewhere in the block, by the text of a line. */
export type LeftOut = (text: string) => boolean;

/**
 * Lines of a reflection as far as there is room: high ones first, in the order in which they stand; days only above lines that are told.
 * Empty when nothing of it may be told.
 */
export function reflectionLines(content: string, maxChars: number, isLeftOut: LeftOut, wrapper?: string): string[] {
  const lines = content.split(/\r\n|[\r\n\u2028\u2029]/).map((raw) => {
    const isHeading = /^\s*#/.test(raw);
    const weight = raw.includes("🔴") ? 0 : raw.includes("🟢") ? 2 : 1;
    return { isHeading, weight, raw: headOf(raw, 2 * LINE_CHARS).replace(/^\s*#+\s*/, "") };
  });
  const written = new Map<number, string>();
  // What is never told need not be fenced: a reflection may have a thousand lines, a block has room for twenty.
  const lineAt = (at: number): string => {
    const { raw = "", isHeading = false } = lines[at] ?? {};
    const text = oneLine(raw);
    return text === "" ? "" : fenceText(clip(isHeading ? `${text}:` : text, LINE_CHARS), wrapper, SECTIONS);
  };
  let room = maxChars;
  let looks = MAX_LOOKS;
  for (const weight of [0, 1, 2]) {
    let heading: number | undefined;
    for (const [at, one] of lines.entries()) {
      if (room < MIN_ROOM || looks <= 0) break;
      if (one.isHeading) heading = at;
      if (one.isHeading || one.weight !== weight || one.raw.trim() === "") continue;
      looks -= 1;
      if (isLeftOut(bare(oneLine(one.raw)))) continue;
      const line = lineAt(at);
      const above = heading === undefined || written.has(heading) ? "" : lineAt(heading);
      const cost = line.length + 1 + (above === "" ? 0 : above.length + 1);
      if (line === "" || cost > room) continue;
      room -= cost;
      written.set(at, line);
      if (above !== "" && heading !== undefined) written.set(heading, above);
    }
  }
  return [...written].sort(([a], [b]) => a - b).map(([, line]) => line);
}

/** What these items say, line by line: below them no layer need say it again. */
export const saidByStanding = (items: Item[]): Said<Item> =>
  createSaid(items.flatMap((item) => item.line.split("\n").map((line) => [bare(line), item] as const)));

/** What a line says, without its marks. */
export const bare = (text: string): string =>
  text
    .replace(/^[-*•]?\s*(?:🔴|🟡|🟢)?\s*(?:\d{1,2}:\d{2}\s+)?(?:\[[a-z_]+\]\s*)?/u, "")
    .replace(/\s*\[[^\]]*\]$/, "")
    .trim();

export function reflectionItem(row: ReflectionRow, maxChars: number, isLeftOut: LeftOut): Item | null {
  const lines = reflectionLines(row.content, maxChars, isLeftOut);
  if (lines.length === 0) return null;
  return {
    type: "reflection",
    id: row.id,
    revision: row.revision,
    score: null,
    parts: null,
    line: [...lines, `(${dayOf(row.createdAt)}, reflection ${row.id}, level ${row.level})`].join("\n"),
    reason: reason("latest"),
  };
}
