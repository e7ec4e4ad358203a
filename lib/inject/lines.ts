/** How each kind of row reads in the block: one line, fenced as data, with where it is from and when. Pure. */
import { basename } from "node:path";
import { stringList } from "../db/json";
import { headOf } from "../text/caps";
import { readInterrupted } from "../observations/interrupted";
import { MANUAL_SOURCE, OBSERVED_SOURCE } from "../observations/repo";
import { MARK } from "../operations/needles";
import { fenceText, oneLine } from "../text/fence";
import { addsTo } from "../text/likeness";
import { dropSentences, joinSentences } from "../text/sentence-ends";
import { parseLogKey } from "./keys";
import type { MemoryRow, ObservationRow, SummaryRow } from "./repo";
import { clockOf, dayOf } from "./when";

const OBSERVATION_CHARS = 280;
const NOTE_CHARS = 600;
/** A longer one is a text of its own, not a gist. */
const SUBTITLE_CHARS = 140;
const FILES_SHOWN = 3;

/** At most `max` UTF-16 units, never cut inside a surrogate pair. */
export const clip = (text: string, max: number): string =>
  text.length <= max ? text : `${headOf(text, max - 1).trimEnd()}…`;

/** The last step of every line, so that pieces which only together spell a tag are caught too. */
const line = (text: string): string => fenceText(oneLine(text));

/** `- [app:tooling:deps:manager] Always use pnpm. (preference, 2026-05-20, M12)` */
export function memoryLine(row: MemoryRow, label = row.key): string {
  const about = [row.attribute, dayOf(row.updatedAt), `M${row.id}`].filter((part) => part !== "");
  return line(`- ${label === "" ? "" : `[${label}] `}${row.value} (${about.join(", ")})`);
}

/** E34: `- key [tags] 1234 chars (M12)`. */
export function indexLine(row: MemoryRow, label = row.key): string {
  const tags = row.tags === "" ? "" : ` [${clip(row.tags, 80)}]`;
  return line(`- ${label}${tags} ${row.value.length} chars (M${row.id})`);
}

/** E30: `- app, 05-31: value (M12)`. */
export function logLine(row: MemoryRow, date: string): string {
  return line(`- ${parseLogKey(row.key)?.project ?? ""}, ${date.slice(5)}: ${row.value} (M${row.id})`);
}

/** What a deletion for good left of a text that held nothing else. */
export const isRemoved = (text: string): boolean =>
  text.replaceAll(MARK, "").replace(/[\s.。;；:：]/gu, "") === "" && text.includes(MARK);

/** True for what the block says elsewhere. */
export type IsSaid = (text: string) => boolean;

interface LeftOut {
  isSaid: IsSaid;
  /** What a memory said that is archived or superseded now. */
  isWithdrawn: IsSaid;
  /** What the block names as the current task: it need not be told as what comes next. */
  isTask: IsSaid;
}

const NOTHING: LeftOut = { isSaid: () => false, isWithdrawn: () => false, isTask: () => false };

/** `- app, 05-31, main: asked: …; done: …; next: … (S7)`; of what was learned only what stands nowhere else. null = nothing is left to tell. */
export function summaryLine(row: SummaryRow, project: string, leftOut: LeftOut = NOTHING): string | null {
  const { isSaid, isWithdrawn, isTask } = leftOut;
  const standing = (text: string): string[] =>
    linesOf(text).flatMap((one) => {
      const left = dropSentences(one, isWithdrawn);
      return left === "" ? [] : [left];
    });
  const asked = standing(row.request);
  const told = [
    part("asked", asked, 200),
    part("done", standing(row.completed), 240),
    part(
      "learned",
      standing(row.learned).filter((one) => !isSaid(one)),
      200,
    ),
    part(
      "next",
      standing(row.nextSteps)
        .filter((one) => !isTask(one))
        .map((one) => unrepeated(one, asked)),
      200,
    ),
  ].filter((text) => text !== "");
  if (told.length === 0) return null;
  const where = row.branch === null ? "" : `, ${clip(row.branch, 60)}`;
  return line(`- ${project}, ${dayOf(row.createdAt).slice(5)}${where}: ${told.join("; ")} (S${row.id})`);
}

/** That what was asked was interrupted: told without asking it again where nothing else was asked. */
function unrepeated(next: string, asked: string[]): string {
  const interrupted = readInterrupted(next);
  return interrupted !== null && asked.length === 1 && asked[0] === interrupted.what ? interrupted.said : next;
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\r\n\u2028\u2029]+/)
    .map(oneLine)
    .filter((one) => one !== "" && !isRemoved(one));

const part = (name: string, told: string[], max: number): string =>
  told.length === 0 ? "" : `${name}: ${ends(told, max).replace(/[.;。；]+$/u, "")}`;

/** Where there is no room for all: how it began, and how it ended. */
function ends(told: string[], max: number): string {
  const [first = "", ...rest] = told;
  const whole = joinSentences(told);
  if (whole.length <= max || rest.length === 0) return clip(whole, max);
  const opening = clip(joinSentences([first]), Math.floor(max * 0.6));
  let closing = "";
  for (const one of rest.reverse()) {
    const longer = closing === "" ? joinSentences([one]) : joinSentences([one, closing]);
    if (opening.length + longer.length + 3 > max) break;
    closing = longer;
  }
  return `${opening} … ${closing === "" ? clip(rest[0] ?? "", max - opening.length - 3) : closing}`;
}

/** Written down on purpose (M27): its text says it, not its title. */
export const isNote = (row: Pick<ObservationRow, "source">): boolean => row.source === MANUAL_SOURCE;

/** Told by its text, which its title only begins: a note, or what an agent observed. */
const isWritten = ({ source }: Pick<ObservationRow, "source">): boolean =>
  source === MANUAL_SOURCE || source === OBSERVED_SOURCE;

/** The text, below a title of its own. */
function noteText({ title, summary }: ObservationRow): string {
  const [head, text] = [oneLine(title), beginningOf(summary)];
  return text.startsWith(head.replace(/…$/u, "")) ? text : joinSentences([head, text]);
}

/** A note may be as long as a document: as much of it as may ever be shown. */
const beginningOf = (text: string): string => oneLine(headOf(text, 2 * NOTE_CHARS));

/** What a row states, by which it is known again. */
export const claimOf = (row: ObservationRow): string => (isWritten(row) ? beginningOf(row.summary) : row.title);

/**
 * `- 08:55+09:00 bugfix: title — subtitle (tool.tsx, O12)`: beside the title a short subtitle, or for want of one the
 * first fact, as far as it adds something; the branch only where the block covers several.
 */
export function observationLine(row: ObservationRow, showBranch: boolean, isSaid: IsSaid = () => false): string {
  if (isNote(row)) return line(`- ${clip(noteText(row), NOTE_CHARS)} (${dayOf(row.createdAt)}, O${row.id})`);
  const about = [
    ...(showBranch && row.branch !== null ? [`branch ${clip(row.branch, 60)}`] : []),
    ...filesOf(row).filter((file) => !row.title.includes(file)),
    `O${row.id}`,
  ];
  const text = clip(observationText(row, isSaid), OBSERVATION_CHARS);
  return line(`- ${clockOf(row.createdAt)} ${row.obsType}: ${text} (${about.join(", ")})`);
}

/** Title, and what a short subtitle or the first fact adds to it. */
export function observationText(row: ObservationRow, isSaid: IsSaid): string {
  if (isWritten(row)) return noteText(row);
  const title = oneLine(row.title);
  const adds = (text: string): boolean => text.length <= SUBTITLE_CHARS && addsTo(text, title) && !isSaid(text);
  const subtitle = oneLine(row.subtitle ?? "");
  // A discovery answers the question that it was asked.
  if (subtitle !== "") return row.obsType !== "discovery" && adds(subtitle) ? `${title} — ${subtitle}` : title;
  const fact = stringList(row.facts).map(oneLine).find(adds);
  return fact === undefined ? title : joinSentences([title, fact]);
}

/**
 * The row, as far as it says something that nothing else does: of two decisions that were told at once one may be said already, and then
 * the other stands alone. null = all of it is said. What stands beside the title of other work is only what it was asked for.
 */
export function untold(row: ObservationRow, isSaid: IsSaid): ObservationRow | null {
  if (!isSaid(claimOf(row))) return row;
  const other = oneLine(row.subtitle ?? "");
  const isMore = row.obsType === "decision" && other !== "" && addsTo(other, oneLine(row.title)) && !isSaid(other);
  return isMore ? { ...row, title: other, subtitle: null, facts: "[]" } : null;
}

/** Modified files before read ones: what was changed says more. */
function filesOf(row: ObservationRow): string[] {
  const files = [...new Set([...stringList(row.filesModified), ...stringList(row.filesRead)])];
  const shown = files.slice(0, FILES_SHOWN).map((file) => clip(shortPath(file), 60));
  return files.length > FILES_SHOWN ? [...shown, `+${files.length - FILES_SHOWN} files`] : shown;
}

const shortPath = (file: string): string => (file.length <= 60 ? file : basename(file));

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
