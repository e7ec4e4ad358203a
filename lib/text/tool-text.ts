/** A tool's response as a person would read it: output, text blocks in order, short notes for what is not text (E10). */
import { isRecord, type JsonValue, walkJson } from "./json-value";

const MAX_DEPTH = 6;
/** How a value is shown that is no form of text. */
type Other = (value: unknown) => string;

/**
 * Any JSON value; never throws, whatever its depth. Clean the result with `cleanText`: blocks are joined by then, so that
 * a private tag which opens in one and closes in another is seen whole. `other` renders what is no form of text, as
 * compact JSON unless told otherwise.
 */
export function toolText(value: unknown, other: Other = compact): string {
  return render(value, 0, other);
}

function render(value: unknown, depth: number, other: Other): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (depth >= MAX_DEPTH) return other(value);
  if (Array.isArray(value)) return renderArray(value, depth, other);
  if (!isRecord(value)) return other(value);
  if (typeof value["stdout"] === "string" || typeof value["stderr"] === "string") return joinOutput(value);
  if (typeof value["type"] === "string") return renderBlock(value, value["type"], depth, other);
  const file = fileText(value);
  if (file !== null) return file;
  if (isBlocks(value["content"])) return renderArray(value["content"], depth + 1, other);
  const only = Object.keys(value);
  const first = only[0];
  if (only.length === 1 && first !== undefined && /^(?:output|text|result|content)$/.test(first))
    return render(value[first], depth + 1, other);
  return other(value);
}

function joinOutput(value: Record<string, unknown>): string {
  const streams = [value["stdout"], value["stderr"]].filter((stream) => typeof stream === "string" && stream !== "");
  return streams.join("\n");
}

/** A reader's answer holds the file's text. */
function fileText(value: Record<string, unknown>): string | null {
  const file = value["file"];
  return isRecord(file) && typeof file["content"] === "string" ? file["content"] : null;
}

function renderArray(items: readonly unknown[], depth: number, other: Other): string {
  if (!items.some(isBlock)) return other(items);
  return items
    .map((item) => (isRecord(item) && typeof item["text"] === "string" ? item["text"] : render(item, depth + 1, other)))
    .filter((part) => part !== "")
    .join("\n");
}

/** Hosts leave the type of text parts out at times. */
const isBlock = (item: unknown): boolean =>
  typeof item === "string" ||
  (isRecord(item) && (typeof item["type"] === "string" || typeof item["text"] === "string"));

const isBlocks = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length > 0 && value.every(isBlock);

function renderBlock(block: Record<string, unknown>, type: string, depth: number, other: Other): string {
  if (typeof block["text"] === "string") return block["text"];
  const file = fileText(block);
  if (file !== null) return file;
  if (isBlocks(block["content"])) return renderArray(block["content"], depth + 1, other);
  if (type === "tool_result" && block["content"] !== undefined) return render(block["content"], depth + 1, other);
  if (isRecord(block["resource"]) && typeof block["resource"]["text"] === "string") return block["resource"]["text"];
  if (/^(?:image|audio|video|document|resource|resource_link|tool_reference)$/.test(type)) {
    const name = [block["tool_name"], block["name"], block["title"], block["uri"]].find(
      (part) => typeof part === "string" && part !== "",
    );
    return name === undefined ? `[${type}]` : `[${type}: ${String(name).slice(0, 300)}]`;
  }
  return other(block);
}

/** Compact JSON of a copy with bounded depth: `JSON.stringify` itself recurses. */
function compact(value: unknown): string {
  const bounded: JsonValue = walkJson(value, { string: (text) => text, key: (text) => text });
  return typeof bounded === "string" ? bounded : JSON.stringify(bounded);
}
