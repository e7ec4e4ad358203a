/** What a tool use worked on, in one line: the file, the command, the pattern. Pure. */
import { isRecord, parseJson } from "./json-value";

/** Inputs that tell the most, most telling first. */
const TELLING = [
  "file_path",
  "notebook_path",
  "path",
  "command",
  "cmd",
  "pattern",
  "query",
  "url",
  "description",
  "prompt",
  "skill",
  "name",
] as const;
const MAX = 160;

/** `files` as stored with the event; `input` is its JSON, perhaps cut. Empty = it says nothing. */
export function argumentOf(input: string, files: readonly string[]): string {
  const value = parseJson(input);
  const [file] = files;
  if (!isRecord(value)) return oneLine(file ?? (value === undefined ? input : ""));
  const command = text(value["command"]) ?? text(value["cmd"]);
  if (command !== null) return oneLine(command);
  if (file !== undefined) return oneLine(file);
  for (const name of TELLING) {
    const found = text(value[name]);
    if (found !== null) return oneLine(found);
  }
  return oneLine(
    Object.values(value).find((one) => typeof one === "string" && one.trim() !== "") as string | undefined,
  );
}

const text = (value: unknown): string | null => (typeof value === "string" && value.trim() !== "" ? value : null);

function oneLine(value: string | undefined): string {
  const line = (value ?? "").replaceAll(/\s+/gu, " ").trim();
  const characters = Array.from(line.slice(0, 2 * MAX + 2));
  return characters.length > MAX ? `${characters.slice(0, MAX).join("")}…` : line;
}
