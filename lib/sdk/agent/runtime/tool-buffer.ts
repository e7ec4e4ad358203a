/** Keeps the tool calls of a session until its turn is sent: one line each, complete (V65). */
import { isRecord, parseJson } from "../../../text/json-value";
import { appendPrivate, fileNameOf, readPrivate, removePrivate, sizeOfFile } from "./files";

/** What a host saw of one call; input and output are whole, "" counts as something. */
export interface ToolEvent {
  id: string;
  name: string;
  input: unknown;
  output: unknown;
  /** Milliseconds UTC. */
  at: number;
  isError?: boolean;
}

export interface ToolEventBufferOptions {
  dir: string;
  /** Bytes of one session's file, after which nothing more is taken; default 2,000,000. */
  maxBytes?: number | undefined;
}

export interface ToolEventBuffer {
  /** `dropped`: the file is full, and this event is not in it. `generation` parts a session that began anew from its former life. */
  append(sessionId: string, event: ToolEvent, generation?: string): Promise<{ dropped: boolean }>;
  /** The events of `generation` in order; the file is gone afterwards, whatever it held. */
  drain(sessionId: string, generation?: string): Promise<ToolEvent[]>;
}

const MAX_BYTES = 2_000_000;

/** The host checks its events before it appends them. */
export function createToolEventBuffer({ dir, maxBytes = MAX_BYTES }: ToolEventBufferOptions): ToolEventBuffer {
  const nameOf = async (sessionId: string) => `${await fileNameOf(sessionId)}.toolbuf.jsonl`;
  return {
    async append(sessionId, event, generation = "") {
      const name = await nameOf(sessionId);
      const line = `${JSON.stringify({ generation, event })}\n`;
      const bytes = new TextEncoder().encode(line).length;
      if ((await sizeOfFile(`${dir}/${name}`)) + bytes > maxBytes) return { dropped: true };
      await appendPrivate(dir, name, line);
      return { dropped: false };
    },
    async drain(sessionId, generation = "") {
      const path = `${dir}/${await nameOf(sessionId)}`;
      try {
        return linesOf((await readPrivate(path)) ?? "", generation);
      } finally {
        await removePrivate(path);
      }
    },
  };
}

/** What is no JSON is the last line of a hook that was killed while it wrote. */
function linesOf(text: string, generation: string): ToolEvent[] {
  return text.split("\n").flatMap((line) => {
    const entry = parseJson(line);
    return isRecord(entry) && entry["generation"] === generation && entry["event"] !== undefined
      ? [entry["event"] as ToolEvent]
      : [];
  });
}
