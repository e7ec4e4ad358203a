/**
 * Sessions of OpenCode: what `opencode export` writes, or a session file of its storage folder (before 1.2) with the messages
 * and parts that lie in folders beside. Its database is read by the server (`lib/transfer/opencode`).
 */
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { IngestItem } from "../contract/capture";
import { stringOf } from "../text/content-parts";
import { isRecord } from "../text/json-value";
import { readTime } from "../text/read-time";
import { jsonHead, listedObjects } from "./json-stream";
import { MAX_LINE_BYTES } from "./json-lines";
import { openCodeRecords } from "./opencode-message";
import { leave, type ReadProblems } from "./problems";
import { changedAt, recordMaker, type RecordMaker } from "./records";

type Fields = Record<string, unknown>;

const isSession = (info: unknown): info is Fields =>
  isRecord(info) && typeof info["id"] === "string" && info["id"].startsWith("ses") && isRecord(info["time"]);

/** The head of an export. */
export const looksLikeOpenCodeExport = (head: Fields): boolean => isSession(head["info"]);
/** A session file of the storage folder. */
export const looksLikeOpenCodeSession = (head: Fields): boolean =>
  isSession(head) && (typeof head["directory"] === "string" || typeof head["projectID"] === "string");

/** `directory`, `title`, `parentID`, `revert` as the session's info tells them. */
export function openCodeMaker(info: Fields, fallback: number): RecordMaker {
  const time = isRecord(info["time"]) ? info["time"] : {};
  const maker = recordMaker("opencode", stringOf(info["id"]) ?? "", readTime(time["created"]) ?? fallback);
  maker.place.cwd = stringOf(info["directory"]);
  return maker;
}

/** Title and end, behind the messages. */
export function* openCodeEnd(info: Fields, maker: RecordMaker): Generator<IngestItem> {
  const title = stringOf(info["title"]);
  // What the program calls a session before it has one.
  if (title !== undefined && !/^(?:New|Child) session - \d{4}-/.test(title))
    yield maker.make({ type: "title", text: title, rank: 1 }, undefined);
  yield maker.make({ type: "end" }, undefined);
}

/** The first message that was taken back; ids sort by time. */
export const revertedFrom = (info: Fields): string | undefined => {
  const { revert } = info;
  return isRecord(revert) ? stringOf(revert["messageID"]) : undefined;
};

export async function* openCodeExport(
  file: string,
  problems: ReadProblems,
  onBytes: (bytes: number) => void,
): AsyncGenerator<IngestItem> {
  const { info } = await jsonHead(file, MAX_LINE_BYTES);
  if (!isSession(info)) return;
  const maker = openCodeMaker(info, changedAt(file));
  const reverted = revertedFrom(info);
  let any = false;
  for await (const message of listedObjects(file, "messages", MAX_LINE_BYTES, problems, onBytes)) {
    if (!isRecord(message["info"])) continue;
    const id = stringOf(message["info"]["id"]) ?? "";
    if (typeof info["parentID"] === "string") leave(problems, "sidechain");
    else if (reverted !== undefined && id >= reverted) leave(problems, "undone");
    else {
      const parts = Array.isArray(message["parts"]) ? message["parts"].filter(isRecord) : [];
      for (const item of openCodeRecords(message["info"], parts, maker, problems)) {
        any = true;
        yield item;
      }
    }
  }
  if (any) yield* openCodeEnd(info, maker);
}

export async function* openCodeStorage(
  file: string,
  problems: ReadProblems,
  onBytes: (bytes: number) => void,
): AsyncGenerator<IngestItem> {
  const info = await jsonHead(file, MAX_LINE_BYTES);
  // Files that were moved keep their names, not always what stands in them.
  const id = basename(file, ".json");
  const maker = openCodeMaker({ ...info, id }, changedAt(file));
  const root = dirname(dirname(dirname(file)));
  const reverted = revertedFrom(info);
  let any = false;
  for (const name of filesIn(join(root, "message", id))) {
    const message = await jsonHead(join(root, "message", id, name), MAX_LINE_BYTES);
    const messageId = basename(name, ".json");
    if (typeof info["parentID"] === "string") leave(problems, "sidechain");
    else if (reverted !== undefined && messageId >= reverted) leave(problems, "undone");
    else {
      const parts: Fields[] = [];
      for (const part of filesIn(join(root, "part", messageId))) {
        const path = join(root, "part", messageId, part);
        parts.push({ id: basename(part, ".json"), ...(await jsonHead(path, MAX_LINE_BYTES)) });
      }
      for (const item of openCodeRecords({ ...message, id: messageId }, parts, maker, problems)) {
        any = true;
        yield item;
      }
    }
  }
  onBytes(1);
  if (any) yield* openCodeEnd(info, maker);
}

/** By name, which sorts them by time. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return [];
  }
}
