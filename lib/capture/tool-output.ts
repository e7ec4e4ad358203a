/** Tool output in all its forms — text, blocks, objects — as one clean text that can be read and searched. */
import { isRecord } from "../hosts/fields";
import { cleanText, cleanValue } from "../text/clean";
import type { JsonValue } from "../text/json-value";
import type { CleanText } from "./prepared";

/** A whole copy of the file before an edit: the file has it, and the edit itself stands in the input. */
const REPEATED = new Set(["originalFile", "structuredPatch", "oldString", "newString", "old_string", "new_string"]);

/**
 * Blocks are joined before cleaning, since a private tag may open in one and close in another; other values are
 * cleaned string by string, so that a key such as `password` still stands beside its value.
 */
export function cleanOutput(output: unknown, cap: number): CleanText {
  const plain = plainText(output);
  if (plain !== null) {
    const { text, originalChars } = cleanText(plain, { cap });
    return { text, originalChars };
  }
  const { value, originalChars } = cleanValue(withoutRepeats(output), { cap });
  const joined = cleanText(linesOf(value), { cap });
  return { text: joined.text, originalChars: Math.max(originalChars, joined.originalChars) };
}

/** The text of a string, of content blocks (E10), of a shell's or a reader's answer; null for any other value. */
function plainText(output: unknown): string | null {
  if (typeof output === "string") return output;
  if (Array.isArray(output))
    return output.length > 0 && output.every(isBlock) ? output.map(blockText).join("\n") : null;
  if (!isRecord(output)) return null;
  if (typeof output["stdout"] === "string") {
    const parts = [output["stdout"], output["stderr"]].filter((part) => typeof part === "string" && part !== "");
    return parts.join("\n");
  }
  const file = output["file"];
  if (isRecord(file) && typeof file["content"] === "string") return file["content"];
  const content = output["content"];
  if (Array.isArray(content) && content.length > 0 && content.every(isBlock)) return content.map(blockText).join("\n");
  return output["type"] === "text" && typeof output["text"] === "string" ? output["text"] : null;
}

const isBlock = (item: unknown): boolean =>
  typeof item === "string" || (isRecord(item) && typeof item["type"] === "string");

function blockText(block: unknown): string {
  if (typeof block === "string") return block;
  if (!isRecord(block)) return "";
  if (typeof block["text"] === "string") return block["text"];
  const name = block["tool_name"] ?? block["name"] ?? block["title"];
  return typeof name === "string" ? `[${String(block["type"])}: ${name}]` : `[${String(block["type"])}]`;
}

function withoutRepeats(output: unknown): unknown {
  if (!isRecord(output)) return output;
  return Object.fromEntries(Object.entries(output).filter(([key]) => !REPEATED.has(key)));
}

/** `key: value` a line, in order; the walk keeps its own stack, so that depth costs nothing. */
function linesOf(value: JsonValue): string {
  const lines: string[] = [];
  const stack: { key: string; value: JsonValue }[] = [{ key: "", value }];
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    const { key } = item;
    if (Array.isArray(item.value)) {
      for (let at = item.value.length - 1; at >= 0; at--) stack.push({ key, value: item.value[at] ?? null });
    } else if (typeof item.value === "object" && item.value !== null) {
      for (const [name, inner] of Object.entries(item.value).reverse()) stack.push({ key: name, value: inner });
    } else lines.push(key === "" ? String(item.value) : `${key}: ${String(item.value)}`);
  }
  return lines.join("\n");
}
