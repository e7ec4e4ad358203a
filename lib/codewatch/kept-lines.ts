/** A transcript's lines without the uses of tools that are not captured: their output was remembered before, or is nobody's business. Pure. */
import { isOwnAnswer } from "../capture/excluded-tools";
import { toolText } from "../text/clean";
import { isRecord } from "../text/json-value";

type Fields = Record<string, unknown>;

/** Calls and results alike, in nested lines and flat ones. `skips`: whether a tool's use is left out, by its name and input. */
export function withoutSkipped(lines: readonly Fields[], skips: (name: string, input: unknown) => boolean): Fields[] {
  const left = new Set<unknown>();
  const isKept = (block: unknown): boolean => {
    if (!isRecord(block)) return true;
    if (block["type"] === "tool_use") {
      const { id, name, input } = block;
      if (typeof name !== "string" || !skips(name, input)) return true;
      if (id !== undefined) left.add(id);
      return false;
    }
    if (block["type"] !== "tool_result" && block["type"] !== "tool") return true;
    const call = block["tool_use_id"] ?? block["toolCallId"];
    return !(call !== undefined && left.has(call)) && !isOwnAnswer(toolText(block["content"] ?? block["output"]));
  };
  return lines.flatMap((line): Fields[] => {
    if (!isKept(line)) return [];
    const holder = isRecord(line["message"]) ? line["message"] : line;
    const { content } = holder;
    if (!Array.isArray(content) || content.every(isKept)) return [line];
    const kept = { ...holder, content: content.filter(isKept) };
    return [holder === line ? kept : { ...line, message: kept }];
  });
}
