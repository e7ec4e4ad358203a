/** Tool output in all its forms — text, blocks, objects — as one clean text that can be read and searched. */
import { cleanText, cleanValue, toolText } from "../text/clean";
import { isRecord, type JsonValue } from "../text/json-value";
import type { CleanText } from "./prepared";

/** A whole copy of the file before an edit: the file has it, and the edit itself stands in the input. */
const REPEATED = new Set(["originalFile", "structuredPatch", "oldString", "newString", "old_string", "new_string"]);

/**
 * Blocks are joined before cleaning, since a private tag may open in one and close in another; what is no form of text is
 * cleaned string by string first, so that a key such as `password` still stands beside its value.
 */
export function cleanOutput(output: unknown, cap: number): CleanText {
  const other = (value: unknown): string => linesOf(cleanValue(withoutRepeats(value), { cap }).value);
  const { text, originalChars } = cleanText(toolText(output, other), { cap });
  return { text, originalChars };
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
