/** One message of a Gemini CLI session as records; thoughts are left out. */
import type { IngestItem } from "../contract/capture";
import { partsText, stringOf } from "../text/content-parts";
import { isRecord } from "../text/json-value";
import { readTime } from "../text/read-time";
import { leave, type ReadProblems } from "./problems";
import type { RecordMaker } from "./records";
import { exitSaysError } from "./tool-outcome";

type Fields = Record<string, unknown>;

/** `/chat save`, `?`; not a path that begins a sentence. */
const COMMAND = /^(?:\/[a-z][\w:-]*(?:\s|$)|\?$)/i;
const SETTING_UP = ["<session_context>", "This is the Gemini CLI. We are setting up the context"];
const CANCELLED = /^Request cancelled\b/i;

export function geminiRecords(message: Fields, maker: RecordMaker, problems: ReadProblems): IngestItem[] {
  const at = readTime(message["timestamp"]);
  const key = stringOf(message["id"]);
  switch (message["type"]) {
    case "user": {
      // What the program put in place of `@file` is not what was typed.
      const text = textOf(message["displayContent"]) || textOf(message["content"]);
      const reason =
        text === ""
          ? "empty"
          : COMMAND.test(text)
            ? "command"
            : SETTING_UP.some((mark) => text.startsWith(mark))
              ? "meta"
              : null;
      if (reason !== null) leave(problems, reason);
      return reason === null ? [maker.make({ type: "prompt", text, key }, at)] : [];
    }
    case "gemini": {
      if (Array.isArray(message["thoughts"]) && message["thoughts"].length > 0) leave(problems, "reasoning");
      const text = textOf(message["content"]);
      const said = text === "" ? [] : [maker.make({ type: "message", text, messageId: key, key }, at)];
      const calls = Array.isArray(message["toolCalls"]) ? message["toolCalls"].filter(isRecord) : [];
      return [...said, ...calls.map((call) => toolOf(call, maker, at))];
    }
    case "info":
      if (CANCELLED.test(textOf(message["content"])))
        return [maker.make({ type: "turn_end", outcome: "interrupted", key }, at)];
      leave(problems, "bookkeeping");
      return [];
    default:
      leave(problems, "bookkeeping");
      return [];
  }
}

const textOf = (content: unknown): string => partsText(isRecord(content) ? [content] : content).trim();

function toolOf(call: Fields, maker: RecordMaker, messageAt: number | undefined): IngestItem {
  const output = outputOf(call);
  const { status } = call;
  const isOver = output !== undefined || status === "success" || status === "error" || status === "cancelled";
  const failed =
    status === "error" || status === "cancelled" || (output !== undefined && exitSaysError(output) === true);
  return maker.make(
    {
      type: "tool",
      toolUseId: stringOf(call["id"]),
      name: stringOf(call["name"]),
      input: call["args"],
      ...(isOver ? { output: output ?? "", isError: failed } : {}),
    },
    // The call's own time is when it ended; what is asked for stands before what follows.
    messageAt ?? readTime(call["timestamp"]),
  );
}

/** What the model was told, else what the person was shown. */
function outputOf(call: Fields): string | undefined {
  const parts = Array.isArray(call["result"]) ? call["result"] : [call["result"]];
  const told = parts.flatMap((part) => {
    if (!isRecord(part)) return typeof part === "string" ? [part] : [];
    const { functionResponse: answer } = part;
    const response = isRecord(answer) && isRecord(answer["response"]) ? answer["response"] : {};
    return stringOf(response["output"]) ?? stringOf(response["error"]) ?? stringOf(part["text"]) ?? [];
  });
  if (told.length > 0) return told.join("\n");
  return stringOf(call["resultDisplay"]);
}
