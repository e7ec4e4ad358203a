/** A transcript's record as our own readers tell it, for every host alike: what was theirs to know is in it. */
import { z } from "zod";
import type { Adapted, CaptureEvent, Host } from "../contract/capture";
import { TranscriptRecord } from "../contract/transcript-record";
import type { Payload } from "./adapter";
import { SessionId } from "./fields";
import { readTime } from "../text/read-time";

/** Events of one record, or of those of one message (`records`). Throws `ZodError` for what no reader of ours writes. */
export function adaptRecord(host: Host, payload: Payload): Adapted {
  const records = "records" in payload ? Records.parse(payload["records"]) : [TranscriptRecord.parse(payload)];
  return { events: records.map((record) => eventOf(baseOf(host, record), record)) };
}

const Records = z.array(TranscriptRecord).min(1).max(10_000);

function baseOf(host: Host, record: TranscriptRecord): Base {
  return {
    host,
    hostSessionId: SessionId.parse(record.sessionId),
    at: readTime(record.at),
    cwd: record.cwd,
    branch: record.branch,
    project: record.project,
    fromTranscript: true,
    key: record.key,
  };
}

type Base = Pick<
  CaptureEvent,
  "host" | "hostSessionId" | "at" | "cwd" | "branch" | "project" | "fromTranscript" | "key"
>;

function eventOf(base: Base, record: TranscriptRecord): CaptureEvent {
  switch (record.type) {
    case "prompt":
      return { ...base, type: "prompt", text: record.text };
    case "message": {
      const { text, messageId, final, subagent } = record;
      return { ...base, type: "message", text, messageId, final: final === true, subagent };
    }
    case "tool": {
      const { toolUseId, name, input, output, isError } = record;
      // A result whose format knows no errors was none.
      return {
        ...base,
        type: "tool",
        toolUseId,
        name,
        input,
        output,
        isError: output === undefined ? isError : isError === true,
      };
    }
    case "turn_end":
      return { ...base, type: "turn_end", outcome: record.outcome };
    case "title":
      return { ...base, type: "title", text: record.text, rank: record.rank };
    case "end":
      return { ...base, type: "session_end", reason: "transcript_end" };
  }
}
