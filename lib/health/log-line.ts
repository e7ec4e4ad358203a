/** One line of the log as the console shows it. Pure. */
import type { LogLevel, LogLine } from "../contract/logs";
import { isRecord, parseJson } from "../text/json-value";
import type { RawLine } from "./logs";

const MAX_MESSAGE = 2_000;
/** pino's numbers, trace and fatal with their neighbours. */
const LEVELS: readonly (readonly [number, LogLevel])[] = [
  [50, "error"],
  [40, "warn"],
  [30, "info"],
  [0, "debug"],
];

/** What is no JSON of ours, torn by a crash or written by another program, is shown as it stands, without a level. */
export function parseLine(file: string, { text, at, isCut }: RawLine): LogLine {
  const value = isCut ? undefined : parseJson(text);
  if (!isRecord(value)) return { file, at, time: null, level: null, message: short(text), fields: isCut ? text : "" };
  const { level, time, msg, ...rest } = value;
  const said = typeof msg === "string" ? msg : "";
  return {
    file,
    at,
    time: timeOf(time),
    level: typeof level === "number" ? (LEVELS.find(([least]) => level >= least)?.[1] ?? null) : null,
    message: short(said === "" ? text : said),
    fields: Object.keys(rest).length === 0 ? "" : JSON.stringify(rest, null, 2),
  };
}

const short = (text: string): string => (text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text);

function timeOf(value: unknown): number | null {
  const time = typeof value === "number" ? value : typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isFinite(time) ? Math.trunc(time) : null;
}
