/** Content as hosts write it: text, or parts of which some are text. Pure. */
import { isRecord } from "./json-value";

export const stringOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

const NOTES: Record<string, string> = {
  image: "[image]",
  image_url: "[image]",
  document: "[document]",
  file: "[file]",
};

/** Text of a prompt that is a string or content parts (K15): text parts in order, a note where a picture was. */
export function partsText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const parts: string[] = [];
  for (const part of content) {
    if (typeof part === "string") parts.push(part);
    else if (isRecord(part)) {
      if (typeof part["text"] === "string") parts.push(part["text"]);
      else parts.push(NOTES[String(part["type"])] ?? "");
    }
  }
  return parts.filter((part) => part !== "").join("\n");
}
