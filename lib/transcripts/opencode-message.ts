/** One message of an OpenCode session and its parts as records; reasoning is left out. */
import type { IngestItem } from "../contract/capture";
import { stringOf } from "../text/content-parts";
import { isRecord } from "../text/json-value";
import { readTime } from "../text/read-time";
import { leave, type ReadProblems } from "./problems";
import { asOneMessage, type RecordMaker } from "./records";
import { exitSaysError } from "./tool-outcome";

type Fields = Record<string, unknown>;

export function openCodeRecords(
  info: Fields,
  parts: Fields[],
  maker: RecordMaker,
  problems: ReadProblems,
): IngestItem[] {
  const id = stringOf(info["id"]);
  const time = isRecord(info["time"]) ? info["time"] : {};
  const at = readTime(time["created"]);
  if (isRecord(info["path"])) maker.place.cwd = stringOf(info["path"]["cwd"]) ?? maker.place.cwd;
  if (info["role"] === "user") return promptOf(parts, id, at, maker, problems);
  if (info["role"] !== "assistant") {
    leave(problems, "bookkeeping");
    return [];
  }
  // The model's own summary of what went before is no answer.
  if (info["summary"] === true) {
    leave(problems, "compaction");
    return [];
  }
  const items = parts.flatMap((part) => partOf(part, id, at, maker, problems));
  const { error } = info;
  if (isRecord(error) && error["name"] === "MessageAbortedError")
    items.push(
      maker.make(
        { type: "turn_end", outcome: "interrupted", key: id === undefined ? undefined : `${id}#end` },
        readTime(time["completed"]) ?? at,
      ),
    );
  return asOneMessage(items);
}

function promptOf(
  parts: Fields[],
  id: string | undefined,
  at: number | undefined,
  maker: RecordMaker,
  problems: ReadProblems,
): IngestItem[] {
  const texts = parts.flatMap((part) => {
    if (part["type"] === "file" && isTyped(part))
      return [`[${String(part["mime"]).startsWith("image/") ? "image" : "file"}]`];
    return part["type"] === "text" && isTyped(part) ? (stringOf(part["text"]) ?? []) : [];
  });
  const text = texts.join("\n").trim();
  if (text === "") leave(problems, parts.length === 0 ? "empty" : "not_typed");
  return text === "" ? [] : [maker.make({ type: "prompt", text, key: id }, at)];
}

const isTyped = (part: Fields): boolean => part["synthetic"] !== true && part["ignored"] !== true;

function partOf(
  part: Fields,
  messageId: string | undefined,
  at: number | undefined,
  maker: RecordMaker,
  problems: ReadProblems,
): IngestItem[] {
  const key = stringOf(part["id"]);
  const time = isRecord(part["time"]) ? readTime(part["time"]["start"]) : undefined;
  if (part["type"] === "text" && isTyped(part)) {
    const text = stringOf(part["text"])?.trim() ?? "";
    return text === "" ? [] : [maker.make({ type: "message", text, messageId, key }, time ?? at)];
  }
  if (part["type"] !== "tool") {
    leave(problems, part["type"] === "reasoning" ? "reasoning" : "bookkeeping");
    return [];
  }
  const state = isRecord(part["state"]) ? part["state"] : {};
  const started = isRecord(state["time"]) ? readTime(state["time"]["start"]) : undefined;
  const output = stringOf(state["output"]) ?? stringOf(state["error"]);
  const isOver = state["status"] === "completed" || state["status"] === "error";
  return [
    maker.make(
      {
        type: "tool",
        toolUseId: stringOf(part["callID"]) ?? key,
        name: stringOf(part["tool"]),
        input: state["input"],
        ...(isOver ? { output: output ?? "", isError: state["status"] === "error" || failed(state, output) } : {}),
      },
      started ?? at,
    ),
  ];
}

function failed(state: Fields, output: string | undefined): boolean {
  const exit = isRecord(state["metadata"]) ? state["metadata"]["exit"] : undefined;
  return typeof exit === "number" ? exit !== 0 : output !== undefined && exitSaysError(output) === true;
}
