/** A tool's response as a person would read it: output, text blocks in order, short notes for what is not text (E10). */
import { walkJson } from "./json-value";
import type { JsonValue } from "./json-value";

const MAX_DEPTH = 6;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Any JSON value; never throws, whatever its depth. Clean the result with `cleanText`. */
export function toolText(value: unknown): string {
  return render(value, 0);
}

function render(value: unknown, depth: number): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (depth >= MAX_DEPTH) return compact(value);
  if (Array.isArray(value)) return renderArray(value, depth);
  if (!isRecord(value)) return compact(value);
  if (typeof value["stdout"] === "string" || typeof value["stderr"] === "string") return joinOutput(value);
  if (typeof value["type"] === "string") return renderBlock(value, value["type"], depth);
  if (isBlocks(value["content"])) return renderArray(value["content"], depth + 1);
  const only = Object.keys(value);
  const first = only[0];
  if (only.length === 1 && first !== undefined && /^(?:output|text|result|content)$/.test(first))
    return render(value[first], depth + 1);
  return compact(value);
}

function joinOutput(value: Record<string, unknown>): string {
  const streams = [value["stdout"], value["stderr"]].filter((stream) => typeof stream === "string" && stream !== "");
  return streams.join("\n");
}

function renderArray(items: readonly unknown[], depth: number): string {
  if (!items.some((item) => typeof item === "string" || (isRecord(item) && typeof item["type"] === "string")))
    return compact(items);
  return items
    .map((item) => render(item, depth + 1))
    .filter((part) => part !== "")
    .join("\n");
}

const isBlocks = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => isRecord(item) && typeof item["type"] === "string");

function renderBlock(block: Record<string, unknown>, type: string, depth: number): string {
  if (typeof block["text"] === "string") return block["text"];
  const file = block["file"];
  if (isRecord(file) && typeof file["content"] === "string") return file["content"];
  if (type === "tool_result" && block["content"] !== undefined) return render(block["content"], depth + 1);
  if (isRecord(block["resource"]) && typeof block["resource"]["text"] === "string") return block["resource"]["text"];
  if (/^(?:image|audio|video|document|resource|resource_link|tool_reference)$/.test(type)) {
    const name = [block["tool_name"], block["name"], block["title"], block["uri"]].find(
      (part) => typeof part === "string" && part !== "",
    );
    return name === undefined ? `[${type}]` : `[${type}: ${String(name).slice(0, 300)}]`;
  }
  return compact(block);
}

/** Compact JSON of a copy with bounded depth: `JSON.stringify` itself recurses. */
function compact(value: unknown): string {
  const bounded: JsonValue = walkJson(value, { string: (text) => text, key: (text) => text });
  return typeof bounded === "string" ? bounded : JSON.stringify(bounded);
}
