/** What the readers of public conversation sets make of a file: dated sessions of turns, and questions with their evidence. */
import { readFileSync, statSync } from "node:fs";
import { AppError } from "../../lib/contract/errors";

export interface Turn {
  /** Unique in the conversation. */
  id: string;
  /** The first speaker types prompts, the other one answers. */
  role: "user" | "assistant";
  text: string;
}

export interface Session {
  id: string;
  /** Milliseconds UTC. */
  at: number;
  turns: Turn[];
}

export interface EvidenceQuestion {
  text: string;
  category: string;
  /** Ids of the turns that hold the answer, at least one. */
  evidence: string[];
}

export interface Conversation {
  id: string;
  sessions: Session[];
  questions: EvidenceQuestion[];
  /** Questions left out, since no turn of the file is their evidence (questions to abstain from, broken references). */
  unscored: number;
}

/** Beyond half a gigabyte a text does not fit into a string. */
const MAX_MB = 500;
const DAY = 86_400_000;

export const broken = (what: string, hint: string): AppError => new AppError("validation_failed", what, { hint });

/** The file's text; throws `validation_failed` when it is not there, is no file, or is too large. */
export function readText(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw broken(`There is no ${path}.`, "Give the path of the downloaded data.");
  if (!stat.isFile()) throw broken(`${path} is not a file.`, "Give the path of a JSON file.");
  if (stat.size > MAX_MB * 1024 * 1024) {
    throw broken(`${path} is larger than ${MAX_MB} MB.`, "Split it into files of fewer conversations.");
  }
  return readFileSync(path, "utf8");
}

/** Parsed JSON, or JSON Lines as an array; throws `validation_failed` that says where it breaks, without quoting it. */
export function readJson(path: string): unknown {
  const text = readText(path);
  if (path.endsWith(".jsonl")) {
    return text.split("\n").flatMap((line, i) => (line.trim() === "" ? [] : [parse(line, `${path}, line ${i + 1},`)]));
  }
  return parse(text, path);
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) {
      throw broken(`${where} is not JSON.`, "Is the download complete? Archives have to be unpacked first.");
    }
    throw error;
  }
}

/** Times that a set leaves out: a day after the session before. */
export function fillTimes(times: (number | undefined)[], first: number): number[] {
  const filled: number[] = [];
  for (const time of times) filled.push(time ?? (filled.at(-1) ?? first - DAY) + DAY);
  return filled;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Milliseconds UTC of a date by the name of its month. */
export function dateOf(day: number, month: string, year: number, hour = 12, minute = 0): number | undefined {
  const index = MONTHS.indexOf(month.slice(0, 3).toLowerCase());
  return index < 0 || day < 1 || day > 31 ? undefined : Date.UTC(year, index, day, hour, minute);
}
