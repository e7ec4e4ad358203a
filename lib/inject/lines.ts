/** How each kind of row reads in the block: one line, fenced as data, with where it is from and when. Pure. */
import { basename } from "node:path";
import type { MemoryRow, ObservationRow, SummaryRow } from "./repo";
import { fenceText, oneLine } from "../text/fence";
import { parseLogKey } from "./keys";
import { clockOf, dayOf } from "./when";

const OBSERVATION_CHARS = 280;
const FILES_SHOWN = 3;

/** Cuts after `max` UTF-16 units, never inside a surrogate pair. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(max - 2)) ? max - 2 : max - 1;
  return `${text.slice(0, end).trimEnd()}…`;
}

/** The last step of every line, so that pieces which only together spell a tag are caught too. */
const line = (text: string): string => fenceText(oneLine(text));

/** `- [app:tooling:deps:manager] Always use pnpm. (preference, 2026-05-20, m12)` */
export function memoryLine(row: MemoryRow): string {
  const about = [row.attribute, dayOf(row.updatedAt), `m${row.id}`].filter((part) => part !== "");
  return line(`- [${row.key}] ${row.value} (${about.join(", ")})`);
}

/** E34: `- key [tags] 1234 chars (m12)`. */
export function indexLine(row: MemoryRow): string {
  const tags = row.tags === "" ? "" : ` [${clip(row.tags, 80)}]`;
  return line(`- ${row.key}${tags} ${row.value.length} chars (m${row.id})`);
}

/** E30: `- app, 05-31: value (m12)`. */
export function logLine(row: MemoryRow, date: string): string {
  return line(`- ${parseLogKey(row.key)?.project ?? ""}, ${date.slice(5)}: ${row.value} (m${row.id})`);
}

/** `- app, 05-31, main: asked: …; done: …; next: … (session 7)` */
export function summaryLine(row: SummaryRow, project: string): string {
  const told = [
    part("asked", row.request, 160),
    part("done", row.completed, 220),
    part("learned", row.learned, 160),
    part("next", row.nextSteps, 160),
  ].filter((text) => text !== "");
  const where = row.branch === null ? "" : `, ${clip(row.branch, 60)}`;
  return line(`- ${project}, ${dayOf(row.createdAt).slice(5)}${where}: ${told.join("; ")} (session ${row.sessionId})`);
}

const part = (name: string, text: string, max: number): string => {
  const clean = oneLine(text);
  return clean === "" ? "" : `${name}: ${clip(clean, max).replace(/[.;。；]+$/u, "")}`;
};

/** `- 08:55+09:00 bugfix: title. First fact. (tool.tsx, #12)`; the branch only where the block covers several. */
export function observationLine(row: ObservationRow, showBranch: boolean): string {
  const title = oneLine(row.title);
  const detail = [oneLine(row.subtitle ?? ""), ...readList(row.facts).map(oneLine)].find(
    (text) => text !== "" && text !== title,
  );
  const text = detail === undefined ? title : `${title.replace(/[.。]$/u, "")}. ${detail}`;
  const about = [
    ...(showBranch && row.branch !== null ? [`branch ${clip(row.branch, 60)}`] : []),
    ...filesOf(row),
    `#${row.id}`,
  ];
  return line(`- ${clockOf(row.createdAt)} ${row.obsType}: ${clip(text, OBSERVATION_CHARS)} (${about.join(", ")})`);
}

/** Modified files before read ones: what was changed says more. */
function filesOf(row: ObservationRow): string[] {
  const files = [...new Set([...readList(row.filesModified), ...readList(row.filesRead)])];
  const shown = files.slice(0, FILES_SHOWN).map((file) => clip(shortPath(file), 60));
  return files.length > FILES_SHOWN ? [...shown, `+${files.length - FILES_SHOWN} files`] : shown;
}

const shortPath = (file: string): string => (file.length <= 60 ? file : basename(file));

function readList(json: string): string[] {
  const parsed: unknown = JSON.parse(json);
  return Array.isArray(parsed) ? parsed.filter((item): item is string => typeof item === "string") : [];
}

/** A name inside a sentence of ours. */
export const plain = (text: string, max: number): string => clip(line(text), max);

/** A value inside the opening tag: nothing that could end the attribute or the tag. */
export const attribute = (text: string, max = 80): string =>
  clip(
    line(text)
      .replace(/[<>"&]/g, " ")
      .trim(),
    max,
  );
