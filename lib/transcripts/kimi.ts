/** Logs of Kimi Code and of the older kimi-cli as records: what was taken back is gone, what the log says twice is said once. */
import { basename, dirname, join } from "node:path";
import type { IngestItem } from "../contract/capture";
import { readTime } from "../text/read-time";
import { folderOfHash } from "./folder-by-hash";
import { jsonLines } from "./json-lines";
import { leave, type ReadProblems } from "./problems";
import { changedAt, recordMaker, type RecordMaker } from "./records";
import { turnStack } from "./turn-stack";
import { readWireLine, type WireEvent } from "./kimi-wire";

/** Text of one step beyond this goes out in pieces. */
const MAX_STEP_CHARS = 256 * 1024;

interface Overview {
  startedAt: number | undefined;
  /** Turns carry their text: the context log only repeats it. */
  isLive: boolean;
  hasLoop: boolean;
  dropped: ReadonlySet<number>;
}

export function looksLikeKimi(line: Record<string, unknown>): boolean {
  const { type, message } = line;
  if (type === "metadata" && "protocol_version" in line) return true;
  if (typeof type === "string")
    return /^(?:turn\.(?:prompt|steer|ended|cancel)|context\.(?:append_message|append_loop_event|undo|clear))$/.test(
      type,
    );
  return typeof message === "object" && message !== null && "payload" in message && "timestamp" in line;
}

export async function* kimiItems(
  file: string,
  problems: ReadProblems,
  onBytes: (bytes: number) => void,
  stem: string,
): AsyncGenerator<IngestItem> {
  const where = placeOf(file, stem);
  const overview = await look(file);
  const maker = recordMaker("kimi", where.sessionId, overview.startedAt ?? changedAt(file));
  Object.assign(maker.place, where.place);
  const steps = stepBuffer(maker);
  let turn = -1;
  let any = false;
  for await (const { value } of jsonLines(file, problems, onBytes)) {
    if (where.isSubagent) {
      leave(problems, "sidechain");
      continue;
    }
    const events = readWireLine(value);
    if (events.length === 0) leave(problems, isReasoning(value) ? "reasoning" : "bookkeeping");
    for (const event of events) {
      if (startsTurn(event, overview)) turn += 1;
      if (overview.dropped.has(turn)) {
        leave(problems, "undone");
        continue;
      }
      const made = recordsOf(event, overview, maker, steps, problems);
      any ||= made.length > 0 || steps.isWaiting();
      yield* made;
    }
  }
  yield* steps.flush();
  if (any) yield maker.make({ type: "end" }, undefined);
}

/** Session, folder and role of a log, as its path tells them. */
function placeOf(file: string, stem: string): { sessionId: string; isSubagent: boolean; place: RecordMaker["place"] } {
  const folder = dirname(file);
  if (basename(file) !== "wire.jsonl") return { sessionId: stem, isSubagent: false, place: {} };
  if (basename(dirname(folder)) === "agents") {
    const session = dirname(dirname(folder));
    const work = basename(dirname(session));
    const [, slug, hash = ""] = /^wd_(.*)_([0-9a-f]{12})$/.exec(work) ?? [];
    const cwd = folderOfHash(
      [join(session, "state.json"), join(session, "..", "..", "..", "session_index.jsonl")],
      "sha256",
      hash,
    );
    return {
      sessionId: basename(session),
      isSubagent: basename(folder) !== "main",
      place: cwd === undefined ? { project: slug } : { cwd },
    };
  }
  const hash = basename(dirname(folder));
  const cwd = folderOfHash(
    [join(folder, "..", "..", "..", "kimi.json")],
    "md5",
    /^[0-9a-f]{32}$/.test(hash) ? hash : "",
  );
  const project = /^[0-9a-f]{32}$/.test(hash) ? `kimi-${hash.slice(0, 8)}` : undefined;
  return { sessionId: basename(folder), isSubagent: false, place: cwd === undefined ? { project } : { cwd } };
}

/** First pass: what stands twice, and which turns were taken back. */
async function look(file: string): Promise<Overview> {
  let startedAt: number | undefined;
  let hasLoop = false;
  let isLive = false;
  const live = turnStack();
  const repeated = turnStack();
  for await (const { value } of jsonLines(file, null, () => undefined)) {
    if (value["type"] === "metadata") startedAt ??= readTime(value["created_at"]);
    for (const event of readWireLine(value)) {
      startedAt ??= event.at;
      if (event.type === "prompt" && event.source === "turn") {
        isLive = true;
        live.begin();
      } else if (event.type === "prompt") repeated.begin();
      else if (event.type === "text" && event.source === "turn") hasLoop = true;
      else if (event.type === "undo") for (const stack of [live, repeated]) stack.undo(event.count);
      else if (event.type === "clear") for (const stack of [live, repeated]) stack.clear();
    }
  }
  return { startedAt, isLive, hasLoop, dropped: (isLive ? live : repeated).dropped };
}

const startsTurn = (event: WireEvent, { isLive }: Overview): boolean =>
  event.type === "prompt" && isLive === (event.source === "turn");

function recordsOf(
  event: WireEvent,
  overview: Overview,
  maker: RecordMaker,
  steps: StepBuffer,
  problems: ReadProblems,
): IngestItem[] {
  if (event.type === "text") {
    if (overview.hasLoop !== (event.source === "turn")) return [];
    return steps.add(event.text, event.step, event.at);
  }
  const before = steps.flush();
  switch (event.type) {
    case "prompt":
      if (!startsTurn(event, overview)) return before;
      // What a clock or the program asked begins a turn, and is nobody's word.
      if (!event.human) leave(problems, "not_typed");
      return event.human ? [...before, maker.make({ type: "prompt", text: event.text }, event.at)] : before;
    case "steer":
      return [...before, maker.make({ type: "prompt", text: event.text }, event.at)];
    case "call":
      return [
        ...before,
        maker.make({ type: "tool", toolUseId: event.id, name: event.name, input: event.args }, event.at),
      ];
    case "result": {
      const { id, output, isError } = event;
      return [
        ...before,
        maker.make({ type: "tool", toolUseId: id, output: output ?? "", isError: isError ?? false }, event.at),
      ];
    }
    case "turn_end":
      return [...before, maker.make({ type: "turn_end", outcome: event.outcome }, event.at)];
    case "undo":
    case "clear":
      return before;
  }
}

interface StepBuffer {
  add(text: string, step: string | null, at: number | undefined): IngestItem[];
  flush(): IngestItem[];
  isWaiting(): boolean;
}

/** Text comes in pieces as it is streamed; the pieces of one step are one message. */
function stepBuffer(maker: RecordMaker): StepBuffer {
  let waiting: { text: string; step: string; pieces: number; at: number | undefined } | null = null;
  const flush = (): IngestItem[] => {
    if (waiting === null) return [];
    const { text, step, pieces, at } = waiting;
    waiting = null;
    // A step that was read while it was being written is another message when there is more of it.
    return [maker.make({ type: "message", text, messageId: step, key: `${step}#${pieces}` }, at)];
  };
  return {
    flush,
    isWaiting: () => waiting !== null,
    add(text, step, at) {
      if (step === null) return [...flush(), maker.make({ type: "message", text }, at)];
      if (waiting?.step === step && waiting.text.length < MAX_STEP_CHARS) {
        waiting.text += text;
        waiting.pieces += 1;
        return [];
      }
      const before = waiting?.step === step ? waiting.pieces : 0;
      const made = flush();
      waiting = { text, step, pieces: before + 1, at };
      return made;
    },
  };
}

function isReasoning(line: Record<string, unknown>): boolean {
  const event = line["event"] as { part?: { type?: unknown } } | undefined;
  const message = line["message"] as { type?: unknown; payload?: { type?: unknown } } | undefined;
  return event?.part?.type === "think" || (message?.type === "ContentPart" && message.payload?.type === "think");
}
