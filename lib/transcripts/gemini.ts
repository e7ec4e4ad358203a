/** Sessions of Gemini CLI: one JSON document (until 0.30), or an upsert log of JSON lines with `$set` and `$rewindTo` (since). */
import { basename, dirname, join } from "node:path";
import type { IngestItem } from "../contract/capture";
import { stringOf } from "../text/content-parts";
import { isRecord } from "../text/json-value";
import { readTime } from "../text/read-time";
import { folderOfHash, pathsIn } from "./folder-by-hash";
import { geminiRecords } from "./gemini-message";
import { jsonLines, MAX_LINE_BYTES } from "./json-lines";
import { jsonHead, listedObjects } from "./json-stream";
import { leave, type ReadProblems } from "./problems";
import { changedAt, recordMaker, type RecordMaker } from "./records";

type Fields = Record<string, unknown>;

/** The head of the document, or a line of the log. */
export function looksLikeGemini(value: Fields): boolean {
  if (typeof value["sessionId"] === "string" && typeof value["projectHash"] === "string") return true;
  if (typeof value["$rewindTo"] === "string" || isRecord(value["$set"])) return true;
  return value["type"] === "gemini" && typeof value["id"] === "string";
}

export async function* geminiDocument(
  file: string,
  problems: ReadProblems,
  onBytes: (bytes: number) => void,
  stem: string,
): AsyncGenerator<IngestItem> {
  const head = await jsonHead(file, MAX_LINE_BYTES);
  const maker = makerOf(file, head, stem);
  let any = false;
  for await (const message of listedObjects(file, "messages", MAX_LINE_BYTES, problems, onBytes)) {
    if (head["kind"] === "subagent") {
      leave(problems, "sidechain");
      continue;
    }
    for (const item of geminiRecords(message, maker, problems)) {
      any = true;
      yield item;
    }
  }
  if (any) yield* endOf(maker, head);
}

interface Overview {
  head: Fields;
  /** Line that holds a message's last version, by id. */
  lines: Map<string, number>;
}

export async function* geminiLog(
  file: string,
  problems: ReadProblems,
  onBytes: (bytes: number) => void,
  stem: string,
): AsyncGenerator<IngestItem> {
  const { head, lines } = await look(file);
  const maker = makerOf(file, head, stem);
  let any = false;
  for await (const { number, value } of jsonLines(file, problems, onBytes)) {
    const messages = messagesIn(value);
    if (messages.length === 0) leave(problems, "bookkeeping");
    for (const message of messages) {
      const last = lines.get(idOf(message));
      if (head["kind"] === "subagent") leave(problems, "sidechain");
      else if (last === undefined) leave(problems, "undone");
      else if (last === number) {
        // One line may hold a message twice.
        lines.set(idOf(message), -1);
        for (const item of geminiRecords(message, maker, problems)) {
          any = true;
          yield item;
        }
      }
    }
  }
  if (any) yield* endOf(maker, head);
}

/** First pass: each message is written anew whenever something about it changes, and those behind a rewind are gone. */
async function look(file: string): Promise<Overview> {
  const head: Fields = {};
  const lines = new Map<string, number>();
  for await (const { number, value } of jsonLines(file, null, () => undefined)) {
    const target = value["$rewindTo"];
    if (typeof target === "string") {
      const ids = [...lines.keys()];
      const at = ids.indexOf(target);
      for (const id of at === -1 ? ids : ids.slice(at)) lines.delete(id);
      continue;
    }
    const set = isRecord(value["$set"]) ? value["$set"] : value;
    for (const field of ["sessionId", "projectHash", "startTime", "summary", "kind"]) {
      if (typeof set[field] === "string") head[field] = set[field];
    }
    for (const message of messagesIn(value)) lines.set(idOf(message), number);
  }
  return { head, lines };
}

function messagesIn(value: Fields): Fields[] {
  if (isRecord(value["$set"])) {
    const { messages } = value["$set"];
    return Array.isArray(messages)
      ? messages.filter(isRecord).filter((message) => typeof message["id"] === "string")
      : [];
  }
  return typeof value["id"] === "string" && typeof value["type"] === "string" ? [value] : [];
}

const idOf = (message: Fields): string => stringOf(message["id"]) ?? "";

function makerOf(file: string, head: Fields, stem: string): RecordMaker {
  const maker = recordMaker(
    "gemini",
    stringOf(head["sessionId"]) ?? stem,
    readTime(head["startTime"]) ?? changedAt(file),
  );
  maker.place = Object.assign(maker.place, placeOf(file, stringOf(head["projectHash"]) ?? ""));
  return maker;
}

/** `~/.gemini/tmp/<name>/chats/…`: a file beside the folder of chats names the project's root, or an index of all does. */
function placeOf(file: string, hash: string): RecordMaker["place"] {
  const folder = dirname(file);
  const project = basename(folder) === "chats" ? dirname(folder) : folder;
  const [root] = pathsIn(join(project, ".project_root"));
  const cwd = root ?? folderOfHash([join(project, "..", "..", "projects.json")], "sha256", hash);
  // Without it sessions of one folder are still kept together; a merge of projects names them.
  if (cwd === undefined) return /^[0-9a-f]{8,}$/.test(hash) ? { project: `gemini-${hash.slice(0, 8)}` } : {};
  return { cwd };
}

function* endOf(maker: RecordMaker, head: Fields): Generator<IngestItem> {
  const title = stringOf(head["summary"]);
  if (title !== undefined) yield maker.make({ type: "title", text: title, rank: 1 }, undefined);
  yield maker.make({ type: "end" }, undefined);
}
